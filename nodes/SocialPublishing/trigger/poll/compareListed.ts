import type { IDataObject } from 'n8n-workflow';

import { readDeliveries } from '../../api/readings/delivery';
import { readCreatedMs, readLatestMs } from '../../api/readings/times';
import { clock } from '../../shared/clock';
import { firstText } from '../../shared/json';
import type { Change } from './comparePost';
import { digestOfId } from './digest';
import type { ListedRecord, Pass } from './pass';
import type { Section } from './sections';
import type { WatchState } from './watchState';

/** A record of a list. */
export interface Listed extends ListedRecord {
	id: string;
	record: IDataObject;
	latestMs: number | undefined;
}

/** Something that has happened to a record of a list. */
export interface Found extends Change {
	/** The record's ID. */
	id: string;
	/** The IDs of the accounts that it has happened to; empty where the list does not tell. */
	accountIds: string[];
}

/** A list that is being read, and what is remembered of it. */
export interface WatchedList<K> {
	section: Section<K>;
	/** What is remembered of its records, by the digest of their IDs. */
	watched: Map<string, K>;
	state: WatchState;
	pass: Pass;
}

/** Empty for a record without an ID. */
export function toListed(record: IDataObject): Listed[] {
	const id = firstText(record.id);
	if (id === undefined) return [];
	const createdMs = readCreatedMs(record);
	return [{ id, record, digest: digestOfId(id), createdMs, latestMs: readLatestMs(record) }];
}

/** Changes what is remembered of a record, and returns what has happened to it. */
export function compareListed<K>(list: WatchedList<K>, entry: Listed): Found[] {
	const { section, watched, state } = list;
	const { id, record, digest, latestMs } = entry;
	const before = watched.get(digest);
	const { known, changes } = section.compare(id, record, before);
	const isFinished = section.isFinished(known);
	noteAge(list, entry, { isFinished, isNews: before !== undefined && changes.length > 0 });
	// What is as old as this and yet unknown was there before, and has been forgotten.
	const forgottenBeforeMs = state.forgottenBeforeMs[section.name];
	const isForgotten = before === undefined && (latestMs ?? Infinity) < forgottenBeforeMs;
	if (!(isForgotten && isFinished)) watched.set(digest, known);
	if (isForgotten) return [];
	const news = before === undefined ? newsSince(forgottenBeforeMs, entry, changes) : changes;
	return news.map((change) => toFound(change, entry));
}

/** A change of a delivery is about one account, one of a post about all of them. */
export function toFound(change: Change, { id, record }: Listed): Found {
	const own = firstText(change.data.account_id);
	const ofPost = (readDeliveries(record) ?? []).flatMap(({ accountId }) => accountId ?? []);
	return { ...change, id, accountIds: own === undefined ? ofPost : [own] };
}

/** Notes whether a record is to be forgotten at the end of the pass. */
function noteAge<K>(
	{ state: { recent }, pass: { sinceMs, forgettable } }: WatchedList<K>,
	{ digest, latestMs }: Listed,
	{ isFinished, isNews }: { isFinished: boolean; isNews: boolean },
): void {
	const isOld = latestMs !== undefined && latestMs < sinceMs;
	if (isOld && isNews) recent.set(digest, clock.now());
	if (isOld && isFinished && (recent.get(digest) ?? 0) < sinceMs) forgettable.add(digest);
	else forgettable.delete(digest);
}

/** A record from before this time had been forgotten: something has happened to it, but not all that is new to the node. */
function newsSince(sinceMs: number, { createdMs }: Listed, changes: Change[]): Change[] {
	if (createdMs === undefined || createdMs >= sinceMs) return changes;
	return changes.filter(
		({ type, endedMs = Infinity }) => type !== 'post.created' && endedMs >= sinceMs,
	);
}
