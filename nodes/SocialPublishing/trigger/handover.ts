import type { IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../shared/clock';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/** So long copies wait for an event whose sender has gone, while nothing tells whether n8n has taken it over. */
const HAND_OVER_MS = 60_000;

/** One event on its way to n8n. */
export class Handover {
	/** Resolves once it is clear whether n8n has taken the event over. */
	readonly ended: Promise<void>;

	private resolve: () => void = () => undefined;

	private isHandedOver = false;

	private isSenderGone = false;

	private isOver = false;

	/**
	 * @param markSeen notes the event as seen, and gives what is stored of all seen events
	 * @param release lets copies of the event make a claim of their own
	 */
	constructor(
		private readonly markSeen: () => Record<string, string>,
		private readonly release: () => void,
	) {
		this.ended = new Promise((resolve) => {
			this.resolve = resolve;
		});
	}

	/**
	 * What the static data of this call holds. n8n turns static data into JSON when it saves them, and it saves them
	 * once it has started the execution. Then, and not before, this event counts as seen; and whatever other calls
	 * have handed over meanwhile is stored along with it instead of being overwritten.
	 */
	toJSON(): Record<string, string> {
		return this.markSeen();
	}

	/** Ends the claim by what n8n answers. If the sender does not wait for that, the hand-over itself tells. */
	endWith(response: Response): void {
		if (response.closed) return this.senderHasGone();
		response.once('close', () => {
			if (response.headersSent) this.end(response.statusCode < 400);
			else this.senderHasGone();
		});
	}

	/** n8n has taken the event over; its answer is on the way. */
	handOver(): void {
		this.isHandedOver = true;
		if (this.isSenderGone) this.end(true);
	}

	end(isHandedOver: boolean): void {
		if (isHandedOver) this.markSeen();
		// By now a copy may have a claim of its own.
		if (this.isOver) return;
		this.isOver = true;
		this.release();
		this.resolve();
	}

	/** n8n goes on with the event all the same; if that comes to nothing, a copy takes its place. */
	private senderHasGone(): void {
		this.isSenderGone = true;
		if (this.isHandedOver) return this.end(true);
		const over = new AbortController();
		void this.ended.then(() => over.abort());
		void clock.limit(HAND_OVER_MS, over.signal).then(() => this.end(false));
	}
}
