import { ServiceClock, startService, type RunningService, type ServiceOptions } from '..';

/** A response as a client sees it. */
export interface Answer {
	status: number;
	headers: Headers;
	text: string;
	/** The parsed body; `{}` if it is not a JSON object. */
	body: Body;
}

interface Body {
	data?: Data;
	error?: { code: string; message: string; details?: unknown };
	request_id?: string;
}

/** Records differ by route; tests state what they expect of them. */
export interface Data {
	id: string;
	items: Data[];
	[field: string]: unknown;
}

export interface RequestOptions {
	token?: string;
	headers?: Record<string, string>;
	/** JSON unless it is a Buffer. */
	body?: unknown;
}

/** Runs a service, whose clock stands still, and sends requests to it, with its ready token by default. */
export class Client {
	private running: RunningService | undefined;
	private keys = 0;

	async open(options?: ServiceOptions): Promise<void> {
		this.running = await startService({ clock: new ServiceClock({ speed: 0 }), ...options });
	}

	get service(): RunningService {
		if (this.running === undefined) throw new Error('The service is not running');
		return this.running;
	}

	async close(): Promise<void> {
		await this.service.close();
		this.running = undefined;
	}

	/** Path of the first workspace, or of another one by name. */
	workspace(name?: string): string {
		return `/workspaces/${encodeURIComponent(this.service.workspaceId(name))}`;
	}

	async send(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
		const { token = this.service.token, headers = {}, body } = options;
		const isBinary = Buffer.isBuffer(body);
		const response = await fetch(this.service.baseUrl + path, {
			method,
			headers: {
				Authorization: `Bearer ${token}`,
				...(body === undefined
					? {}
					: { 'Content-Type': isBinary ? 'application/octet-stream' : 'application/json' }),
				...headers,
			},
			body: isBinary ? new Uint8Array(body) : JSON.stringify(body),
		});
		const text = await response.text();
		return { status: response.status, headers: response.headers, text, body: parse(text) };
	}

	async get(path: string, options?: RequestOptions): Promise<Answer> {
		return await this.send('GET', path, options);
	}

	/** Sends a command with a new key. */
	async command(
		method: string,
		path: string,
		body: unknown = {},
		headers: Record<string, string> = {},
	): Promise<Answer> {
		const key = { 'Idempotency-Key': `key-${++this.keys}` };
		return await this.send(method, path, { body, headers: { ...key, ...headers } });
	}

	/** Creates a draft for accounts by name. */
	async draft(accounts: string[], content: { text?: string; options?: object } = {}) {
		const { text = 'Fresh bread', options } = content;
		const destinations = accounts.map((name) => ({
			account_id: this.service.accountId(name),
			...(options ? { options } : {}),
		}));
		const answer = await this.command('POST', `${this.workspace()}/posts`, { text, destinations });
		return { answer, id: data(answer).id, path: this.post(data(answer).id), etag: etag(answer) };
	}

	post(id: string): string {
		return `${this.workspace()}/posts/${encodeURIComponent(id)}`;
	}

	async publish(path: string, revision: string): Promise<Answer> {
		return await this.command('POST', `${path}/publish`, {}, { 'If-Match': revision });
	}

	/** Uploads a file in parts, without completing it. */
	async upload(bytes: Buffer, type = 'image/jpeg', size = bytes.length) {
		const media = `${this.workspace()}/media`;
		const begun = await this.send('POST', `${media}/uploads`, {
			body: { name: 'bread', type, size },
		});
		const id = data(begun).id;
		const partSize = Number(data(begun)['part_size']);
		const path = `${media}/${encodeURIComponent(id)}`;
		const parts: Array<{ number: number; etag: string }> = [];
		for (let start = 0; start < bytes.length; start += partSize) {
			const number = parts.length + 1;
			const body = bytes.subarray(start, start + partSize);
			const answer = await this.send('PUT', `${path}/parts/${number}`, { body });
			parts.push({ number, etag: etag(answer) });
		}
		return { id, path, parts };
	}

	/** Uploads and completes a file; it is ready once the clock has moved on. */
	async media(bytes: Buffer, type?: string): Promise<string> {
		const { id, path, parts } = await this.upload(bytes, type);
		await this.send('POST', `${path}/complete`, { body: { parts } });
		await this.service.clock.advance(1_000);
		return id;
	}
}

/** A client whose service is started before each test and closed after it. */
export function useClient(options?: ServiceOptions): Client {
	const client = new Client();
	beforeEach(async () => await client.open(options));
	afterEach(async () => await client.close());
	return client;
}

function parse(text: string): Body {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? value : {};
	} catch {
		return {};
	}
}

/** The data of a successful response. Throws if there are none. */
export function data(answer: Answer): Data {
	if (!answer.body.data) throw new Error(`${answer.status} without data: ${answer.text}`);
	return answer.body.data;
}

export function etag(answer: Answer): string {
	const value = answer.headers.get('etag');
	if (!value) throw new Error(`${answer.status} without an ETag: ${answer.text}`);
	return value;
}

/** Status and error code of a refusal. */
export function refusal(answer: Answer): [number, string | undefined] {
	return [answer.status, answer.body.error?.code];
}
