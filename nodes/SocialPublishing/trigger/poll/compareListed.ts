import type { IDataObject } from 'n8n-workflow';

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
}

/** Something that has happened to a record of a list. */
export interface Found extends Change {
	/** The record's ID. */
	id: string;
	record: IDataObject;
}

/** Empty for a record without an ID. */
export function toListed(record: IDataObject): Listed[] {
	const id = firstText(record.id);
	if (id === undefined) return [];
	const createdMs = readCreatedMs(record);
	return [{ id, record, digest: digestOfId(id), createdMs, latestMs: readLatestMs(record) }];
}

/**
 * Changes what is remembered of a record, and returns what has happened to it.
 *
 * @param read the record itself, where it has been read because the list leaves something out
 * @param isBaseline the list is read for the first time, so what is there is not news
 */
export function compareListed<K>(
	section: Section<K>,
	watched: Map<string, K>,
	entry: Listed,
	read: IDataObject | undefined,
	state: WatchState,
	pass: Pass,
	isBaseline = false,
): Found[] {
	const { id, record, digest, createdMs, latestMs } = entry;
	const { sinceMs, forgettable } = pass;
	const { recent } = state;
	const forgottenBeforeMs = isBaseline ? sinceMs : state.forgottenBeforeMs[section.name];
	const before = watched.get(digest);
	const compared = compare(section, entry, read, before, state, isBaseline);
	if (compared === undefined) return [];
	const { known, changes } = compared;
	const isFinished = section.isFinished(known);
	const isOld = latestMs !== undefined && latestMs < sinceMs;
	if (isOld && before !== undefined && changes.length > 0) recent.set(digest, clock.now());
	if (isOld && isFinished && (recent.get(digest) ?? 0) < sinceMs) forgettable.add(digest);
	else forgettable.delete(digest);
	// What is as old as this and yet unknown was there before, and has been forgotten.
	const isForgotten = before === undefined && (latestMs ?? Infinity) < forgottenBeforeMs;
	if (!(isForgotten && isFinished)) watched.set(digest, known);
	if (isForgotten) return [];
	const isCreatedLongAgo = createdMs !== undefined && createdMs < forgottenBeforeMs;
	// Such a record had been forgotten, and something has happened to it since, but not all that is new to the node.
	const isBack = before === undefined && isCreatedLongAgo;
	const isOldNews = ({ type, endedMs }: Change) =>
		type === 'post.created' || (endedMs !== undefined && endedMs < forgottenBeforeMs);
	return changes
		.filter((change) => !isBack || !isOldNews(change))
		.map((change) => ({ ...change, id, record }));
}

/** Undefined for a new record that has not been read: the next poll still takes it for new. */
function compare<K>(
	section: Section<K>,
	{ id, record }: Listed,
	read: IDataObject | undefined,
	before: K | undefined,
	{ watchedSinceMs }: WatchState,
	isBaseline: boolean,
): { known: K; changes: Change[] } | undefined {
	const { untold } = section;
	const isTold = untold?.isTold(record) !== false;
	const isFirstReading = untold !== undefined && before !== undefined && untold.isUnread(before);
	if (isTold && !isFirstReading) return section.compare(id, record, before);
	const post = isTold ? record : read;
	if (post !== undefined) return untold?.compare(id, record, post, before, watchedSinceMs);
	if (before !== undefined) return { known: before, changes: [] };
	const known = isBaseline ? untold?.remember(id, record) : undefined;
	return known === undefined ? undefined : { known, changes: [] };
}
