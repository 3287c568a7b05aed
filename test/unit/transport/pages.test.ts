import type { IDataObject } from 'n8n-workflow';

import {
	followCursors,
	readItems,
	readNextCursor,
	type Page,
} from '../../../nodes/SocialPublishing/transport/paginate';

const pageOf = (nextCursor: number | undefined, ...records: IDataObject[]): Page => ({
	records,
	nextCursor: nextCursor === undefined ? undefined : String(nextCursor),
});

/** Fetches pages until they end. */
async function fetchAll(
	pageAt: (index: number) => Page,
	whenEndless?: Parameters<typeof followCursors>[1],
) {
	const cursors: unknown[] = [];
	const fetchNext = async (cursor: string | undefined) => {
		cursors.push(cursor);
		return pageAt(cursors.length - 1);
	};
	let pages = 0;
	for await (const page of followCursors(fetchNext, whenEndless)) {
		pages++;
		expect(page).toEqual(pageAt(pages - 1));
	}
	return { cursors, pages };
}

const whenEndless = { purpose: 'list it', advice: 'Set a limit.' };

it('followCursors fetches each page with the cursor of the page before, until there is none', async () => {
	const { cursors } = await fetchAll((index) =>
		index < 3 ? pageOf(index, { id: index }) : pageOf(undefined),
	);
	expect(cursors).toEqual([undefined, '0', '1', '2']);
});

it('followCursors ends at a repeated cursor, or fails if the caller wants a failure', async () => {
	const pageAt = (index: number) => pageOf(index % 3, { id: index });
	expect(await fetchAll(pageAt)).toMatchObject({ pages: 4 });
	await expect(fetchAll(pageAt, whenEndless)).rejects.toMatchObject({
		message: 'Could not list it: the service returned the same page marker twice',
		description: 'The list would never end, so the node stopped. Set a limit.',
	});
});

describe('followCursors', () => {
	const endless = 'Could not list it: the service returns endless pages';

	it.each<[string, (index: number) => IDataObject[]]>([
		['that are empty', () => []],
		['with the same record', () => [{ id: 1 }]],
		['with a record that changes', (index) => [{ id: 1, reads: index }]],
		['with the same record without an ID', () => [{ name: 'a', text: 'b' }]],
	])('ends after 100 pages in a row %s', async (_title, recordsAt) => {
		const pageAt = (index: number) => pageOf(index, ...recordsAt(index));
		const { pages } = await fetchAll(pageAt);
		expect(pages).toBe(recordsAt(0).length === 0 ? 100 : 101);
		await expect(fetchAll(pageAt, whenEndless)).rejects.toThrow(endless);
	});

	it('continues if there is a new record on every 100th page', async () => {
		const pageAt = (index: number) =>
			pageOf(index < 500 ? index : undefined, { id: Math.floor(index / 100) });
		expect(await fetchAll(pageAt, whenEndless)).toMatchObject({ pages: 501 });
	});

	it('ends after 10,000 pages, even if each has a new record', async () => {
		const { pages } = await fetchAll((index) => pageOf(index, { id: index }));
		expect(pages).toBe(10_000);
	});
});

it.each<[unknown, IDataObject[], string | undefined]>([
	[{ items: [{ id: 1 }, null], next_cursor: 7 }, [{ id: 1 }], '7'],
	[[{ id: 1 }, 'a'], [{ id: 1 }], undefined],
	[{ items: 'all', next_cursor: '' }, [], undefined],
	[null, [], undefined],
])('readItems and readNextCursor read the page %j', (data, records, cursor) => {
	expect(readItems(data)).toEqual(records);
	expect(readNextCursor(data)).toBe(cursor);
});
