import type { ServerResponse } from 'node:http';

import { ScriptedServer, type ReceivedRequest } from '../unit/support/scriptedServer';

const REFUSAL = JSON.stringify({
	jsonrpc: '2.0',
	id: null,
	error: { code: -32_000, message: 'Bad Request: Server not initialized' },
});

/**
 * Passes requests on to the server of a scenario, but only once a client has sent `initialize`, as official servers do. The
 * server of the scenario also answers a client that has not, and then observes nothing.
 */
export async function openStrictFront(serverUrl: string): Promise<ScriptedServer> {
	let isInitialized = false;
	return await ScriptedServer.open((request) => (response) => {
		isInitialized ||= JSON.parse(request.body.toString()).method === 'initialize';
		if (isInitialized) relay(serverUrl, request, response).catch(() => response.destroy());
		else response.writeHead(400, { 'Content-Type': 'application/json' }).end(REFUSAL);
	});
}

async function relay(serverUrl: string, { body }: ReceivedRequest, response: ServerResponse) {
	const headers = { 'Content-Type': 'application/json' };
	const answer = await fetch(serverUrl, { method: 'POST', headers, body: new Uint8Array(body) });
	response.writeHead(answer.status, headers).end(await answer.text());
}
