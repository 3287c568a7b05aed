import type { IDataObject } from 'n8n-workflow';

import { call } from './call';
import type { Connection } from './connection';
import { ServiceFailure } from './failure';
import { readItems, readNextCursor } from './readings';

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
	const seenCursors = new Set<string>();
	let cursor: string | undefined;
	for (;;) {
		const wanted = request.limit === undefined ? LARGEST_PAGE : request.limit - records.length;
		const page = await fetchPage(connection, request, Math.min(wanted, LARGEST_PAGE), cursor);
		records.push(...page.records);
		if (request.limit !== undefined && records.length >= request.limit) {
			return records.slice(0, request.limit);
		}
		cursor = page.nextCursor;
		if (cursor === undefined) return records;
		if (seenCursors.has(cursor)) {
			throw new ServiceFailure(
				`Could not ${request.purpose}: the service gave the same page marker twice`,
				'The list would never end, so the node stopped. Set a limit, or report this to the support of the service.',
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
		safety: 'read',
	});
	return { records: readItems(data), nextCursor: readNextCursor(data) };
}
