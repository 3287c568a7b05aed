import { breadRow, useTableHarness } from './table';

const table = useTableHarness();

it('a row is scheduled again, even if another process has scheduled its post from the same ETag before', async () => {
	const { id } = await table.made();
	const post = table.service.state.posts.get(String(id));
	const { etag = '' } = post ?? {};
	const { nodeType } = await table.startProcess();
	const row = breadRow({ status: 'scheduled', at: table.hoursAhead(5) });
	await table.upsert([row], {}, { nodeType });
	await table.one(breadRow());
	// The ETag follows from the content.
	Object.assign(post ?? {}, { etag });

	expect(await table.refused(row)).toContain('The next run looks again');
	expect(await table.one(row)).toMatchObject({ action: 'scheduled' });
	expect(table.posts).toMatchObject([{ id, status: 'scheduled', at: row.at }]);
});
