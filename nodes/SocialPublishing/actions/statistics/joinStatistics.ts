import type { IDataObject } from 'n8n-workflow';
import { isRecord, canonicalJson } from '../../shared/json';

/** Fields that may contain the day of a list entry. */
export const DAY_FIELDS = ['date', 'day', 'recorded_on'];
/** Fields that identify the record of a list entry. */
const IDENTITY_FIELDS = ['account_id', 'post_id', 'destination_id', 'id'];
/** Fields with the first day of a window: the joined record starts where the first window starts. */
const START_FIELDS = new Set(['start_date', 'from', 'start', 'since']);

/** Matches fields with a last known value, which an empty window does not overwrite. */
const LAST_KNOWN = /last_?known/i;

/**
 * Joins the records of consecutive windows into the record of the whole range: every day once, in order; warnings
 * and coverage of all windows; everything else from the newest window. Null stays null and zero stays zero.
 */
export function joinWindows(windows: IDataObject[]): IDataObject {
	return windows.reduce((older, newer) => joinRecords(older, newer, joinCoverage), {});
}

/** Joins the pages of one response: lists are concatenated; entries that every page repeats count once. */
export function joinPages(pages: IDataObject[]): IDataObject {
	return pages.reduce((older, newer) => joinRecords(older, newer, takeNewer), {});
}

type Value = IDataObject[string];
type CountJoin = (name: string, older: number, newer: number) => number;

/** The day counts of windows add up. Record counts, which are the same in every window, and ratios do not. */
const joinCoverage: CountJoin = (name, older, newer) =>
	/days$/i.test(name) && Number.isInteger(older) && Number.isInteger(newer) ? older + newer : newer;

const takeNewer: CountJoin = (_name, _older, newer) => newer;

function joinRecords(older: IDataObject, newer: IDataObject, joinCounts: CountJoin): IDataObject {
	const joined: IDataObject = { ...older };
	for (const [name, value] of Object.entries(newer)) {
		const before = older[name];
		const isKnownBefore = before !== null && value === null && LAST_KNOWN.test(name);
		if (before === undefined) joined[name] = value;
		else if (START_FIELDS.has(name) || isKnownBefore) joined[name] = before;
		else joined[name] = joinValues(name, before, value, joinCounts);
	}
	return joined;
}

function joinValues(name: string, older: Value, newer: Value, joinCounts: CountJoin): Value {
	const isLastKnown = LAST_KNOWN.test(name);
	if (isRecord(older) && isRecord(newer) && !isLastKnown) {
		return joinRecords(older, newer, joinCounts);
	}
	if (Array.isArray(older) && Array.isArray(newer)) return joinLists(older, newer, joinCounts);
	if (typeof older === 'number' && typeof newer === 'number') return joinCounts(name, older, newer);
	return newer;
}

function joinLists(older: unknown[], newer: unknown[], joinCounts: CountJoin): unknown[] {
	const entries = new Map<string, unknown>();
	for (const entry of [...older, ...newer]) {
		const key = keyOf(entry);
		const before = entries.get(key);
		const isBoth = isRecord(before) && isRecord(entry);
		entries.set(key, isBoth ? joinRecords(before, entry, joinCounts) : entry);
	}
	return [...entries.values()];
}

/** Entries with the same key are the same entry: the key is their record and day or, without either, their content. */
function keyOf(entry: unknown): string {
	if (!isRecord(entry) || entry.code !== undefined || entry.message !== undefined) {
		return canonicalJson(entry);
	}
	const identity = [...IDENTITY_FIELDS, ...DAY_FIELDS].map((name) => entry[name] ?? null);
	return canonicalJson(identity.some((value) => value !== null) ? identity : entry);
}
