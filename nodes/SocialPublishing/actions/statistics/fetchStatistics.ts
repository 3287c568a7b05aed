import type { IDataObject } from 'n8n-workflow';
import { isComplaint } from '../../api/readings/statistics/coverage';

import type { Item } from '../../properties/item';
import { readRecord, isRecord, canonicalJson } from '../../shared/json';
import { call } from '../../transport/call';
import { followCursors, readItems, readNextCursor } from '../../transport/paginate';
import { countDays, readDateWindows, type DateWindow } from './dateRange';
import { joinWindows, type StatisticsWindow } from './joinWindows';

/** Reads statistics for a period of any length. */
export async function fetchStatistics(
	item: Item,
	purpose: string,
	path: string,
	query: Record<string, string | undefined> = {},
): Promise<IDataObject> {
	const windows: StatisticsWindow[] = [];
	for (const window of readDateWindows(item)) {
		const record = await fetchWindow(item, purpose, path, { ...query, ...window });
		windows.push({ days: countDays(window), record });
	}
	return joinWindows(windows);
}

/** The lists within a workspace's statistics may come in pages. */
async function fetchWindow(
	{ connection }: Item,
	purpose: string,
	path: string,
	query: Record<string, string | undefined> & DateWindow,
): Promise<IDataObject> {
	const pages = followCursors(
		async (cursor) => {
			const { data } = await call(connection, {
				purpose,
				method: 'GET',
				path,
				query: { ...query, cursor },
				safety: 'safe',
			});
			const record = Array.isArray(data) ? { items: readItems(data) } : readRecord(data);
			const records = [{ ...record, next_cursor: null }];
			return { record, records, nextCursor: readNextCursor(record) };
		},
		{ purpose, advice: "Report this to the service's support." },
	);
	const records: IDataObject[] = [];
	for await (const { record } of pages) records.push(record);
	return joinPages(records);
}

/** The list that a cursor always pages. */
const PAGED_LIST = 'items';

/**
 * Joins the pages of one response. The rows of a list are concatenated, page by page, and none is omitted. Equal rows count
 * once only in a list that every page repeats in addition to the list that is paged. Everything else is taken from the
 * last page.
 */
export function joinPages(pages: IDataObject[]): IDataObject {
	const [only] = pages;
	if (only !== undefined && pages.length === 1) return only;
	const repeatedLists = findRepeatedLists(pages);
	const joined = pages.reduce((older, newer) => joinRecords(older, newer, '', repeatedLists), {});
	if (pages.at(-1)?.next_cursor === undefined) delete joined.next_cursor;
	return joined;
}

function joinRecords(
	older: IDataObject,
	newer: IDataObject,
	parentPath: string,
	repeatedLists: Set<string>,
): IDataObject {
	const joined: IDataObject = { ...older };
	for (const [name, value] of Object.entries(newer)) {
		const path = pathOf(parentPath, name);
		const before = joined[name];
		if (Array.isArray(before) && Array.isArray(value)) {
			joined[name] = [...before, ...(repeatedLists.has(path) ? rowsBeyond(before, value) : value)];
		} else if (isRecord(before) && isRecord(value)) {
			joined[name] = joinRecords(before, value, path, repeatedLists);
		} else if (!(Array.isArray(before) && value === null)) {
			joined[name] = value;
		}
	}
	return joined;
}

/** The rows of `newer` for which there is no equal row in `older`. */
function rowsBeyond(older: unknown[], newer: unknown[]): unknown[] {
	const unmatched = older.map(canonicalJson);
	return newer.filter((row) => {
		const index = unmatched.indexOf(canonicalJson(row));
		if (index >= 0) unmatched.splice(index, 1);
		return index < 0;
	});
}

/**
 * The paths of the lists that every page repeats, such as the totals of all accounts: some of their rows are on each page,
 * while the rows of another list differ on every page. Without such a list, equal rows are separate rows.
 */
function findRepeatedLists(pages: IDataObject[]): Set<string> {
	const rowsOfPages = pages.map((page) => new Map(listsOf(page, '')));
	const paths = new Set(rowsOfPages.flatMap((lists) => [...lists.keys()]));
	const isOnEveryPage = (path: string) => {
		const [first, ...others] = rowsOfPages.map((lists) => lists.get(path) ?? new Set());
		return [...(first ?? [])].some((row) => others.every((rows) => rows.has(row)));
	};
	const differsOnEveryPage = (path: string) => {
		const rows = rowsOfPages.flatMap((lists) => [...(lists.get(path) ?? [])]);
		// Only the last page of a list may be empty.
		const isFilled = rowsOfPages.slice(0, -1).every((lists) => (lists.get(path)?.size ?? 0) > 0);
		return isFilled && new Set(rows).size === rows.length;
	};
	// Errors about the figures may differ from page to page without being paged.
	const isPaged = [...paths].some((path) => !isComplaint(path) && differsOnEveryPage(path));
	return new Set(
		isPaged ? [...paths].filter((path) => path !== PAGED_LIST && isOnEveryPage(path)) : [],
	);
}

/** The lists in a record, with the text of each different row. */
function* listsOf(record: IDataObject, parentPath: string): Generator<[string, Set<string>]> {
	for (const [name, value] of Object.entries(record)) {
		const path = pathOf(parentPath, name);
		if (Array.isArray(value)) yield [path, new Set(value.map(canonicalJson))];
		else if (isRecord(value)) yield* listsOf(value, path);
	}
}

function pathOf(parentPath: string, name: string): string {
	return parentPath === '' ? name : `${parentPath}.${name}`;
}
