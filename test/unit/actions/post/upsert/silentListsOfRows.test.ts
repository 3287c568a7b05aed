import { dialects } from '../../../../service';
import { ByHand } from '../../../support/byHand';
import { HOUR_MS } from '../../createRecords';
import { breadRow, useTableHarness } from './table';

/** Whether the list leaves out all posts. */
let isSilent = false;
const listedPost = (post: Record<string, unknown>) => (isSilent ? undefined : post);

const table = useTableHarness({ dialect: { ...dialects.first, listedPost } });
const later = async (hours: number) => await table.service.clock.advance(hours * HOUR_MS);

beforeEach(() => {
	isSilent = false;
});

const publications = () =>
	[...table.service.state.posts.values()].flatMap(({ destinations }) =>
		destinations.flatMap((destination) => destination.publications),
	);

it.each([0, 2, 30])(
	'a row that another process has published is not published again while the list leaves its post out, %i hours later',
	async (hours) => {
		const row = breadRow({ status: 'published' });
		const { nodeType } = await table.startProcess();
		expect((await table.upsert([row], {}, { nodeType })).error).toBeUndefined();
		await later(hours);
		isSilent = true;
		const changed = { ...row, text: 'Fresh bread, without the typo' };
		for (const each of [row, changed]) {
			expect(await table.refused(each)).toMatch(/does not list the post of this item/);
		}
		expect(await table.refused({ ...row, status: 'absent' })).toMatch(/does not list the post/);
		isSilent = false;
		expect(await table.one(row)).toMatchObject({ action: 'unchanged' });
		expect(table.posts).toHaveLength(1);
		await later(1);
		expect(publications()).toHaveLength(1);
	},
);

it.each([
	['draft', 'created'],
	['scheduled', 'created'],
])('a row whose post was %s and then deleted by hand is created again', async (status, action) => {
	const row = breadRow({ status, at: table.hoursAhead(50) });
	const { nodeType } = await table.startProcess();
	expect((await table.upsert([row], {}, { nodeType })).error).toBeUndefined();
	await later(2);
	table.service.state.posts.clear();
	expect(await table.one(row)).toMatchObject({ action });
	expect(table.posts).toHaveLength(1);
});

it('a row that was corrected after its draft was deleted by hand is created again, whatever the service calls the conflict', async () => {
	await table.reopen({ ...dialects.first, namesKeyConflicts: false });
	await table.made();
	table.service.state.posts.clear();
	const row = breadRow({ text: 'Fresh bread, without the typo' });
	expect(await table.one(row)).toMatchObject({ action: 'created', text: row.text });
	expect(table.posts).toHaveLength(1);
	expect(await table.one(row)).toMatchObject({ action: 'unchanged' });
});

it('a row that deleted its draft and wants another one has it, whatever the service calls the conflict', async () => {
	await table.reopen({ ...dialects.first, namesKeyConflicts: false });
	await table.made();
	expect(await table.one(breadRow({ status: 'absent' }))).toMatchObject({ action: 'deleted' });
	const row = breadRow({ text: 'Stale bread' });
	expect(await table.one(row)).toMatchObject({ action: 'created', text: row.text });
	expect(await table.one(row)).toMatchObject({ action: 'unchanged' });
	expect(table.posts).toHaveLength(1);
});

it('a row whose post was published instead of waiting for its schedule does not count as deleted', async () => {
	const at = table.hoursAhead(50);
	const { nodeType } = await table.startProcess();
	for (const status of ['scheduled', 'published']) {
		const row = breadRow({ status, at });
		expect((await table.upsert([row], {}, { nodeType })).error).toBeUndefined();
	}
	await later(2);
	isSilent = true;
	const error = await table.refused(breadRow({ status: 'scheduled', at }));
	expect(error).toMatch(/does not list the post/);
	expect(table.posts).toHaveLength(1);
});

it.each([
	['draft', 'locked'],
	['scheduled', 'unchanged'],
])(
	'a %s row whose draft was seen to have been published by hand does not count as deleted',
	async (status, action) => {
		const { nodeType } = await table.startProcess();
		expect((await table.upsert([breadRow()], {}, { nodeType })).error).toBeUndefined();
		const [post] = table.posts;
		await new ByHand(table).publish(post?.id ?? '');
		const row = breadRow({ status, at: table.hoursAhead(50) });
		expect((await table.upsert([row], {}, { nodeType })).items[0]?.json.action).toBe(action);
		await later(2);
		isSilent = true;
		expect(await table.refused(row)).toMatch(/does not list the post of this item/);
		isSilent = false;
		expect(await table.one(row)).toMatchObject({ action });
		expect(table.posts).toHaveLength(1);
	},
);

it('two executions that begin a day after a kill continue with the same post', async () => {
	const row = breadRow({ status: 'scheduled', at: table.hoursAhead(90) });
	await table.killWhen(() => table.journal('create_post').length > 0, [row]);
	await later(30);
	let end = () => {};
	const first = new Promise<void>((resolve) => {
		end = resolve;
	});
	const hold = { kind: 'hold', when: 'after', until: async () => await first } as const;
	table.service.faults.add({ operation: 'list_posts', action: hold });
	const second = table.upsert([row], {});
	const { nodeType } = await table.startProcess();
	expect((await table.upsert([row], {}, { nodeType })).error).toBeUndefined();
	end();
	await second;
	expect(table.posts).toHaveLength(1);
	expect(await table.one(row)).toMatchObject({ action: 'unchanged' });
});

it('an absent row whose creation was interrupted fails while the list may lack the post, and then deletes it', async () => {
	await table.killWhen(() => table.journal('create_post').length > 0, [breadRow()]);
	const absent = breadRow({ status: 'absent' });
	isSilent = true;
	expect(await table.refused(absent)).toMatch(/does not list the post of this item/);
	expect(table.posts).toHaveLength(1);
	isSilent = false;
	expect(await table.one(absent)).toMatchObject({ action: 'deleted' });
	expect(await table.one(absent)).toMatchObject({ action: 'unchanged' });
	expect(table.posts).toEqual([]);
});

it('an absent row whose creation made no post is done after two hours', async () => {
	const action = { kind: 'drop', when: 'before' } as const;
	table.service.faults.add({ operation: 'create_post', times: Infinity, action });
	await table.killWhen(() => table.journal('create_post').length > 0, [breadRow()]);
	await later(2);
	expect(await table.one(breadRow({ status: 'absent' }))).toMatchObject({ action: 'unchanged' });
});

describe('a row in another workspace', () => {
	const elsewhere = () => ({
		workspaceId: table.service.workspaceId('Side project'),
		accountIds: [table.service.accountId('Side on Pagebook')],
	});

	it('keeps its post while the workspace is wrong for one run', async () => {
		const { id } = await table.one(breadRow());
		const absent = breadRow({ status: 'absent' });
		await table.upsert([absent], elsewhere());
		for (const row of [absent, breadRow()]) {
			expect(await table.refused({ ...row, id }, elsewhere())).toMatch(/is not in this workspace/);
		}
		expect(table.posts).toMatchObject([{ id }]);
		expect(await table.one(absent)).toMatchObject({ action: 'deleted', id });
		for (let run = 0; run < 3; run++) {
			const { nodeType } = await table.startProcess();
			const { items, error } = await table.upsert([{ ...absent, id }], {}, { nodeType });
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ action: 'unchanged' });
		}
	});
});
