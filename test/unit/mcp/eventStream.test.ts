import type { IDataObject } from 'n8n-workflow';

import type { ResponseWriter } from '../support/scriptedServer';
import { callTool, ScriptedTools } from './scriptedTools';

let endpoint: ScriptedTools;

afterEach(async () => await endpoint.close());

const message = (more: IDataObject) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...more })}\n\n`;
const notice = message({ method: 'notifications/progress', params: { progress: 1 } });
const answer = message({ id: 1, result: { structuredContent: { data: { text: 'Grüße' } } } });

/** Calls a tool of an endpoint that responds to each request with a stream of events. */
async function call(stream: ResponseWriter) {
	endpoint = await ScriptedTools.open('/mcp', () => (response) => {
		response.writeHead(200, { 'Content-Type': 'text/event-stream' });
		stream(response);
	});
	return await callTool(endpoint, 'get_identity');
}

it.each<[string, ResponseWriter]>([
	['stays open', (response) => void response.write(notice + answer)],
	[
		'breaks',
		(response) => void response.write(answer, () => setImmediate(() => response.destroy())),
	],
	[
		'comes in pieces, and stays open',
		(response) => {
			const pieces = [notice, answer.slice(0, 60), answer.slice(60)];
			const writeNext = () => {
				const piece = pieces.shift();
				if (piece) response.write(piece, () => setImmediate(writeNext));
			};
			writeNext();
		},
	],
])('a stream that %s after the response is read up to the response', async (_how, stream) => {
	const { items, error } = await call(stream);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toEqual({ text: 'Grüße' });
	expect(endpoint.rpcRequests.map(({ method }) => method)).toEqual(['tools/list', 'tools/call']);
});
