import type { IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../shared/clock';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/** How long copies of an event wait if its sender disconnects before n8n accepts the event. */
const ACCEPTANCE_TIMEOUT_MS = 60_000;

/** Whether n8n accepts an event: unsettled until it is known. */
export class Acceptance {
	/** Resolves once it is known whether n8n has accepted the event. */
	readonly settled: Promise<void>;

	private resolve: () => void = () => undefined;

	private isAccepted = false;

	private isSenderGone = false;

	private isSettled = false;

	/**
	 * @param markSeen records the event as seen, and returns all seen events in the form in which they are stored
	 * @param release lets a copy of the event reserve it
	 */
	constructor(
		private readonly markSeen: () => string,
		private readonly release: () => void,
	) {
		this.settled = new Promise((resolve) => {
			this.resolve = resolve;
		});
	}

	/**
	 * The static data of this call contains this object, so this method runs when n8n serializes that data. n8n does that
	 * once it has started the execution: only then does the event count as seen. Events that other calls have received in
	 * the meantime are stored along with it instead of being overwritten.
	 *
	 * n8n-workaround(2.39.10, n8n/dist/webhooks/live-webhooks.js): n8n saves static data before it sends the response,
	 * and offers no hook between starting the execution and saving.
	 */
	toJSON(): string {
		return this.markSeen();
	}

	/** Settles when n8n sends its response or, if the sender disconnects, when `accept` is called. */
	settleWithResponse(response: Response): void {
		if (response.closed) return this.onSenderGone();
		response.once('close', () => {
			if (response.headersSent) this.settle(response.statusCode < 400);
			else this.onSenderGone();
		});
	}

	/** n8n has accepted the event and is about to send its response. */
	accept(): void {
		this.isAccepted = true;
		if (this.isSenderGone) this.settle(true);
	}

	settle(isAccepted: boolean): void {
		if (isAccepted) this.markSeen();
		// By now, a copy may have reserved the event.
		if (this.isSettled) return;
		this.isSettled = true;
		this.release();
		this.resolve();
	}

	/** n8n still processes the event. If that fails, a copy can take its place. */
	private onSenderGone(): void {
		this.isSenderGone = true;
		if (this.isAccepted) return this.settle(true);
		const finished = new AbortController();
		void this.settled.then(() => finished.abort());
		void clock.timeout(ACCEPTANCE_TIMEOUT_MS, finished.signal).then(() => this.settle(false));
	}
}
