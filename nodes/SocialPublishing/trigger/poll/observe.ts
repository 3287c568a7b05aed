import type { IDataObject } from 'n8n-workflow';

import { readDeliveries } from '../../api/readings/delivery';
import { readOutMs, readScheduledMs } from '../../api/readings/times';
import { clock } from '../../shared/clock';
import { firstText } from '../../shared/json';
import { eventIdOf } from '../fingerprint';
import { isAboutChosen, type PollSettings } from '../triggerParameters';
import type { RecordChange } from './comparePost';
import type { Snapshot } from './snapshot';
import type { ListedRecord, Scan } from './scan';
import type { ListState, PollEvent, PollState } from './poller';
import type { WatchedList } from './watchedLists';

/** A list that is being scanned, with its snapshots. */
export interface ScannedList {
	list: WatchedList;
	/** By the digest of the record's ID. */
	snapshots: Map<string, Snapshot>;
	state: PollState;
	listState: ListState;
	scan: Scan;
}

export interface ObservedChange extends RecordChange {
	/** The record's ID. */
	id: string;
	/** The IDs of the accounts concerned; empty if the list does not name them. */
	accountIds: string[];
}

/** Stores the snapshot of a record, and returns the changes since the previous one. */
export function observe(scanned: ScannedList, listed: ListedRecord): ObservedChange[] {
	const { list, snapshots, state, listState, scan } = scanned;
	const { id, record, digest, latestMs } = listed;
	const before = snapshots.get(digest);
	const { snapshot, changes } = list.compare(id, record, before);
	const isFinished = list.isFinished(snapshot);
	const hasChanged = before !== undefined && changes.length > 0;
	const isOld = latestMs !== undefined && latestMs < scan.watchedSinceMs;
	if (isOld && hasChanged) state.recentChangesMs.set(digest, clock.now());
	const changedMs = state.recentChangesMs.get(digest) ?? 0;
	if (isOld && isFinished && changedMs < scan.watchedSinceMs) scan.expired.add(digest);
	else scan.expired.delete(digest);
	const { watermarkMs } = listState;
	const hadExpired = before === undefined && (latestMs ?? Infinity) < watermarkMs;
	if (!(hadExpired && isFinished)) snapshots.set(digest, snapshot);
	if (hadExpired) return [];
	const emitted = before === undefined ? changesSince(watermarkMs, listed, changes) : changes;
	return emitted.map((change) => toObservedChange(change, listed, listState));
}

/** A change of a delivery concerns one account, a change of a post all of them. */
export function toObservedChange(
	change: RecordChange,
	{ id, record }: ListedRecord,
	{ baselineMs }: ListState,
): ObservedChange {
	const own = firstText(change.data.account_id);
	const ofPost = (readDeliveries(record) ?? []).flatMap(({ accountId }) => accountId ?? []);
	const { eventKey } = change;
	// A new baseline counts anew what can happen again, while n8n may still know the events from before it by their IDs.
	const isCounted = eventKey.length > 0 && baselineMs !== undefined;
	return {
		...change,
		...(isCounted && { eventKey: [...eventKey, baselineMs] }),
		id,
		accountIds: own === undefined ? ofPost : [own],
	};
}

/**
 * Whether a change is an event that starts the workflow.
 *
 * @param accountIds the chosen accounts; none for all
 */
export function isWanted(
	{ types }: PollSettings,
	accountIds: string[],
	change: ObservedChange,
): boolean {
	return types.includes(change.type) && isAboutChosen(accountIds, change.accountIds);
}

export function toEvent(
	{ workspaceId, workspacePath }: PollSettings,
	{ type, id, eventKey, data }: ObservedChange,
): PollEvent {
	return {
		id: eventIdOf(workspacePath, type, id, ...eventKey),
		type,
		workspace_id: workspaceId,
		created_at: new Date(clock.now()).toISOString(),
		// As in JSON.
		data: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)),
	};
}

/** A record created before the watermark had expired: only what has happened since then is new. */
function changesSince(
	watermarkMs: number,
	listed: ListedRecord,
	changes: RecordChange[],
): RecordChange[] {
	const existedMs = listed.createdMs ?? readExistedMs(listed.record);
	if (existedMs === undefined || existedMs >= watermarkMs) return changes;
	return changes.filter(
		({ type, endedMs = Infinity }) => type !== 'post.created' && endedMs >= watermarkMs,
	);
}

/** A time at which a record existed that does not state its creation: the end of its first delivery, or its schedule. */
function readExistedMs(record: IDataObject): number | undefined {
	const outMs = readOutMs(record);
	// What has not ended yet may be a copy with the schedule of another post.
	return outMs === undefined ? undefined : Math.min(outMs, readScheduledMs(record) ?? outMs);
}
