import type { IDataObject } from 'n8n-workflow';

import { namesSubject, subjectKey } from '../../api/readings/statistics/subject';
import {
	COMPLAINTS,
	holdsSeries,
	isMomentField,
	isOfWindow,
	LAST_KNOWN,
	STARTS,
} from '../../api/readings/statistics/words';
import type { Item } from '../../properties/item';
import { canonicalJson, isRecord, readRecord } from '../../shared/json';
import { groupBy } from '../../shared/maps';
import { call } from '../../transport/call';
import { followCursors, readItems, readNextCursor } from '../../transport/paginate';
import { readDateWindows } from './dateRange';

/**
 * Reads statistics for a period of any length: the windows of the period, and the pages of each.
 *
 * @param windows a single one without dates for statistics without a period
 * @returns the joined record, with its ETag if it is a single response
 */
export async function fetchStatistics(
	item: Item,
	purpose: string,
	path: string,
	query: Record<string, string | undefined> = {},
	windows = readDateWindows(item),
): Promise<{ record: IDataObject; etag: string | undefined }> {
	const responses: IDataObject[] = [];
	let etag: string | undefined;
	for (const window of windows) {
		const pages = followCursors(
			async (cursor) => {
				const { data, ...response } = await call(item.connection, {
					purpose,
					method: 'GET',
					path,
					query: { ...query, ...window, cursor },
					safety: 'safe',
				});
				etag = response.etag;
				const record = Array.isArray(data) ? { items: readItems(data) } : readRecord(data);
				const records = [{ ...record, next_cursor: null }];
				return { record, records, nextCursor: readNextCursor(record) };
			},
			{ purpose, advice: "Report this to the service's support." },
		);
		for await (const { record } of pages) responses.push(record);
	}
	const record = joinResponses(responses);
	return { record, etag: responses.length === 1 ? etag : undefined };
}

/**
 * Joins the pages of a response, or of the windows of a range, oldest first. Lists are concatenated, but a row that occurs
 * again counts once. Everything else is taken from the newest response. Null stays null and zero stays zero. Pure.
 */
export function joinResponses(responses: IDataObject[]): IDataObject {
	const joined = joinAll(responses);
	if (responses.at(-1)?.next_cursor === undefined) delete joined.next_cursor;
	return joined;
}

/** By halves: to join them one by one would read the rows of the first one again for each of the others. */
function joinAll(responses: IDataObject[]): IDataObject {
	const [first = {}, ...others] = responses;
	if (others.length === 0) return first;
	const middle = Math.ceil(responses.length / 2);
	return joinRecords(joinAll(responses.slice(0, middle)), joinAll(responses.slice(middle)));
}

type Value = IDataObject[string];

function joinRecords(older: IDataObject, newer: IDataObject): IDataObject {
	const joined: IDataObject = { ...older };
	for (const [name, value] of Object.entries(newer)) {
		const before = older[name];
		const isStart = STARTS.test(name) && typeof before === 'string';
		joined[name] = isStart ? before : joinValues(name, before, value);
	}
	return joined;
}

function joinValues(name: string, older: Value, newer: Value): Value {
	if (Array.isArray(older) && Array.isArray(newer)) return joinRows(older, newer);
	if (isRecord(older) && isRecord(newer)) return joinRecords(older, newer);
	// Null instead of figures is the newest state; null instead of a series or a complaint would hide those of other windows.
	const isSeries = Array.isArray(older) || (isRecord(older) && holdsSeries(older));
	const isKept = isSeries || COMPLAINTS.test(name) || LAST_KNOWN.test(name);
	return newer === null && isKept ? older : newer;
}

/** Joins the rows that are the same, unless several rows of one list could be. */
function joinRows(older: unknown[], newer: unknown[]): unknown[] {
	const olderOf = groupBy(older, identify);
	const same = new Map<unknown, unknown>();
	for (const [identity, [row, ...others]] of groupBy(newer, identify)) {
		const [before, ...othersBefore] = olderOf.get(identity) ?? [];
		const isOnly = others.length + othersBefore.length === 0;
		if (isOnly && isSameRow(before, row)) same.set(before, row);
	}
	const repeated = new Set(same.values());
	return [
		...older.map((row) => (same.has(row) ? joinRow(row, same.get(row)) : row)),
		...newer.filter((row) => !repeated.has(row)),
	];
}

/** Rows are the same if they are equal, or if they contain parts of the same series. Equal numbers are points of one. */
function isSameRow(older: unknown, newer: unknown): boolean {
	if (isRecord(older) && isRecord(newer) && (holdsSeries(older) || holdsSeries(newer))) return true;
	const isPoint = older === undefined || older === null || typeof older === 'number';
	return !isPoint && canonicalJson(older) === canonicalJson(newer);
}

function joinRow(older: unknown, newer: unknown): unknown {
	return isRecord(older) && isRecord(newer) ? joinRecords(older, newer) : newer;
}

/** Equal for rows that may be the same: those about the same subject, with the same texts and times. */
function identify(row: unknown): string {
	if (!isRecord(row) || !namesSubject(row)) return canonicalJson(row);
	const labels = Object.entries(row).filter(
		([name, value]) =>
			(typeof value === 'string' || typeof value === 'boolean' || isMomentField(name)) &&
			value !== null &&
			!isOfWindow(name),
	);
	return canonicalJson([subjectKey(row), Object.fromEntries(labels)]);
}
