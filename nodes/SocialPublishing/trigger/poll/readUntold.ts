import type { IDataObject } from 'n8n-workflow';

import { withEtag } from '../../api/records';
import { ServiceFailure } from '../../shared/failure';
import { readRecord } from '../../shared/json';
import { path } from '../../transport/address';
import { call } from '../../transport/call';
import type { Connection } from '../../transport/connection';
import { isFault } from '../../transport/status';
import type { FetchedResource } from '../includeResource';
import type { Listed } from './compareListed';
import type { Pass, Queue } from './pass';
import type { Section, Untold } from './sections';
import type { ListName } from './watchState';

export interface ListReader {
	connection: Connection;
	/** Relative to `{base_url}`. */
	workspacePath: string;
	/** Takes what has been read by itself, for the events that include it. */
	resources?: Map<string, Promise<FetchedResource>>;
}

/** A third of the requests that a minute allows, beside another third for the pages of the list. */
export const READS_A_POLL = 20;
/** How many of them are kept for records that were there at first, while there are such: neither they nor news must wait. */
const WAITING_READS_A_POLL = 10;
/** After this many failures in one poll, the next poll goes on. */
const MOST_FAILURES = 3;

/** Stands for a record that does not exist any more. */
const GONE = 'gone';

/** A record of a list and what is known of it. */
interface Entry<K> extends Listed {
	known: K | undefined;
}

interface UntoldList<K> {
	reader: ListReader;
	section: Section<K>;
	watched: ReadonlyMap<string, K>;
	/** Older records that are not known have been forgotten (milliseconds since 1970). */
	forgottenBeforeMs: number;
	/** The list is read for the first time. */
	isBaseline: boolean;
}

/** Reads in one poll the records of which the list leaves out what is compared. */
export class UntoldReader<K> {
	/** Why a record could not be read. */
	failure: { error: unknown } | undefined;

	/** How many may still be read in this poll. */
	private readonly left: Record<Queue, number>;
	private failures = 0;

	constructor(private readonly list: UntoldList<K>) {
		const { watched, section, isBaseline } = list;
		const waiting = [...watched.values()].filter((known) => section.untold?.isWaiting(known));
		const kept = isBaseline ? READS_A_POLL : Math.min(WAITING_READS_A_POLL, waiting.length);
		this.left = { waiting: kept, other: READS_A_POLL - kept };
	}

	/** Reads those records of a page that need it, as far as the poll may. The others keep what is known of them. */
	async read(page: Listed[], pass: Pass): Promise<Map<string, IDataObject>> {
		const results = new Map<string, IDataObject>();
		const { untold } = this.list.section;
		if (untold === undefined) return results;
		for (const { id, digest, known } of this.candidates(untold, page)) {
			if (results.has(digest)) continue;
			const queue = known !== undefined && untold.isWaiting(known) ? 'waiting' : 'other';
			const record = this.takeTurn(queue, digest, pass) ? await this.fetch(id) : undefined;
			if (record === undefined) pass.hasUnread ||= known === undefined;
			else if (record !== GONE) results.set(digest, record);
		}
		return results;
	}

	private candidates(untold: Untold<K>, page: Listed[]): Array<Entry<K>> {
		return page
			.filter(({ record }) => !untold.isTold(record))
			.map((entry) => ({ ...entry, known: this.recall(untold, entry) }))
			.filter((entry) => this.needsReading(untold, entry))
			.map((entry) => ({ entry, urgency: untold.urgencyOf(entry.record, entry.known) }))
			.sort((a, b) => b.urgency - a.urgency)
			.map(({ entry }) => entry);
	}

	private recall(untold: Untold<K>, { id, digest, record }: Listed): K | undefined {
		const { watched, isBaseline } = this.list;
		return watched.get(digest) ?? (isBaseline ? untold.remember(id, record) : undefined);
	}

	private needsReading(untold: Untold<K>, { record, latestMs, known }: Entry<K>): boolean {
		const { forgottenBeforeMs, isBaseline, section } = this.list;
		const isOld = latestMs !== undefined && latestMs < forgottenBeforeMs;
		// On activation, what is old and finished is not kept in the first place.
		if (isOld && (known === undefined || (isBaseline && section.isFinished(known)))) return false;
		return untold.needsReading(record, known);
	}

	private takeTurn(queue: Queue, digest: string, { turns }: Pass): boolean {
		const isTaken = turns[queue].take(digest, this.left[queue] > 0);
		if (isTaken) this.left[queue]--;
		return isTaken;
	}

	private async fetch(id: string): Promise<IDataObject | typeof GONE | undefined> {
		const { reader, section } = this.list;
		return await fetchRecord(reader, section.name, id).catch((error: unknown) => {
			if (isGone(error)) return GONE;
			this.failure ??= { error };
			if (isOutage(error) && ++this.failures >= MOST_FAILURES)
				this.left.waiting = this.left.other = 0;
			return undefined;
		});
	}
}

/** Reads a record of a list by itself. */
export async function fetchRecord(
	{ connection, workspacePath, resources }: ListReader,
	list: ListName,
	id: string,
): Promise<IDataObject> {
	const recordPath = path(list, id);
	const { data, etag } = await call(connection, {
		purpose: `read one of the ${list}`,
		method: 'GET',
		path: `${workspacePath}${recordPath}`,
		safety: 'read',
	});
	const record = readRecord(data);
	resources?.set(recordPath, Promise.resolve({ resource: withEtag(record, etag) }));
	return record;
}

/** Not the fault of one record. */
function isOutage(error: unknown): boolean {
	const status = error instanceof ServiceFailure ? error.facts.status : undefined;
	return isFault(status) || status === 429;
}

/** Deleted since the list was read. */
function isGone(error: unknown): boolean {
	return error instanceof ServiceFailure && [404, 410].includes(error.facts.status ?? 0);
}
