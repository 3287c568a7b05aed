import { request, type OutgoingHttpHeaders } from 'node:http';

import { startService, type RunningService } from '..';

let service: RunningService;

beforeEach(async () => {
	service = await startService();
});

afterEach(async () => await service.close());

const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

/** The status of the response to a request with these headers, which `fetch` does not let a caller choose. */
async function statusOf(address: string, method: string, headers: OutgoingHttpHeaders) {
	return await new Promise<number | undefined>((resolve, reject) => {
		const sent = request(address, {
			method,
			headers: {
				authorization: `Bearer ${service.token}`,
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...headers,
			},
		});
		sent.on('response', (response) => {
			response.resume();
			resolve(response.statusCode);
		});
		sent.on('error', reject);
		sent.end(method === 'POST' ? list : undefined);
	});
}

const portOf = () => new URL(service.origin).port;

describe.each([
	['the tools', 'POST', () => service.mcpUrl],
	['REST', 'GET', () => `${service.baseUrl}/me`],
	['the sign-in', 'GET', () => `${service.origin}/.well-known/oauth-authorization-server`],
])('%s', (_what, method, address) => {
	test.each([
		['a foreign host', () => ({ host: 'evil.example.com' })],
		['a foreign host with the port of the service', () => ({ host: `evil.example:${portOf()}` })],
		['a foreign origin', () => ({ origin: 'http://evil.example.com' })],
		['an origin that a sandbox hides', () => ({ origin: 'null' })],
		['a host whose name begins like this one', () => ({ host: '127.0.0.1.evil.example' })],
	])('refuse %s, also with a valid token', async (_which, headers) => {
		expect(await statusOf(address(), method, headers())).toBe(403);
	});

	test.each([
		['no origin', () => ({})],
		['the name localhost', () => ({ host: `localhost:${portOf()}` })],
		['a local origin', () => ({ origin: 'http://localhost:5678' })],
	])('take requests with %s', async (_which, headers) => {
		expect(await statusOf(address(), method, headers())).toBe(200);
	});
});
