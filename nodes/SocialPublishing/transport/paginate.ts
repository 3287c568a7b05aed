import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { canonicalJson, firstText, isRecord } from '../shared/json';
import { call } from './call';
import type { Connection } from './connection';

/** The largest page that the service returns. */
export const MAX_PAGE_SIZE = 100;

/** The requested part of a list. `limit` undefined: all of it. */
export interface ListRequest {
	purpose: string;
	path: string;
	query?: Record<string, string | undefined>;
	limit: number | undefined;
	/** Filters records where the service cannot; undefined: all of them match. */
	matches?: (record: IDataObject) => boolean;
	/** Called before `matches` with each record and its page. Returns the whole record, or undefined if it no longer exists. */
	complete?: (record: IDataObject, page: IDataObject[]) => Promise<IDataObject | undefined>;
}

/** Fetches the records of a list in order, in as few pages as the limit allows. The limit counts matching records. */
export async function fetchList(
	connection: Connection,
	request: ListRequest,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	const { limit, matches = () => true, complete = async (record) => record } = request;
	const isNew = withoutDoubles();
	const left = () => (limit === undefined ? MAX_PAGE_SIZE : limit - records.length);
	const pageSize = request.matches === undefined ? left : () => MAX_PAGE_SIZE;
	for await (const page of fetchPages(connection, request, pageSize)) {
		for (const listed of page) {
			if (left() <= 0) return records;
			const record = await complete(listed, page);
			if (record !== undefined && matches(record) && isNew(record)) records.push(record);
		}
		if (left() <= 0) break;
	}
	return records;
}

/**
 * Returns a function that is true for each record of a list when it is called with it for the first time. A record that
 * moves back in the list while its pages are read is on two pages. Records without an ID cannot be told apart, so all of
 * them count.
 */
export function withoutDoubles(): (record: IDataObject) => boolean {
	const known = new Set<string>();
	return (record) => {
		const { id, delivery_id } = record;
		// A delivery of a webhook may be listed once for each attempt, so only equal records are the same one.
		const identity = delivery_id === undefined ? firstText(id) : canonicalJson(record);
		if (identity === undefined) return true;
		const isNew = !known.has(identity);
		known.add(identity);
		return isNew;
	};
}

/**
 * The pages of a list.
 *
 * @param left how many records the next page may have
 */
export async function* fetchPages(
	connection: Connection,
	request: Omit<ListRequest, 'limit'>,
	left: () => number,
): AsyncGenerator<IDataObject[]> {
	const pages = followCursors(
		async (cursor) => await fetchPage(connection, request, Math.min(left(), MAX_PAGE_SIZE), cursor),
		{
			purpose: request.purpose,
			advice: "Set a limit, or report this to the service's support.",
		},
	);
	for await (const { records } of pages) yield records;
}

/** A filter may leave pages empty, but not this many in a row. */
const MAX_PAGES_WITHOUT_NEW = 100;
/** A million records: none of the service's lists is that long. */
const MAX_PAGES = 10_000;

/**
 * Fetches page after page, each with the cursor of the one before. Pages without new records end the list.
 *
 * @param whenEndless words the failure for a list that would never end; without it, the generator just ends
 * @throws ServiceFailure
 */
export async function* followCursors<T extends Page>(
	fetchNext: (cursor: string | undefined) => Promise<T>,
	whenEndless?: { purpose: string; advice: string },
): AsyncGenerator<T> {
	const seenCursors = new Set<string>();
	const seenRecords = new Set<string>();
	let pagesWithoutNew = 0;
	let cursor: string | undefined;
	for (let pages = 1; ; pages++) {
		const page = await fetchNext(cursor);
		yield page;
		cursor = page.nextCursor;
		if (cursor === undefined) return;
		const before = seenRecords.size;
		for (const record of page.records) {
			seenRecords.add(firstText(record.id) ?? canonicalJson(record));
		}
		pagesWithoutNew = seenRecords.size > before ? 0 : pagesWithoutNew + 1;
		const isRepeated = seenCursors.has(cursor);
		if (isRepeated || pagesWithoutNew >= MAX_PAGES_WITHOUT_NEW || pages >= MAX_PAGES) {
			if (whenEndless === undefined) return;
			const happened = isRepeated ? 'returned the same page marker twice' : 'returns endless pages';
			throw new ServiceFailure(
				`Could not ${whenEndless.purpose}: the service ${happened}`,
				`The list would never end, so the node stopped. ${whenEndless.advice}`,
			);
		}
		seenCursors.add(cursor);
	}
}

export interface Page {
	records: IDataObject[];
	/** Undefined on the last page. */
	nextCursor: string | undefined;
}

export async function fetchPage(
	connection: Connection,
	{ purpose, path, query }: Omit<ListRequest, 'limit'>,
	limit: number,
	cursor: string | undefined,
): Promise<Page> {
	const { data } = await call(connection, {
		purpose,
		method: 'GET',
		path,
		query: { ...query, limit, cursor },
		safety: 'safe',
	});
	return { records: readItems(data), nextCursor: readNextCursor(data) };
}

/** The records of a list, which may or may not be wrapped in `items`. */
export function readItems(data: unknown): IDataObject[] {
	// reading(list): in items, or bare
	const items = isRecord(data) ? data.items : data;
	return Array.isArray(items) ? items.filter(isRecord) : [];
}

export function readNextCursor(data: unknown): string | undefined {
	return isRecord(data) ? firstText(data.next_cursor) : undefined;
}
