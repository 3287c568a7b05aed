/** Whoever else uses more than this part of the limit is another process, as in n8n's queue mode, and not a person. */
const PART_OF_PROCESSES = 1 / 6;
/** How long they are expected to go on. */
const ACTIVE_MS = 10 * 60_000;
/** The part of the limit that is used with care. */
const LAST_PART = 1 / 3;
/** 2 of 60: what two others may have sent since the last response, one request each. */
const RESERVED_PART = 1 / 30;

/**
 * The processes that use the same credential, of which only the headers of our own responses tell. None can know that
 * another has just sent the last request of the minute, so each leaves a few unused. `npm run bench processes` counts
 * the refusals that this avoids.
 */
export class OtherProcesses {
	private noticedMs = -Infinity;

	/** Notes how many requests others have sent in the last minute, at the least. */
	observe(count: number, limit: number, nowMs: number): void {
		if (count > limit * PART_OF_PROCESSES) this.noticedMs = nowMs;
	}

	areActive(nowMs: number): boolean {
		return nowMs - this.noticedMs < ACTIVE_MS;
	}

	/** Whether few requests are left for all of us once `used` are used up. */
	areFewLeft(used: number, limit: number, nowMs: number): boolean {
		return this.areActive(nowMs) && limit - used <= limit * LAST_PART;
	}

	/** How many of the last requests are left to them. */
	reserve(used: number, limit: number, nowMs: number): number {
		return this.areFewLeft(used, limit, nowMs) ? Math.floor(limit * RESERVED_PART) : 0;
	}
}
