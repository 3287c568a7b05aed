import { createHmac, randomBytes } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { ScriptedServer, type ReceivedRequest, type ScriptedResponse } from './scriptedServer';

interface StoredWebhook {
	id: number;
	url: string;
	events: string[];
	secret: string;
	/** Further fields of its record. */
	more?: IDataObject;
}

/** What replaces a response: a connection that breaks before or after the work, or a bare status. */
type Failure = 'lostBefore' | 'lostAfter' | number;

/**
 * The webhook routes of the service, with different choices from the reference service where the description leaves
 * them open: numbers as IDs, pages of one record, the new webhook next to its secret, no body after a deletion.
 */
export class WebhookRoutes {
	readonly webhooks: StoredWebhook[] = [];
	/** Method and path of each request, oldest first. */
	readonly requests: string[] = [];
	/** Delivery records, as they are listed. */
	deliveries: IDataObject[] = [];
	/** How the service writes an address that it receives. */
	rewrite = (url: string): string => url;
	/** How a creation is answered. */
	created = (data: IDataObject): IDataObject => data;
	/** How a change is answered. */
	changed = (record: IDataObject): IDataObject | undefined => record;
	/** How a webhook is listed. */
	listed = (record: IDataObject): IDataObject => record;
	/** Whether a change of any further field has an effect. */
	canBeEnabled = true;
	/** Decides before each response, by method and path. */
	failure: (request: string) => Failure | undefined = () => undefined;

	private server: ScriptedServer | undefined;

	static async open(): Promise<WebhookRoutes> {
		const routes = new WebhookRoutes();
		routes.server = await ScriptedServer.open((request) => routes.respond(request));
		return routes;
	}

	get baseUrl(): string {
		return `${this.server?.origin}/api/v1`;
	}

	/** A header that signs a body as the service would. */
	sign(webhook: StoredWebhook | undefined, seconds: number, body: string): string {
		const signature = createHmac('sha256', webhook?.secret ?? '').update(`${seconds}.${body}`);
		return `v0=x, v1=${signature.digest('base64url')}=, t=${seconds}`;
	}

	async close(): Promise<void> {
		await this.server?.close();
	}

	private respond(request: ReceivedRequest): ScriptedResponse | undefined {
		const line = `${request.method} ${request.path.replace('/api/v1', '')}`;
		this.requests.push(line);
		const failure = this.failure(line);
		if (failure === 'lostBefore') return undefined;
		const { status, data } =
			typeof failure === 'number' ? { status: failure, data: undefined } : this.route(request);
		if (failure === 'lostAfter') return undefined;
		const body = data === undefined ? '' : { request_id: 'r', data };
		return { status, headers: { 'Content-Type': 'application/json' }, body };
	}

	private route({ method, path, query, body }: ReceivedRequest): {
		status: number;
		data?: unknown;
	} {
		const [, , , , , list, id, deliveries, deliveryId] = path.split('/');
		if (list !== 'webhooks') return { status: 404 };
		if (id === undefined && method === 'POST') return this.create(parsed(body));
		if (id === undefined) {
			const records = this.webhooks.map((webhook) => this.listed(present(webhook)));
			return onePage(records, query);
		}
		const webhook = this.webhooks.find((each) => String(each.id) === id);
		if (webhook === undefined) return { status: 404 };
		if (deliveryId !== undefined) return { status: 202 };
		if (deliveries !== undefined) return onePage(this.deliveries, query);
		if (method === 'PATCH') this.change(webhook, parsed(body));
		else this.webhooks.splice(this.webhooks.indexOf(webhook), 1);
		const data = method === 'PATCH' ? this.changed(present(webhook)) : undefined;
		return { status: data === undefined ? 204 : 200, data };
	}

	private change(webhook: StoredWebhook, { url, events, ...more }: IDataObject): void {
		if (typeof url === 'string') webhook.url = url;
		if (events !== undefined) webhook.events = [events].flat().map(String);
		if (this.canBeEnabled) webhook.more = { ...webhook.more, ...more };
	}

	private create({ url, events }: IDataObject) {
		const webhook: StoredWebhook = {
			id: 7_000 + this.requests.length,
			url: this.rewrite(String(url)),
			events: [events].flat().map(String).reverse(),
			secret: randomBytes(12).toString('hex'),
		};
		this.webhooks.push(webhook);
		const data = { signing_secret: webhook.secret, webhook: present(webhook) };
		return { status: 200, data: this.created(data) };
	}
}

function present({ id, url, events, more }: StoredWebhook): IDataObject {
	return { note: null, events, url, id, ...more };
}

function onePage(records: IDataObject[], query: URLSearchParams) {
	const start = Number(query.get('cursor') ?? 0);
	const next = start + 1 < records.length ? String(start + 1) : null;
	return { status: 200, data: { next_cursor: next, items: records.slice(start, start + 1) } };
}

function parsed(body: Buffer): IDataObject {
	return JSON.parse(body.toString() || '{}');
}
