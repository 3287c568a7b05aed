import type { IDataObject } from 'n8n-workflow';

import { readRecords } from '../../api/records';
import type { Item, Output } from '../../properties/item';
import { asBoolean, readCollection } from '../../properties/parameters';
import { ServiceFailure } from '../../shared/failure';
import { readRecord } from '../../shared/json';
import { call } from '../../transport/call';
import { readItems, readNextCursor } from '../../transport/paginate';
import { readDateWindows, type DateWindow } from './dateRange';
import { joinPages, joinWindows } from './joinStatistics';
import { splitDays } from './splitDays';

/** Reads statistics for a range of any length; with Split Into Items, one item per day. */
export async function fetchStatistics(
	item: Item,
	purpose: string,
	path: string,
	query: Record<string, string | undefined> = {},
): Promise<Output[]> {
	const { splitIntoItems } = readCollection(item, 'options');
	const isSplit = asBoolean(splitIntoItems, 'Split Into Items', false);
	const windows: IDataObject[] = [];
	for (const window of readDateWindows(item)) {
		windows.push(await fetchWindow(item, purpose, path, { ...query, ...window }));
	}
	const [only] = windows;
	const record = windows.length === 1 && only !== undefined ? only : joinWindows(windows);
	const records = (isSplit ? splitDays(record) : [record]).flatMap(readRecords);
	return records.map((json) => ({ json }));
}

/** The lists within a workspace's statistics may come in pages. */
async function fetchWindow(
	{ connection }: Item,
	purpose: string,
	path: string,
	query: Record<string, string | undefined> & DateWindow,
): Promise<IDataObject> {
	const seenCursors = new Set<string>();
	let record: IDataObject | undefined;
	let cursor: string | undefined;
	for (;;) {
		const { data } = await call(connection, {
			purpose,
			method: 'GET',
			path,
			query: { ...query, cursor },
			safety: 'read',
		});
		const page = Array.isArray(data) ? { items: readItems(data) } : readRecord(data);
		record = record === undefined ? page : joinPages([record, page]);
		cursor = readNextCursor(page);
		if (cursor === undefined) return record;
		if (seenCursors.has(cursor)) {
			throw new ServiceFailure(
				`Could not ${purpose}: the service gave the same page marker twice`,
				'The list would never end, so the node stopped. Report this to the support of the service.',
			);
		}
		seenCursors.add(cursor);
	}
}
