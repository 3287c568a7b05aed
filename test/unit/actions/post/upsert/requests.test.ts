import type { IDataObject } from 'n8n-workflow';

import { dialects, type Dialect } from '../../../../service';
import { postDialects } from '../../../support/postDialects';
import { useTableHarness } from './table';

const ROWS = 100;

const harness = useTableHarness();

async function open(dialect: Dialect): Promise<void> {
	await harness.close();
	await harness.open({ dialect });
}

/** Rows that become scheduled posts, before anything is written back to the table. */
function rowsOf(prefix: string): IDataObject[] {
	const at = harness.hoursAhead(24);
	return Array.from({ length: ROWS }, (_, index) => ({
		...{ key: `${prefix} ${index}`, text: `${prefix} ${index}`, status: 'scheduled', at, id: '' },
	}));
}

async function run(rows: IDataObject[]): Promise<IDataObject[]> {
	const { error, items } = await harness.upsert(rows);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
}

/** How often each operation was requested since the last call; the names of the accounts do not count. */
function countRequests(): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const name of harness.requests()) {
		if (name !== 'list_accounts') counts[name] = (counts[name] ?? 0) + 1;
	}
	return counts;
}

const actions = (outputs: IDataObject[]) => [...new Set(outputs.map(({ action }) => action))];

const withIds = (rows: IDataObject[], outputs: IDataObject[]) =>
	rows.map((row, index) => ({ ...row, id: outputs[index]?.id }));

test.each(['first', 'second'] as const)(
	'a hundred unchanged rows take one request, with and without their IDs (service %s)',
	async (name) => {
		await open(dialects[name]);
		const rows = rowsOf('Row');
		const created = await run(rows);
		expect(actions(created)).toEqual(['created']);
		countRequests();

		expect(actions(await run(rows))).toEqual(['unchanged']);
		expect(countRequests()).toEqual({ list_posts: 1 });

		expect(actions(await run(withIds(rows, created)))).toEqual(['unchanged']);
		expect(countRequests()).toEqual({ list_posts: 1 });
	},
);

it('rows among twice as many posts take one request per hundred posts', async () => {
	const rows = rowsOf('Row');
	const created = await run(rows);
	await run(rowsOf('Another row'));
	countRequests();

	expect(actions(await run(withIds(rows, created)))).toEqual(['unchanged']);
	expect(countRequests()).toEqual({ list_posts: 2 });
});

test.each(['noTexts', 'noDestinations'] as const)(
	'each row takes one read if the list omits fields that are compared (%s)',
	async (name) => {
		await open(postDialects[name]);
		const rows = rowsOf('Row');
		const created = await run(rows);
		countRequests();

		expect(actions(await run(withIds(rows, created)))).toEqual(['unchanged']);
		const { get_post, list_posts = 0, ...others } = countRequests();
		expect(get_post).toBe(ROWS);
		// Only the list shows what it states.
		expect(list_posts).toBeLessThanOrEqual(1);
		expect(others).toEqual({});
	},
);

it('a row that has changed takes one command more, and otherwise only reads', async () => {
	const rows = rowsOf('Row');
	await run(rows);
	countRequests();

	const changed = rows.map((row, index) => (index === 7 ? { ...row, text: 'Another text' } : row));
	expect(actions(await run(changed))).toEqual(['unchanged', 'updated']);
	const { list_posts, edit_post, ...others } = countRequests();
	expect([list_posts, edit_post]).toEqual([1, 1]);
	expect(Object.keys(others).filter((name) => !READS.has(name))).toEqual([]);
});

const READS = new Set(['get_post', 'validate_post', 'get_capabilities']);
