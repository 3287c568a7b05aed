import type { IDataObject } from 'n8n-workflow';

import { readCreatedMs, readLatestMs } from '../../api/readings/times';
import { readRecordId } from '../../api/readings/record';
import { clock } from '../../shared/clock';
import { digestOfId } from '../fingerprint';

/** The rest of a list can be skipped although a record is missing, if this many complete scans in a row lacked it. */
const MISSES_UNTIL_SKIPPED = 10;
/** Fewer records may be in order by chance. */
const RECORDS_THAT_SHOW_ORDER = 10;
/** How long scans may end early before the whole list is read again. */
const COMPLETE_AFTER_MS = 6 * 60 * 60 * 1_000;

export interface ListedRecord {
	id: string;
	/** The digest of its ID. */
	digest: string;
	record: IDataObject;
	createdMs: number | undefined;
	latestMs: number | undefined;
}

/** Returns nothing for a record without an ID. */
export function toListed(record: IDataObject): ListedRecord[] {
	const id = readRecordId(record);
	if (id === undefined) return [];
	const createdMs = readCreatedMs(record);
	return [{ id, record, digest: digestOfId(id), createdMs, latestMs: readLatestMs(record) }];
}

/** One reading of a list from beginning to end, which may take several polls. */
export class Scan {
	/** Where the next page begins; undefined at the beginning. */
	cursor: string | undefined;
	/** The service does not accept a cursor at a later time, so the scan cannot span several polls. */
	isInOnePoll = false;
	/** How far back records are watched (milliseconds since 1970), constant during a scan. */
	watchedSinceMs = 0;
	/**
	 * Finished records that are older. They are removed at the end of the scan: if a record was removed earlier and listed
	 * twice, it would seem to be new.
	 */
	readonly expired = new Set<string>();

	private seen = new Set<string>();
	private lastCreatedMs = Infinity;
	/** Every record so far has a creation time, and none is newer than the one before it. */
	private isNewestFirst = true;
	private wasNewestFirst = false;
	private completedAtMs = 0;
	private readonly misses = new Map<string, number>();

	addPage(page: ListedRecord[]): void {
		for (const { digest, createdMs } of page) {
			this.seen.add(digest);
			this.isNewestFirst &&= createdMs !== undefined && createdMs <= this.lastCreatedMs;
			this.lastCreatedMs = createdMs ?? this.lastCreatedMs;
		}
	}

	/**
	 * Whether the rest of the list can be skipped: all known records have been seen, except those that have been missing for
	 * long, and the rest is older than the watermark, provided that the list is sorted. The last complete scan and this one so
	 * far show whether it is. Because the order may change, the whole list is read again from time to time.
	 */
	canEndEarly(page: ListedRecord[], known: Iterable<string>, watermarkMs: number): boolean {
		if (!this.wasNewestFirst || !this.isNewestFirst) return false;
		if (clock.now() >= this.completedAtMs + COMPLETE_AFTER_MS) return false;
		const isRestOld = (page.at(-1)?.createdMs ?? Infinity) < watermarkMs;
		const isAwaited = (digest: string) => (this.misses.get(digest) ?? 0) < MISSES_UNTIL_SKIPPED;
		return isRestOld && [...known].every((digest) => this.seen.has(digest) || !isAwaited(digest));
	}

	/**
	 * Ends a scan that has reached the end of the list, and prepares the next one. A record that a list leaves out is not gone,
	 * so a known record is removed only if no scan has seen it for as long as posts are watched. An empty list says nothing
	 * about any record.
	 *
	 * @param known the records that the list should contain; none if pages may be missing
	 * @param missingSinceMs since when known records have been missing; updated
	 * @returns the known records to remove
	 */
	complete(known: Iterable<string>, missingSinceMs: Map<string, number>): Iterable<string> {
		const nowMs = clock.now();
		const removed = new Set(this.expired);
		for (const digest of known) {
			if (this.seen.has(digest)) {
				this.misses.delete(digest);
				missingSinceMs.delete(digest);
			} else if (this.seen.size > 0) {
				const misses = (this.misses.get(digest) ?? 0) + 1;
				this.misses.set(digest, misses);
				const sinceMs = missingSinceMs.get(digest) ?? nowMs;
				missingSinceMs.set(digest, sinceMs);
				const isLong = sinceMs < this.watchedSinceMs;
				if (misses >= MISSES_UNTIL_SKIPPED && isLong) removed.add(digest);
			}
		}
		for (const digest of removed) this.misses.delete(digest);
		this.wasNewestFirst = this.isNewestFirst && this.seen.size >= RECORDS_THAT_SHOW_ORDER;
		this.completedAtMs = nowMs;
		this.restart();
		return removed;
	}

	restart(): void {
		this.cursor = undefined;
		this.expired.clear();
		this.seen = new Set();
		this.lastCreatedMs = Infinity;
		this.isNewestFirst = true;
	}
}
