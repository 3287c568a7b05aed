import type { IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { digestOfId, ID_DIGEST_LENGTH } from './fingerprint';

/**
 * Up to 40 KB in the static data of the workflow, which n8n copies into every execution. The service's last retry comes within
 * 14.6 hours; replays come later, whenever a user requests them.
 */
const MAX_EVENTS = 5_000;

const DIGESTS = new RegExp(`.{${ID_DIGEST_LENGTH}}`, 'g');

/** The IDs of the newest events that n8n has accepted. */
export class SeenEvents {
	/** From the oldest to the newest. */
	private digests = new Set<string>();
	/** Acceptances in progress, by digest. */
	private readonly acceptances = new Map<string, Acceptance>();

	has(id: string): boolean {
		return this.digests.has(digestOfId(id));
	}

	/**
	 * Reserves an event for the caller, who passes it to n8n and settles its acceptance. Copies that arrive in the meantime
	 * wait: if n8n does not accept the event, the next copy takes its place.
	 *
	 * @returns undefined if n8n has accepted the event before
	 */
	async reserve(id: string): Promise<Acceptance | undefined> {
		const digest = digestOfId(id);
		for (let other = this.acceptances.get(digest); other; other = this.acceptances.get(digest)) {
			await other.settled;
		}
		if (this.digests.has(digest)) return undefined;
		const acceptance = new Acceptance(
			() => {
				this.add(digest);
				return this.toJSON();
			},
			() => this.acceptances.delete(digest),
		);
		this.acceptances.set(digest, acceptance);
		return acceptance;
	}

	/** Adds what another process, or an earlier run of n8n, has stored. Ignores anything else. */
	merge(stored: unknown): void {
		// Usually it is what this process itself has stored.
		if (typeof stored !== 'string' || stored === this.toJSON()) return;
		const others: string[] = stored.match(DIGESTS) ?? [];
		// What comes before all known events was dropped here. The rest may be newer than what is known.
		const dropped = Math.max(
			0,
			others.findIndex((digest) => this.digests.has(digest)),
		);
		const all = new Set([...others.slice(0, dropped), ...this.digests, ...others.slice(dropped)]);
		this.digests = new Set([...all].slice(-MAX_EVENTS));
	}

	/** The stored form: the digests, one after the other. */
	toJSON(): string {
		return [...this.digests].join('');
	}

	private add(digest: string): void {
		this.digests.add(digest);
		const [oldest] = this.digests;
		if (this.digests.size > MAX_EVENTS && oldest !== undefined) this.digests.delete(oldest);
	}
}

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/** How long copies of an event wait if its sender disconnects before n8n accepts the event. */
const ACCEPTANCE_TIMEOUT_MS = 60_000;

/** Whether n8n accepts an event: unsettled until it is known. */
class Acceptance {
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
