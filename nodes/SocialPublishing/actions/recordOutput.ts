import type { IDataObject } from 'n8n-workflow';

import { withEtag } from '../api/posts';
import type { Item, Output } from '../properties/item';
import { readLimit } from '../properties/commonFields';
import { readRecord } from '../shared/json';
import { call } from '../transport/call';
import { fetchList } from '../transport/paginate';
import type { ServiceResponse } from '../transport/types';

/** The record in a response as the service sent it, with the response's ETag if there is one. */
export function toOutput({ data, etag }: Pick<ServiceResponse, 'data' | 'etag'>): Output {
	return { json: withEtag(readRecord(data), etag) };
}

/** Reads one record. */
export async function fetchRecord(
	{ connection }: Item,
	purpose: string,
	path: string,
): Promise<Output> {
	return toOutput(await call(connection, { purpose, method: 'GET', path, safety: 'safe' }));
}

/** Reads all records of a list that match, or as many as Limit allows, as one output item each. */
export async function listRecords(
	item: Item,
	purpose: string,
	path: string,
	query: Record<string, string | undefined> = {},
	matches?: (record: IDataObject) => boolean,
): Promise<Output[]> {
	const limit = readLimit(item);
	const records = await fetchList(item.connection, {
		purpose,
		path,
		query,
		limit,
		...(matches && { matches }),
	});
	return records.map((json) => ({ json }));
}
