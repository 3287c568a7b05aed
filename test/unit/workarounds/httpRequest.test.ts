import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { runNode } from '../../engine';
import { fixtureNode } from '../../engine/tests/fixtures';

/** Each of these fails once n8n no longer needs the workaround of the same name in the transport folder. */

const servers: Server[] = [];

async function listen(listener: RequestListener): Promise<string> {
	const server = createServer(listener);
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return `http://127.0.0.1:${port}/`;
}

afterEach(() => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

/** What `request` returns when a node calls it. */
async function inNode(
	request: (functions: IExecuteFunctions) => Promise<IDataObject>,
): Promise<IDataObject | undefined> {
	const nodeType = fixtureNode('requester', [], async function () {
		return { json: await request(this) };
	});
	const { items, error } = await runNode({ nodeType });
	expect(error).toBeUndefined();
	return items[0]?.json;
}

const requested = async (options: IHttpRequestOptions) =>
	await inNode(async ({ helpers }) => ({ response: await helpers.httpRequest(options) }));

it('n8n still drops an empty object from a request', async () => {
	const bodies: string[] = [];
	const url = await listen((request, response) => {
		request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
		request.on('end', () => response.end());
	});
	await requested({ method: 'POST', url, body: {}, json: true });
	await requested({ method: 'POST', url, body: '{}' });
	expect(bodies).toEqual(['{}']);
});

it('n8n still turns an error status into an exception', async () => {
	const url = await listen((_request, response) => response.writeHead(409).end('{}'));
	const outcome = await inNode(async ({ helpers }) => {
		const options: IHttpRequestOptions = { url, returnFullResponse: true };
		return await helpers.httpRequest(options).then(
			() => ({ hasThrown: false }),
			() => ({ hasThrown: true }),
		);
	});
	expect(outcome).toEqual({ hasThrown: true });
});

it('n8n still follows a redirect to another host', async () => {
	const target = await listen((_request, response) => response.end('elsewhere'));
	const url = await listen((_request, response) =>
		response.writeHead(302, { Location: target }).end(),
	);
	expect(await requested({ url })).toEqual({ response: 'elsewhere' });
});

it.each(['stream', 'arraybuffer'] as const)(
	'n8n still puts no time limit on a body that trickles in: %s',
	async (encoding) => {
		// A pause of the process that is longer than the limit ends the request, too: then a longer limit decides.
		const outcomes: string[] = [];
		for (let limitMs = 100; limitMs < 30_000 && !outcomes.includes(WHOLE); limitMs *= 3) {
			outcomes.push(await trickle(encoding, limitMs));
		}
		expect(outcomes.at(-1)).toBe(WHOLE);
	},
);

const WHOLE = 'the whole body';

/** Reads a body that takes four times as long as the time limit of the request: what came of it. */
async function trickle(encoding: 'stream' | 'arraybuffer', limitMs: number): Promise<string> {
	const url = await listen((_request, response) => {
		response.writeHead(200);
		const trickling = setInterval(() => response.write('.'), limitMs / 5);
		response.on('close', () => clearInterval(trickling));
		setTimeout(() => response.end('whole'), 4 * limitMs);
	});
	const outcome = await inNode(async ({ helpers }) => {
		const read = async () => {
			const body = await helpers.httpRequest({ url, timeout: limitMs, encoding });
			const chunks: Buffer[] = [];
			for await (const chunk of encoding === 'stream' ? body : [body]) chunks.push(chunk);
			const text = Buffer.concat(chunks).toString();
			return text.endsWith('whole') ? WHOLE : `only ${text}`;
		};
		return { outcome: await read().catch(String) };
	});
	return String(outcome?.outcome);
}
