import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { firstText, isRecord } from '../shared/json';
import { call } from './call';
import type { Connection } from './connection';

/** The largest page that the service gives. */
export const LARGEST_PAGE = 100;

/** What is wanted of a list. `limit` undefined: all of it. */
export interface ListRequest {
	purpose: string;
	path: string;
	query?: Record<string, string | undefined>;
	limit: number | undefined;
}

/** Fetches the records of a list in order, in as few pages as the limit allows. */
export async function fetchList(
	connection: Connection,
	request: ListRequest,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	const { limit } = request;
	const left = () => (limit === undefined ? LARGEST_PAGE : limit - records.length);
	for await (const page of fetchPages(connection, request, left)) {
		records.push(...page);
		if (left() <= 0) break;
	}
	return records.slice(0, limit);
}

/** The first record of a list that fits; no further page is asked for then. */
export async function findInList(
	connection: Connection,
	request: Omit<ListRequest, 'limit'>,
	fits: (record: IDataObject) => boolean,
): Promise<IDataObject | undefined> {
	for await (const page of fetchPages(connection, request, () => LARGEST_PAGE)) {
		const found = page.find(fits);
		if (found !== undefined) return found;
	}
	return undefined;
}

async function* fetchPages(
	connection: Connection,
	request: Omit<ListRequest, 'limit'>,
	wanted: () => number,
): AsyncGenerator<IDataObject[]> {
	const seenCursors = new Set<string>();
	let cursor: string | undefined;
	for (;;) {
		const limit = Math.min(wanted(), LARGEST_PAGE);
		const { records, nextCursor } = await fetchPage(connection, request, limit, cursor);
		yield records;
		if (nextCursor === undefined) return;
		if (seenCursors.has(nextCursor)) {
			throw new ServiceFailure(
				`Could not ${request.purpose}: the service gave the same page marker twice`,
				'The list would never end, so the node stopped. Set a limit, or report this to the support of the service.',
			);
		}
		seenCursors.add(nextCursor);
		cursor = nextCursor;
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
		safety: 'read',
	});
	return { records: readItems(data), nextCursor: readNextCursor(data) };
}

/**
 * The service's description leaves some names and shapes open. This module holds every reading that is accepted;
 * the rest of the code sees one shape.
 */

export function readItems(data: unknown): IDataObject[] {
	const items = isRecord(data) ? data.items : data;
	return Array.isArray(items) ? items.filter(isRecord) : [];
}

export function readNextCursor(data: unknown): string | undefined {
	return isRecord(data) ? firstText(data.next_cursor) : undefined;
}
