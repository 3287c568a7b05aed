import type { IDataObject } from 'n8n-workflow';

import { HANDED_OVER, phase, readLifecycleStatus } from '../../api/phase';
import { readPostIfExists } from '../../api/posts';
import { FINAL_DELIVERY_STATUSES, readDeliveries } from '../../api/readings/delivery';
import {
	listsDestinations,
	readDestinations,
	readPostStatus,
	readTimezone,
	readWrittenParts,
} from '../../api/readings/post';
import { readScheduledMs } from '../../api/readings/times';
import { canonicalJson } from '../../shared/json';
import { path } from '../../transport/address';
import type { Connection } from '../../transport/connection';
import type { Comparison } from './comparePost';
import type { ScannedList } from './observe';
import type { ListedRecord } from './scan';

const MAX_READS_PER_POLL = 20;

/** A list may leave out a field of many posts: some reads are kept for those that seem to have returned. */
const MAX_READS_FOR_INCOMPLETE = 10;

/**
 * Tells returns to an earlier state, and retries of what had ended, from a list that lags behind. The list looks the same in
 * both cases, so the record decides.
 */
export class ReturnCheck {
	private reads = 0;
	private failure: { error: unknown } | undefined;

	constructor(
		private readonly connection: Connection,
		private readonly workspacePath: string,
	) {}

	/**
	 * Whether the listed record has neither left a final state nor returned to an earlier one nor lost a field, or its own
	 * record shows the same state. If not, or if it cannot be read in this poll, the list says nothing about it for now. A
	 * record that has only lost a field counts as listed once too many were read.
	 */
	async isCredible(
		{ list, snapshots }: ScannedList,
		{ id, digest, record: listed }: ListedRecord,
	): Promise<boolean> {
		const before = snapshots.get(digest);
		const seen = list.compare(id, listed, before);
		if (!isDoubtful(seen)) return true;
		const maxReads = isBack(seen) ? MAX_READS_PER_POLL : MAX_READS_FOR_INCOMPLETE;
		// An edit too many is better than a schedule that is reported days later.
		if (this.reads >= maxReads) return !isBack(seen);
		this.reads++;
		const recordPath = `${this.workspacePath}${path(list.name, id)}`;
		try {
			const state = await readPostIfExists(this.connection, recordPath, 'read the post');
			// The list may show the content in another form for good: it matters only if the post has returned to it.
			const isSame = seen.isReturn === true ? isSameState : hasSameStatuses;
			if (state === undefined || !isSame(listed, state.post)) return false;
			const whole = list.compare(id, state.post, before);
			if (isDoubtful(whole)) return true;
			// The list may just leave out a field now and then: then the record itself is as it was, or has changed less.
			const leastChanges = seen.isIncomplete === true ? seen.changes.length : 1;
			if (whole.changes.length < leastChanges) return false;
			if (!isBack(seen)) return true;
			// The snapshot has only the fields that the list shows.
			return isDoubtful(list.compare(id, withFieldsOf(listed, state.post), before));
		} catch (error) {
			this.failure ??= { error };
			return false;
		}
	}

	/** @throws ServiceFailure if a record could not be read */
	end(): void {
		if (this.failure !== undefined) throw this.failure.error;
	}
}

function isDoubtful(seen: Comparison): boolean {
	return isBack(seen) || seen.isIncomplete === true;
}

function isBack({ isReopened, isReturn }: Comparison): boolean {
	return isReopened === true || isReturn === true;
}

/** Whether the record of a post shows the same state as a list. A field that the list leaves out contradicts nothing. */
export function isSameState(listed: IDataObject, record: IDataObject): boolean {
	if (!hasSameStatuses(listed, record)) return false;
	const scheduledMs = readScheduledMs(listed);
	if (scheduledMs !== undefined && scheduledMs !== readScheduledMs(record)) return false;
	const timezone = readTimezone(listed);
	if (timezone !== undefined && timezone !== readTimezone(record)) return false;
	const comparable = readWrittenParts(withFieldsOf(listed, record));
	return canonicalJson(readWrittenParts(listed)) === canonicalJson(comparable);
}

/** Whether the record of a post shows the same status as a list, and the same outcomes of its deliveries. */
export function hasSameStatuses(listed: IDataObject, record: IDataObject): boolean {
	// Without a status of its own, a post that is sent again may look like a draft.
	const wasSent = HANDED_OVER.has(phase(record));
	const comparable = readPostStatus(listed) ? record : { ...record, status: undefined };
	const status = readLifecycleStatus(listed, wasSent);
	const isSame = status === undefined || status === readLifecycleStatus(comparable, wasSent);
	return isSame && hasSameOutcomes(listed, record);
}

/** Whether every delivery that both show has ended in the same way, or is open. */
function hasSameOutcomes(listed: IDataObject, record: IDataObject): boolean {
	const inRecord = new Map((readDeliveries(record) ?? []).map(({ key, status }) => [key, status]));
	return (readDeliveries(listed) ?? []).every(({ key, status }) => {
		const recorded = inRecord.get(key);
		if (status === undefined || recorded === undefined || status === recorded) return true;
		return !FINAL_DELIVERY_STATUSES.has(status) && !FINAL_DELIVERY_STATUSES.has(recorded);
	});
}

/** The record, with only the fields that the list has. */
function withFieldsOf(listed: IDataObject, record: IDataObject): IDataObject {
	const names = new Set(readDestinations(listed).flatMap(Object.keys));
	const destinations = readDestinations(record).map((each) => pick(each, names));
	return {
		...pick(record, new Set(Object.keys(listed))),
		...(listsDestinations(listed) && { destinations }),
	};
}

function pick(record: IDataObject, names: ReadonlySet<string>): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));
}
