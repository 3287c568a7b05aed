import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

interface PlainWebhook {
	id: number;
	url: string;
	events: string[];
	secret: string;
	/** Further fields of its record. */
	more?: IDataObject;
}

/** What happens in the place of an answer: the connection breaks before or after the work, or a status is told. */
type Mishap = 'lostBefore' | 'lostAfter' | number;

/**
 * The webhook routes written by hand, with what the description leaves open chosen otherwise than in the reference
 * service: numbers as ids, pages of one record, the new webhook beside its secret, no body after a deletion.
 */
export class PlainService {
	readonly webhooks: PlainWebhook[] = [];
	/** Method and path of each request, oldest first. */
	readonly requests: string[] = [];
	/** Delivery records, as they are listed. */
	deliveries: IDataObject[] = [];
	/** How it writes an address that it is given. */
	rewrite = (url: string): string => url;
	/** Whether a change of any further field has an effect. */
	canBeEnabled = true;
	/** Asked before each answer, by method and path. */
	mishap: (request: string) => Mishap | undefined = () => undefined;

	private constructor(
		private readonly server: Server,
		readonly baseUrl: string,
	) {}

	static async open(): Promise<PlainService> {
		const server = createServer((request, response) => {
			void readJson(request).then((body) => {
				const mishap = service.mishap(service.note(request));
				if (mishap === 'lostBefore') return void request.socket.destroy();
				const { status, data } =
					typeof mishap === 'number' ? { status: mishap } : service.answer(request, body);
				if (mishap === 'lostAfter') return void request.socket.destroy();
				response.writeHead(status, { 'Content-Type': 'application/json' });
				response.end(data === undefined ? '' : JSON.stringify({ request_id: 'r', data }));
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const service = new PlainService(server, `http://127.0.0.1:${port}/api/v1`);
		return service;
	}

	/** A header that signs a body as the service would. */
	sign(webhook: PlainWebhook | undefined, seconds: number, body: string): string {
		const signature = createHmac('sha256', webhook?.secret ?? '').update(`${seconds}.${body}`);
		return `v0=x, v1=${signature.digest('base64url')}=, t=${seconds}`;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private note({ method, url }: IncomingMessage): string {
		const request = `${method} ${new URL(`http://x${url}`).pathname.replace('/api/v1', '')}`;
		this.requests.push(request);
		return request;
	}

	private answer(
		{ method, url }: IncomingMessage,
		body: IDataObject,
	): { status: number; data?: unknown } {
		const { pathname, searchParams } = new URL(`http://x${url}`);
		const [, , , , , list, id, deliveries, deliveryId] = pathname.split('/');
		if (list !== 'webhooks') return { status: 404 };
		if (id === undefined && method === 'POST') return this.create(body);
		if (id === undefined) return onePage(this.webhooks.map(present), searchParams);
		const webhook = this.webhooks.find((each) => String(each.id) === id);
		if (webhook === undefined) return { status: 404 };
		if (deliveryId !== undefined) return { status: 202 };
		if (deliveries !== undefined) return onePage(this.deliveries, searchParams);
		if (method === 'PATCH') this.change(webhook, body);
		else this.webhooks.splice(this.webhooks.indexOf(webhook), 1);
		return method === 'PATCH' ? { status: 200, data: present(webhook) } : { status: 204 };
	}

	private change(webhook: PlainWebhook, { url, events, ...more }: IDataObject): void {
		if (typeof url === 'string') webhook.url = url;
		if (events !== undefined) webhook.events = [events].flat().map(String);
		if (this.canBeEnabled) webhook.more = { ...webhook.more, ...more };
	}

	private create({ url, events }: IDataObject) {
		const webhook: PlainWebhook = {
			id: 7_000 + this.requests.length,
			url: this.rewrite(String(url)),
			events: [events].flat().map(String).reverse(),
			secret: randomBytes(12).toString('hex'),
		};
		this.webhooks.push(webhook);
		return { status: 200, data: { signing_secret: webhook.secret, webhook: present(webhook) } };
	}
}

function present({ id, url, events, more }: PlainWebhook): IDataObject {
	return { note: null, events, url, id, ...more };
}

function onePage(records: IDataObject[], query: URLSearchParams) {
	const start = Number(query.get('cursor') ?? 0);
	const next = start + 1 < records.length ? String(start + 1) : null;
	return { status: 200, data: { next_cursor: next, items: records.slice(start, start + 1) } };
}

async function readJson(request: IncomingMessage): Promise<IDataObject> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(Buffer.from(chunk));
	return JSON.parse(Buffer.concat(chunks).toString() || '{}');
}
