import type { IDataObject } from 'n8n-workflow';
import { isRecord, canonicalJson } from '../../shared/json';

/** Names under which an entry of a list may carry its day. */
export const DAY_FIELDS = ['date', 'day', 'recorded_on'];
/** Names that tell one entry of a list from another. */
const IDENTITY_FIELDS = ['account_id', 'post_id', 'destination_id', 'id'];
/** Fields of a window's first day: the joined record begins where the first window begins. */
const START_FIELDS = new Set(['start_date', 'from', 'start', 'since']);

/** A name of what was known last, which an empty window does not undo. */
const LAST_KNOWN = /last_?known/i;

/**
 * Joins the answers for windows that follow each other into the answer for the whole range: days one after
 * the other, each once; complaints and coverage of all windows; everything else as the newest window has it.
 * A null stays null and a zero stays zero.
 */
export function joinWindows(windows: IDataObject[]): IDataObject {
	return windows.reduce((older, newer) => joinRecords(older, newer, joinCoverage), {});
}

/** Joins the pages of one answer: lists one after the other; what comes again with every page counts once. */
export function joinPages(pages: IDataObject[]): IDataObject {
	return pages.reduce((older, newer) => joinRecords(older, newer, takeNewer), {});
}

type Value = IDataObject[string];
type CountJoin = (name: string, older: number, newer: number) => number;

/** Days of windows add up; records, which every window counts alike, and shares do not. */
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

/** What makes two entries the same one: their record and day; for everything else, all of it. */
function keyOf(entry: unknown): string {
	if (!isRecord(entry) || entry.code !== undefined || entry.message !== undefined) {
		return canonicalJson(entry);
	}
	const own = [...IDENTITY_FIELDS, ...DAY_FIELDS].map((name) => entry[name] ?? null);
	return canonicalJson(own.some((value) => value !== null) ? own : entry);
}
