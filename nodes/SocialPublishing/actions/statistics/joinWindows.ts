import type { IDataObject } from 'n8n-workflow';

import {
	isWindowCount,
	hasSeries,
	isCoverage,
	START_FIELDS,
	withoutWindow,
} from '../../api/readings/statistics/coverage';
import { namesSubject } from '../../api/readings/statistics/subject';
import { isLastKnown, readMoment } from '../../api/readings/statistics/words';
import { canonicalJson, isRecord, textOf } from '../../shared/json';

/** What the service returned for one window of a range. */
export interface StatisticsWindow {
	/** The number of days in the window, counting both ends; undefined if the service chose them. */
	days: number | undefined;
	record: IDataObject;
}

type Value = IDataObject[string];
/** The values of one field in consecutive windows. */
type WindowValues = Array<{ days: number | undefined; value: Value }>;

/**
 * Joins the records of consecutive windows, oldest first, into the record of the whole range. The rows of a list are
 * concatenated; only a row that a later window repeats is omitted. Coverage counts of days are added up. Everything else is
 * taken from the newest window. Null stays null and zero stays zero.
 */
export function joinWindows(windows: StatisticsWindow[]): IDataObject {
	const [first] = windows;
	if (first !== undefined && windows.length === 1) return first.record;
	return joinRecords(windows, { isRow: false, isCoverage: false });
}

interface Place {
	/** Within a row of a list. */
	isRow: boolean;
	isCoverage: boolean;
}

function joinRecords(windows: StatisticsWindow[], place: Place): IDataObject {
	const names = new Set(windows.flatMap(({ record }) => Object.keys(record)));
	const joined: IDataObject = {};
	for (const name of names) {
		const values = windows
			.filter(({ record }) => record[name] !== undefined)
			.map(({ days, record }) => ({ days, value: record[name] }));
		const isCount = place.isCoverage && values.length === windows.length;
		joined[name] =
			isCount && isWindowCount(name, values)
				? values.reduce((sum, { value }) => sum + Number(value), 0)
				: joinValues(name, values, { ...place, isCoverage: isCoverage(name) });
	}
	return joined;
}

function joinValues(name: string, values: WindowValues, place: Place): Value {
	const known = values.filter(({ value }) => value !== null);
	const newest = values.at(-1)?.value;
	if (START_FIELDS.has(name) && typeof newest === 'string') return values[0]?.value;
	if (isLastKnown(name)) return known.at(-1)?.value ?? null;
	const lists = known.flatMap(({ days, value }) =>
		Array.isArray(value) ? { days, rows: value } : [],
	);
	if (lists.length > 0 && lists.length === known.length) return joinLists(lists, place);
	const records = known.flatMap(({ days, value }) =>
		isRecord(value) ? { days, record: value } : [],
	);
	// Null instead of figures is the newest state; null instead of rows would hide the rows of the other windows.
	const isJoined = newest !== null || records.some(({ record }) => hasSeries(record));
	if (records.length > 0 && records.length === known.length && isJoined) {
		return joinRecords(records, place);
	}
	return newest;
}

function joinLists(
	lists: Array<{ days: number | undefined; rows: unknown[] }>,
	place: Place,
): unknown[] {
	const [first = { rows: [] }] = lists;
	const isPlain = lists.every(({ rows }) => rows.every((row) => !isRecord(row)));
	// Numbers are points of a series, which may be equal; texts, such as platforms, describe the whole record.
	const mayRepeat = place.isRow || first.rows.every((row) => typeof row === 'string');
	if (isPlain && mayRepeat && lists.every(({ rows }) => isEqual(rows, first.rows))) {
		return first.rows;
	}
	return joinRows(lists);
}

/** The rows of all windows, in order. Rows of different windows that are the same row are joined. */
function joinRows(lists: Array<{ days: number | undefined; rows: unknown[] }>): unknown[] {
	const series = findSeries(lists.map(({ rows }) => rows));
	const identified = lists.map(({ days, rows }) =>
		rows.map((row) => ({ days, row, identity: identifyRow(row, series) })),
	);
	const ambiguous = new Set(
		identified.flatMap((rows) => repeated(rows.map((each) => each.identity))),
	);
	const places: Array<Array<{ days: number | undefined; row: unknown }>> = [];
	const placeOf = new Map<string, (typeof places)[number]>();
	for (const { days, row, identity } of identified.flat()) {
		const isSame = identity !== undefined && !ambiguous.has(identity);
		const place = isSame ? placeOf.get(identity) : undefined;
		if (place !== undefined) {
			place.push({ days, row });
			continue;
		}
		const own = [{ days, row }];
		places.push(own);
		if (isSame) placeOf.set(identity, own);
	}
	return places.map(joinPlace);
}

function joinPlace(windows: Array<{ days: number | undefined; row: unknown }>): unknown {
	const [first] = windows;
	if (windows.every(({ row }) => isEqual(row, first?.row))) return first?.row;
	const records = windows.flatMap(({ days, row }) => (isRecord(row) ? { days, record: row } : []));
	return joinRecords(records, { isRow: true, isCoverage: false });
}

/** The identities that occur more than once. */
function repeated(identities: Array<string | undefined>): string[] {
	const seen = new Set<string>();
	return identities.filter((identity): identity is string => {
		if (identity === undefined) return false;
		const isRepeated = seen.has(identity);
		seen.add(identity);
		return isRepeated;
	});
}

function isEqual(a: unknown, b: unknown): boolean {
	return a === b || canonicalJson(a) === canonicalJson(b);
}

/** The identities of the rows that contain rows of their own in some window, unless two rows of a window share one. */
function findSeries(windows: unknown[][]): Set<string> {
	const records = windows.map((rows) => rows.filter(isRecord).filter(namesSubject));
	const shared = new Set(records.flatMap((rows) => repeated(rows.map(seriesIdentity))));
	const series = records.flat().filter(hasSeries).map(seriesIdentity);
	return new Set(series.filter((identity) => !shared.has(identity)));
}

/** Identifies a row that contains rows of its own, such as an account with its days, although some of them may be null. */
function seriesIdentity(row: IDataObject): string {
	return `series ${canonicalJson(withoutNulls(withoutWindow(row)))}`;
}

function withoutNulls(record: IDataObject): IDataObject {
	const known = Object.entries(record).filter(([, value]) => value !== null);
	return Object.fromEntries(
		known.map(([name, value]) => [name, isRecord(value) ? withoutNulls(value) : value]),
	);
}

/**
 * Rows of different windows with the same identity are the same row:
 * - rows that contain rows of their own, if they differ only in those and in the description of the window; in a window
 *   without such rows, they may be null, unless only a null tells the rows of a window apart, such as those of two metrics
 * - other rows if they are equal
 *
 * Undefined for a row without a subject, such as bare numbers: it may equal another row by chance.
 *
 * @param series as `findSeries` returns them
 */
function identifyRow(row: unknown, series: ReadonlySet<string>): string | undefined {
	if (!isRecord(row)) return undefined;
	const isAboutRecord = namesSubject(row);
	if (isAboutRecord && series.has(seriesIdentity(row))) return seriesIdentity(row);
	if (isAboutRecord && hasSeries(row)) return `series ${canonicalJson(withoutWindow(row))}`;
	const hasText =
		Object.values(row).some((value) => textOf(value) !== undefined) ||
		readMoment(row) !== undefined;
	return isAboutRecord || hasText ? `row ${canonicalJson(row)}` : undefined;
}
