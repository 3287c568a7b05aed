import { clock } from '../shared/clock';
import { Acceptance } from './acceptance';
import { digestOfId, ID_DIGEST_LENGTH } from './fingerprint';

/**
 * IDs are stored in generations. A new generation begins after 3 days or 1,000 IDs, and ten are kept. An ID is
 * therefore remembered for at least 27 days, unless more than 9,000 newer ones arrive in that time. This takes up to
 * 80 KB in the static data of the workflow, which n8n copies into every execution. The service's last retry comes
 * within 14.6 hours; replays come later, whenever a user requests them.
 */
const GENERATION_MS = 3 * 24 * 60 * 60 * 1_000;
const GENERATION_SIZE = 1_000;
const GENERATIONS = 10;

function* digestsIn(text: string): Generator<string> {
	for (let start = 0; start + ID_DIGEST_LENGTH <= text.length; start += ID_DIGEST_LENGTH) {
		yield text.slice(start, start + ID_DIGEST_LENGTH);
	}
}

/** The IDs of the events that n8n has accepted. */
export class SeenEvents {
	private readonly digests = new Set<string>();
	/** Concatenated digests by the time (milliseconds since 1970) at which their generation began. */
	private readonly generations = new Map<number, string>();
	/** Generations that began earlier are dropped. */
	private oldestMs = 0;
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
		const generations = stored instanceof SeenEvents ? stored.toJSON() : stored;
		if (typeof generations !== 'object' || generations === null) return;
		for (const [name, text] of Object.entries<unknown>({ ...generations })) {
			const startMs = Number(name);
			if (typeof text !== 'string' || !(startMs >= this.oldestMs)) continue;
			// Usually it is what this process itself has stored.
			if (this.generations.get(startMs)?.startsWith(text)) continue;
			for (const digest of digestsIn(text)) this.append(startMs, digest);
		}
		this.dropOldest();
	}

	/** The stored form: the generations. */
	toJSON(): Record<string, string> {
		return Object.fromEntries(this.generations);
	}

	private add(digest: string): void {
		const newestMs = Math.max(0, ...this.generations.keys());
		const isFull =
			(this.generations.get(newestMs)?.length ?? 0) >= GENERATION_SIZE * ID_DIGEST_LENGTH;
		const isOver = clock.now() >= newestMs + GENERATION_MS;
		this.append(isFull || isOver ? Math.max(clock.now(), newestMs + 1) : newestMs, digest);
		this.dropOldest();
	}

	private append(startMs: number, digest: string): void {
		if (this.digests.has(digest)) return;
		this.digests.add(digest);
		this.generations.set(startMs, (this.generations.get(startMs) ?? '') + digest);
	}

	private dropOldest(): void {
		const startsMs = [...this.generations.keys()].sort((a, b) => b - a);
		for (const startMs of startsMs.slice(GENERATIONS)) {
			for (const digest of digestsIn(this.generations.get(startMs) ?? '')) {
				this.digests.delete(digest);
			}
			this.generations.delete(startMs);
			this.oldestMs = startMs + 1;
		}
	}
}
