/** A record that is missing from this many complete passes in a row is forgotten. */
const MISSES_UNTIL_FORGOTTEN = 10;
/** How long a pass may end early before the whole list is read again. */
const COMPLETE_AFTER_MS = 6 * 60 * 60 * 1_000;

/** A listed record, as far as the pass needs it. */
export interface ListedRecord {
	/** Stands for its ID. */
	digest: string;
	createdMs: number | undefined;
}

/** One reading of a list from its beginning to its end, which may take several polls. */
export class Pass {
	/** Where the next page begins; undefined at the beginning of a pass. */
	cursor: string | undefined;
	/** The service does not go on from a cursor at a later time, so a pass cannot be spread over several polls. */
	readsAtOnce = false;
	/** How far back records are watched in this pass (milliseconds since 1970), from its beginning to its end. */
	sinceMs = 0;
	/**
	 * Finished records that are older than that. They are forgotten at the end of the pass, as one that is forgotten
	 * earlier and listed twice would seem to be new.
	 */
	readonly forgettable = new Set<string>();

	private seen = new Set<string>();
	private lastCreatedMs = Infinity;
	/** Every record so far tells when it was created, and none is newer than the one before it. */
	private isNewestFirst = true;
	private wasNewestFirst = false;
	private completedAtMs = 0;
	private readonly misses = new Map<string, number>();

	/** Notes a page. */
	note(page: ListedRecord[]): void {
		for (const { digest, createdMs } of page) {
			this.seen.add(digest);
			this.isNewestFirst &&= createdMs !== undefined && createdMs <= this.lastCreatedMs;
			this.lastCreatedMs = createdMs ?? this.lastCreatedMs;
		}
	}

	/**
	 * Whether the rest of the list can be left out: everything that is watched has been seen, and what follows is older
	 * than what is watched, if the list is in the order in which the last complete pass and this one have found it. In
	 * case that it is not, the whole list is read again from time to time.
	 */
	canEnd(
		page: ListedRecord[],
		watched: Iterable<string>,
		forgottenBeforeMs: number,
		nowMs: number,
	): boolean {
		if (!this.wasNewestFirst || !this.isNewestFirst) return false;
		if (nowMs >= this.completedAtMs + COMPLETE_AFTER_MS) return false;
		const isRestOld = (page.at(-1)?.createdMs ?? Infinity) < forgottenBeforeMs;
		return isRestOld && [...watched].every((digest) => this.seen.has(digest));
	}

	/** Ends the pass. Returns those of `watched` that are gone for good; an early end tells nothing about them. */
	end(isComplete: boolean, watched: Iterable<string>, nowMs: number): string[] {
		const gone: string[] = [];
		if (isComplete) {
			for (const digest of watched) {
				const misses = this.seen.has(digest) ? 0 : (this.misses.get(digest) ?? 0) + 1;
				if (misses > 0) this.misses.set(digest, misses);
				else this.misses.delete(digest);
				if (misses >= MISSES_UNTIL_FORGOTTEN) gone.push(digest);
			}
			for (const digest of gone) this.misses.delete(digest);
			this.wasNewestFirst = this.isNewestFirst;
			this.completedAtMs = nowMs;
		}
		this.restart();
		return gone;
	}

	restart(): void {
		this.cursor = undefined;
		this.forgettable.clear();
		this.seen = new Set();
		this.lastCreatedMs = Infinity;
		this.isNewestFirst = true;
	}
}
