import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { runNode } from '../../engine';

let server: Server;
let requestCount: number;

afterEach(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

const message = (more: IDataObject) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...more })}\n\n`;
const notice = message({ method: 'notifications/progress', params: { progress: 1 } });
const answer = message({ id: 1, result: { structuredContent: { data: { text: 'Grüße' } } } });

/** Calls a tool of an endpoint that answers each request with a stream of events. */
async function call(stream: (response: ServerResponse) => void) {
	requestCount = 0;
	server = createServer((_request, response) => {
		requestCount++;
		response.writeHead(200, { 'Content-Type': 'text/event-stream' });
		stream(response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const origin = `http://127.0.0.1:${port}`;
	return await runNode({
		nodeType: new SocialPublishing(),
		credentials: {
			socialPublishingApi: {
				baseUrl: `${origin}/api/v1`,
				apiToken: 'abc',
				mcpUrl: `${origin}/mcp`,
			},
		},
		parameters: {
			resource: 'assistantTool',
			operation: 'call',
			toolName: 'get_identity',
			argumentsInput: 'json',
			toolArgumentsJson: '{}',
		},
	});
}

it.each<[string, (response: ServerResponse) => void]>([
	['stays open', (response) => void response.write(notice + answer)],
	[
		'breaks',
		(response) => void response.write(answer, () => setImmediate(() => response.destroy())),
	],
	[
		'comes in pieces, and stays open',
		(response) => {
			response.write(notice);
			const [start, end] = [answer.slice(0, 60), answer.slice(60)];
			setTimeout(() => response.write(start), 20);
			setTimeout(() => response.write(end), 40);
		},
	],
])('a stream that %s after the answer is read as far as the answer', async (_how, stream) => {
	const { items, error } = await call(stream);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toEqual({ text: 'Grüße' });
	expect(requestCount).toBe(1);
});
