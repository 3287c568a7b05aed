import { createHash } from 'crypto';

import { clock } from '../shared/clock';
import { Handover } from './handover';

/**
 * Ids are kept in generations; a new one begins after 3 days or 1,000 ids, and ten are kept. So ids are remembered for
 * 27 days at least, unless there are more than 9,000 of them: some 80 KB in the static data of the workflow, of which
 * n8n stores a copy with every execution. The service's last retry comes within 14.6 hours; replays come later,
 * whenever someone asks for them.
 */
const GENERATION_MS = 3 * 24 * 60 * 60 * 1_000;
const GENERATION_SIZE = 1_000;
const GENERATIONS = 10;

/** 48 bits of a hash: short to store, and yet one new id in 30 billion at most is taken for an old one. */
const DIGEST_LENGTH = 8;

function digestOf(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, DIGEST_LENGTH);
}

function* digestsIn(text: string): Generator<string> {
	for (let start = 0; start + DIGEST_LENGTH <= text.length; start += DIGEST_LENGTH) {
		yield text.slice(start, start + DIGEST_LENGTH);
	}
}

/** The ids of the events that n8n has taken over. */
export class SeenEvents {
	private readonly known = new Set<string>();
	/** Digests one after the other, by the time (milliseconds since 1970) at which the generation began. */
	private readonly generations = new Map<number, string>();
	/** Generations that began before are dropped. */
	private oldestMs = 0;
	/** Events that are being handed to n8n. */
	private readonly claims = new Map<string, Handover>();

	has(id: string): boolean {
		return this.known.has(digestOf(id));
	}

	/**
	 * Reserves an event for the caller, who hands it to n8n and ends the claim. A copy that arrives meanwhile waits:
	 * if the hand-over fails, the copy takes its place.
	 *
	 * @returns undefined if the event was handed over before
	 */
	async startHandover(id: string): Promise<Handover | undefined> {
		const digest = digestOf(id);
		for (let other = this.claims.get(digest); other; other = this.claims.get(digest)) {
			await other.ended;
		}
		if (this.known.has(digest)) return undefined;
		const claim = new Handover(
			() => {
				this.add(digest);
				return this.toJSON();
			},
			() => this.claims.delete(digest),
		);
		this.claims.set(digest, claim);
		return claim;
	}

	/** Takes in what another process, or an earlier run of n8n, has stored. Of anything else it takes nothing. */
	merge(stored: unknown): void {
		const generations = stored instanceof SeenEvents ? stored.toJSON() : stored;
		if (typeof generations !== 'object' || generations === null) return;
		for (const [name, text] of Object.entries<unknown>({ ...generations })) {
			const startMs = Number(name);
			if (typeof text !== 'string' || !(startMs >= this.oldestMs)) continue;
			// Most often it is what this process wrote itself.
			if (this.generations.get(startMs)?.startsWith(text)) continue;
			for (const digest of digestsIn(text)) this.append(startMs, digest);
		}
		this.dropOldest();
	}

	/** As it is stored. */
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
		if (this.known.has(digest)) return;
		this.known.add(digest);
		this.generations.set(startMs, (this.generations.get(startMs) ?? '') + digest);
	}

	private dropOldest(): void {
		const startsMs = [...this.generations.keys()].sort((a, b) => b - a);
		for (const startMs of startsMs.slice(GENERATIONS)) {
			for (const digest of digestsIn(this.generations.get(startMs) ?? '')) {
				this.known.delete(digest);
			}
			this.generations.delete(startMs);
			this.oldestMs = startMs + 1;
		}
	}
}
