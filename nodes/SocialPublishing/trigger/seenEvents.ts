import { createHash } from 'crypto';

import { clock } from '../shared/clock';
import { Handover } from './handover';

/**
 * IDs are stored in generations. A new generation begins after 3 days or 1,000 IDs, and ten are kept. An ID is
 * therefore remembered for at least 27 days, unless more than 9,000 newer ones arrive in that time. This takes up to
 * 80 KB in the static data of the workflow, which n8n copies into every execution. The service's last retry comes
 * within 14.6 hours; replays come later, whenever a user requests them.
 */
const GENERATION_MS = 3 * 24 * 60 * 60 * 1_000;
const GENERATION_SIZE = 1_000;
const GENERATIONS = 10;

/** 48 bits of a hash: short to store, while at most one new ID in 30 billion is mistaken for an old one. */
const DIGEST_LENGTH = 8;

function digestOf(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, DIGEST_LENGTH);
}

function* digestsIn(text: string): Generator<string> {
	for (let start = 0; start + DIGEST_LENGTH <= text.length; start += DIGEST_LENGTH) {
		yield text.slice(start, start + DIGEST_LENGTH);
	}
}

/** The IDs of the events that n8n has accepted. */
export class SeenEvents {
	private readonly digests = new Set<string>();
	/** Concatenated digests by the time (milliseconds since 1970) at which their generation began. */
	private readonly generations = new Map<number, string>();
	/** Generations that began earlier are dropped. */
	private oldestMs = 0;
	/** Handovers in progress, by digest. */
	private readonly handovers = new Map<string, Handover>();

	has(id: string): boolean {
		return this.digests.has(digestOf(id));
	}

	/**
	 * Reserves an event for the caller, who passes it to n8n and ends the handover. Copies that arrive in the meantime
	 * wait: if the handover fails, the next copy takes its place.
	 *
	 * @returns undefined if n8n has accepted the event before
	 */
	async startHandover(id: string): Promise<Handover | undefined> {
		const digest = digestOf(id);
		for (let other = this.handovers.get(digest); other; other = this.handovers.get(digest)) {
			await other.ended;
		}
		if (this.digests.has(digest)) return undefined;
		const handover = new Handover(
			() => {
				this.add(digest);
				return this.toJSON();
			},
			() => this.handovers.delete(digest),
		);
		this.handovers.set(digest, handover);
		return handover;
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
		const isFull = (this.generations.get(newestMs)?.length ?? 0) >= GENERATION_SIZE * DIGEST_LENGTH;
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
