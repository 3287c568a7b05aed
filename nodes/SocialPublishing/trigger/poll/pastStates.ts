import type { IDataObject } from 'n8n-workflow';

import { statesContent } from '../../api/postContent';
import { HANDED_OVER, phase, readLifecycleStatus } from '../../api/phase';
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
import { fingerprintOf } from '../fingerprint';
import type { StatusHistory } from './statusHistory';

/** How many states of a post are remembered. */
const MAX_PAST_STATES = 20;

/** Status histories of deliveries, by the fingerprint of their key. */
export type Deliveries = Record<string, StatusHistory>;

/** The stored snapshot of a record; only a post has more than its status. */
export interface Snapshot {
	status: StatusHistory;
	deliveries?: Deliveries;
	/** Fingerprints of the content and the schedule while the post can be edited. */
	content?: string;
	schedule?: string;
	/** Fingerprints of the states that the post has left, oldest first; forgotten when it ends. */
	past?: string[];
	/** How often the post has returned to an earlier state; forgotten when it ends. */
	returns?: number;
}

/** Adds the state that a post has left to those it left earlier, and notices a return to one of these. Pure. */
export function recordState(
	before: Snapshot | undefined,
	now: Snapshot,
): Pick<Snapshot, 'past' | 'returns'> & { isReturn: boolean } {
	if (before === undefined) return { isReturn: false };
	const { past = [], returns = 0 } = before;
	const [left, current] = [fingerprintOfState(before), fingerprintOfState(now)];
	if (left === current) return { past, returns, isReturn: false };
	const isReturn = past.includes(current);
	const others = past.filter((each) => each !== current && each !== left);
	return {
		past: [...others, left].slice(-MAX_PAST_STATES),
		returns: returns + (isReturn ? 1 : 0),
		isReturn,
	};
}

function fingerprintOfState({ status, content, schedule }: Snapshot): string {
	return fingerprintOf([status.at(-1), content, schedule]);
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

/** Whether a post states no time, text or destinations: the list may leave them out for good, or only now. */
export function lacksField(post: IDataObject): boolean {
	const isTimeMissing =
		readLifecycleStatus(post) === 'scheduled' && readScheduledMs(post) === undefined;
	return isTimeMissing || !statesContent(post);
}

/** The record, with only the fields that the list has. */
export function withFieldsOf(listed: IDataObject, record: IDataObject): IDataObject {
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
