import { breadRow, useTableHarness } from './table';

const table = useTableHarness();

it('two executions at the same time create one post', async () => {
	const other = await table.startProcess();
	const at = table.hoursAhead(2);
	const rows = [breadRow({ status: 'scheduled', at })];
	await Promise.all([table.upsert(rows), table.upsert(rows, {}, { nodeType: other.nodeType })]);
	expect(await table.one(rows[0] ?? {})).toMatchObject({ action: 'unchanged' });
	expect(table.posts).toMatchObject([{ status: 'scheduled', at }]);
});

it.each([
	['the same text', 'Fresh bread'],
	['another text', 'Warm bread'],
])(
	'two processes at the same time make one post for a row whose post was deleted and that is wanted again with %s',
	async (_what, text) => {
		const { id } = await table.one(breadRow());
		await table.one(breadRow({ id, status: 'absent' }));

		const { nodeType } = await table.startProcess();
		const runs = await Promise.all([
			table.upsert([breadRow({ text })]),
			table.upsert([breadRow({ text })], {}, { nodeType }),
		]);
		expect(table.posts).toMatchObject([{ text }]);
		expect(runs.map(({ items }) => items[0]?.json.id)).toEqual([
			...[table.posts[0]?.id, table.posts[0]?.id],
		]);
	},
);

it('a row whose post was just deleted gets a new post, although a process was killed while it created one', async () => {
	const { id } = await table.one(breadRow());
	await table.one(breadRow({ id, status: 'absent' }));
	await table.killWhen(() => table.journal('create_post').length > 1, [breadRow()]);

	const { nodeType } = await table.startProcess();
	const { items, error } = await table.upsert([breadRow()], {}, { nodeType });
	expect(error).toBeUndefined();
	expect(table.posts.map((post) => post.id)).toEqual([items[0]?.json.id]);
});
