import type { INodeParameters } from 'n8n-workflow';

import { useNodeHarness } from '../support/nodeHarness';

const harness = useNodeHarness();

const NONE = { workspaceId: { __rl: true, mode: 'list', value: '' } };
const BAKERY = ['Bread on Shortpost', 'Cakes on Pagebook'];
const SIDE = 'Side on Pagebook';

const id = (name: string) => harness.service.accountId(name);
const run = async (operation: string, fields: INodeParameters) =>
	await harness.run('post', operation, { text: 'Bread', ...NONE, ...fields });
const workspacesOfPosts = () =>
	[...harness.service.state.posts.values()].map(({ workspaceId }) => workspaceId);
const requests = (operation: string) => harness.journal(operation).length;

describe('if no workspace is chosen and there are several', () => {
	it.each<[string, () => INodeParameters]>([
		['chosen from the list', () => ({ accountIds: BAKERY.map(id) })],
		['given by name', () => ({ accountIds: '={{ "Bread on Shortpost, Cakes on Pagebook" }}' })],
		[
			'each with its own content',
			() => ({
				destinationInput: 'perAccount',
				destinations: { destination: BAKERY.map((name) => ({ accountId: id(name) })) },
			}),
		],
		[
			'in JSON',
			() => ({
				destinationInput: 'json',
				destinationsJson: JSON.stringify(BAKERY.map((name) => ({ account_id: id(name) }))),
			}),
		],
	])('Create posts in the workspace of the accounts, %s', async (_how, fields) => {
		const { error } = await run('create', fields());
		expect(error).toBeUndefined();
		expect(workspacesOfPosts()).toEqual([harness.workspaceId]);
	});

	it('each item is posted in the workspace of its accounts, whose lists are read once', async () => {
		const input = [...BAKERY, SIDE].map((account) => ({ json: { account } }));
		const parameters = { text: 'Bread', ...NONE, accountIds: '={{ $json.account }}' };
		const { error } = await harness.run('post', 'create', parameters, { input });
		expect(error).toBeUndefined();
		const other = harness.service.workspaceId('Side project');
		expect(workspacesOfPosts()).toEqual([harness.workspaceId, harness.workspaceId, other]);
		expect(requests('list_workspaces')).toBe(1);
		expect(requests('list_accounts')).toBe(2);
	});

	it('accounts of several workspaces are an error that names each with its workspace', async () => {
		const { error } = await run('create', { accountIds: [BAKERY[0] ?? '', SIDE].map(id) });
		expect(error?.message).toBe('The chosen accounts are in more than one workspace');
		expect(error?.description).toBe(
			'Nothing was sent. Bread on Shortpost is in Bakery. Side on Pagebook is in Side project. Choose a workspace, or add a separate node for each workspace.',
		);
	});

	it('an account of no workspace is an error that names the workspaces', async () => {
		const { error } = await run('create', { accountIds: '={{ "Breda" }}' });
		expect(error?.message).toBe('There is no account "Breda" in any workspace');
		expect(error?.description).toContain('choose a workspace: Bakery, Side project.');
	});

	it('Create or Update, Validate and Update also go by the accounts', async () => {
		const accountIds = [id(SIDE)];
		const validated = await run('validate', { accountIds });
		expect(validated.error).toBeUndefined();
		const row = { accountIds, itemKey: 'row', wantedStatus: 'draft' };
		const upserted = await run('upsert', row);
		expect(upserted.error).toBeUndefined();
		const other = harness.service.workspaceId('Side project');
		expect(workspacesOfPosts()).toEqual([other]);
		const [post] = harness.service.state.posts.values();
		const updateFields = { text: 'Rolls', accountIds };
		const updated = await run('update', { postId: post?.id ?? '', updateFields });
		expect(updated.error).toBeUndefined();
	});

	it('a calendar is that of the workspace of its accounts', async () => {
		const week = { period: 'next7Days', return: 'perDay' };
		const filters = { accountIds: [id(SIDE)] };
		const { error, items } = await run('getCalendar', { ...week, filters });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(7);
		const other = harness.service.workspaceId('Side project');
		expect(harness.journal('list_posts').map(({ path }) => path)).toEqual([
			expect.stringContaining(`/${other}/`),
		]);
	});

	it('statistics of an account are read in its workspace', async () => {
		const accountId = { __rl: true, mode: 'list', value: id(SIDE) };
		const { error, items } = await harness.run('statistics', 'getAccount', { ...NONE, accountId });
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
	});

	it('the last lists known decide while accounts cannot be listed', async () => {
		const fields = { accountIds: [id(SIDE)] };
		const first = await run('create', fields);
		expect(first.error).toBeUndefined();
		await harness.service.clock.advance(6 * 60_000);
		const action = { kind: 'status', when: 'before', status: 503 } as const;
		harness.service.faults.add({ operation: 'list_accounts', times: Infinity, action });
		const { error } = await run('create', { ...fields, text: 'Rolls' });
		expect(error).toBeUndefined();
		const other = harness.service.workspaceId('Side project');
		expect(workspacesOfPosts()).toEqual([other, other]);
	});
});
