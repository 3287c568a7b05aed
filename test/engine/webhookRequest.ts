import { request as open, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface WebhookRequest {
	/** Sent unchanged, byte for byte. */
	body?: string | Buffer;
	/** Default: a JSON content type. */
	headers?: Record<string, string>;
	/** Default: POST. */
	method?: string;
}

export interface HttpResponse {
	status: number;
	headers: IncomingHttpHeaders;
	body: string;
}

/** Sends over a connection of its own, whose port tells the receiver's calls apart. */
export async function sendRequest(
	url: string,
	{ body, headers, method = 'POST' }: WebhookRequest,
): Promise<HttpResponse & { senderPort?: number }> {
	return await new Promise((resolve, reject) => {
		const request = open(url, {
			agent: false,
			method,
			headers: { 'Content-Type': 'application/json', ...headers },
		});
		request.on('error', reject);
		request.on('response', (response) => {
			const senderPort = response.socket.localPort;
			text(response)
				.then((answered) =>
					resolve({
						status: response.statusCode ?? 0,
						headers: response.headers,
						body: answered,
						senderPort,
					}),
				)
				.catch(reject);
		});
		request.end(body);
	});
}
