import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../transport/envelope';
import { canonicalJson } from '../transport/idempotency';

/** Names under which an entry of a list may carry its day. */
export const DAY_FIELDS = ['date', 'day', 'recorded_on'];
/** Names that tell one entry of a list from another. */
const IDENTITY_FIELDS = ['account_id', 'post_id', 'destination_id', 'id'];
/** Fields of a window's first day: the joined record begins where the first window begins. */
const START_FIELDS = new Set(['start_date', 'from', 'start', 'since']);

/**
 * Joins the answers for windows that follow each other into the answer for the whole range: days one after
 * the other, each once; complaints and coverage of all windows; everything else as the newest window has it.
 * A null stays null and a zero stays zero.
 */
export function joinWindows(windows: IDataObject[]): IDataObject {
	return windows.reduce((older, newer) => joinRecords(older, newer, false), {});
}

type Value = IDataObject[string];

function joinRecords(older: IDataObject, newer: IDataObject, isCoverage: boolean): IDataObject {
	const joined: IDataObject = { ...older };
	for (const [name, value] of Object.entries(newer)) {
		const before = older[name];
		if (before === undefined) joined[name] = value;
		else if (START_FIELDS.has(name)) joined[name] = before;
		else joined[name] = joinValues(before, value, isCoverage || name === 'coverage');
	}
	return joined;
}

function joinValues(older: Value, newer: Value, isCoverage: boolean): Value {
	if (isRecord(older) && isRecord(newer)) return joinRecords(older, newer, isCoverage);
	if (Array.isArray(older) && Array.isArray(newer)) return joinLists(older, newer, isCoverage);
	// Counts of days or records add up; a share does not.
	if (isCoverage && Number.isInteger(older) && Number.isInteger(newer)) {
		return Number(older) + Number(newer);
	}
	return newer;
}

function joinLists(older: unknown[], newer: unknown[], isCoverage: boolean): unknown[] {
	const entries = new Map<string, unknown>();
	for (const entry of [...older, ...newer]) {
		const key = keyOf(entry);
		const before = entries.get(key);
		const isBoth = isRecord(before) && isRecord(entry);
		entries.set(key, isBoth ? joinRecords(before, entry, isCoverage) : entry);
	}
	return [...entries.values()];
}

/** What makes two entries the same one: their record and day; for everything else, all of it. */
function keyOf(entry: unknown): string {
	if (!isRecord(entry) || entry.code !== undefined || entry.message !== undefined) {
		return canonicalJson(entry);
	}
	const own = [...IDENTITY_FIELDS, ...DAY_FIELDS].map((name) => entry[name] ?? null);
	return canonicalJson(own.some((value) => value !== null) ? own : entry);
}
