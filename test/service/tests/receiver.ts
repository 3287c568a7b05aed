import { createServer, type IncomingHttpHeaders } from 'node:http';

/** What a webhook's receiver got: the raw body, as signatures need it. */
export interface Received {
	headers: IncomingHttpHeaders;
	body: string;
	event: { id: string; type: string; workspace_id: string; created_at: string; data: object };
}

/** A receiver on a loopback address that answers as it is told. */
export async function startReceiver() {
	const received: Received[] = [];
	const answer = { status: 200, headers: {} as Record<string, string> };
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const body = Buffer.concat(chunks).toString();
			received.push({ headers: request.headers, body, event: JSON.parse(body) });
			response.writeHead(answer.status, answer.headers).end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('There is no port');
	return {
		url: `http://127.0.0.1:${address.port}/hook`,
		received,
		answer,
		async close() {
			await new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			});
		},
	};
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
