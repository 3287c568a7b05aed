import type { IncomingHttpHeaders } from 'node:http';

import { ScriptedServer } from '../../unit/support/scriptedServer';

/** A webhook request as its receiver got it: the raw body, as signatures need it. */
export interface Received {
	headers: IncomingHttpHeaders;
	body: string;
	event: { id: string; type: string; workspace_id: string; created_at: string; data: object };
}

/** A webhook receiver on a loopback address. */
export class Receiver {
	/** Oldest first. */
	received: Received[] = [];
	/** The response to each request. */
	answer: { status: number; headers: Record<string, string> } = { status: 200, headers: {} };
	private server: ScriptedServer | undefined;

	async open(): Promise<void> {
		this.received = [];
		this.answer = { status: 200, headers: {} };
		this.server = await ScriptedServer.open(({ headers, body: bytes }) => {
			const body = bytes.toString();
			this.received.push({ headers, body, event: JSON.parse(body) });
			return this.answer;
		});
	}

	get url(): string {
		return `${this.server?.origin}/hook`;
	}

	async close(): Promise<void> {
		await this.server?.close();
	}
}

/** A receiver that is opened before each test and closed after it. */
export function useReceiver(): Receiver {
	const receiver = new Receiver();
	beforeEach(async () => await receiver.open());
	afterEach(async () => await receiver.close());
	return receiver;
}
