import { Acceptance } from './acceptance';
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
