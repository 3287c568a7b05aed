import type { IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../shared/clock';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/** How long copies wait for an event whose sender has disconnected while n8n has not yet accepted it. */
const HANDOVER_TIMEOUT_MS = 60_000;

/** The handover of one event to n8n. */
export class Handover {
	/** Resolves once it is clear whether n8n has accepted the event. */
	readonly ended: Promise<void>;

	private resolve: () => void = () => undefined;

	private isAccepted = false;

	private isSenderGone = false;

	private hasEnded = false;

	/**
	 * @param markSeen records the event as seen, and returns all seen events in the form in which they are stored
	 * @param release lets copies of the event start a handover of their own
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
	 * The static data of this call contains the handover itself, so this method runs when n8n serializes that data.
	 * n8n does that once it has started the execution: only then does the event count as seen. What other calls have
	 * handed over in the meantime is stored along with it instead of being overwritten.
	 *
	 * n8n-workaround(2.39.10, n8n/dist/webhooks/live-webhooks.js): n8n saves static data before it sends the response,
	 * and offers no hook between starting the execution and saving.
	 */
	toJSON(): Record<string, string> {
		return this.markSeen();
	}

	/** Ends the handover according to the response that n8n sends, or according to `accept` if the sender disconnects. */
	endWithResponse(response: Response): void {
		if (response.closed) return this.onSenderGone();
		response.once('close', () => {
			if (response.headersSent) this.end(response.statusCode < 400);
			else this.onSenderGone();
		});
	}

	/** n8n has accepted the event and is about to send its response. */
	accept(): void {
		this.isAccepted = true;
		if (this.isSenderGone) this.end(true);
	}

	end(isAccepted: boolean): void {
		if (isAccepted) this.markSeen();
		// By now a copy may have started a handover of its own.
		if (this.hasEnded) return;
		this.hasEnded = true;
		this.release();
		this.resolve();
	}

	/** n8n continues with the event all the same. If that fails, a copy can take its place. */
	private onSenderGone(): void {
		this.isSenderGone = true;
		if (this.isAccepted) return this.end(true);
		const finished = new AbortController();
		void this.ended.then(() => finished.abort());
		void clock.limit(HANDOVER_TIMEOUT_MS, finished.signal).then(() => this.end(false));
	}
}
