import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../../properties/item';
import { readRecord } from '../../shared/json';
import { call } from '../../transport/call';
import {
	followCursors,
	readItems,
	readNextCursor,
	endlessListFailure,
} from '../../transport/paginate';
import { countDays, readDateWindows, type DateWindow } from './dateRange';
import { joinPages } from './joinPages';
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
			return { record, nextCursor: readNextCursor(record) };
		},
		({ record }) => [{ ...record, next_cursor: null }],
		(happened) =>
			endlessListFailure(purpose, happened, 'Report this to the support of the service.'),
	);
	const records: IDataObject[] = [];
	for await (const { record } of pages) records.push(record);
	return joinPages(records);
}
