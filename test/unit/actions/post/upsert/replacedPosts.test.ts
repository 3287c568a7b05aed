import { dialects } from '../../../../service';
import { breadRow, useTableHarness } from './table';

const table = useTableHarness();

it('a row has one post, even if another process has replaced the one that this process knows, and lists are late', async () => {
	let isLate = false;
	const listedPost = (post: Record<string, unknown>) => (isLate ? undefined : post);
	await table.reopen({ ...dialects.first, listedPost });
	const { nodeType } = await table.startProcess();
	await table.made();
	await table.upsert([breadRow({ status: 'absent' })], {}, { nodeType });
	isLate = true;
	await table.upsert([breadRow()], {}, { nodeType });
	expect(table.posts).toHaveLength(1);

	const edited = breadRow({ text: 'Warm bread' });
	expect(await table.refused(edited)).toContain('does not list the post');
	isLate = false;
	expect(await table.one(edited)).toMatchObject({ action: 'updated' });
	expect(table.posts).toMatchObject([{ text: 'Warm bread' }]);
});
