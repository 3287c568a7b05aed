import type { INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { listSearch, loadOptions, resourceMapping } from '../../engine';
import { byId, useNodeHarness } from '../support/nodeHarness';

const harness = useNodeHarness({ hostileIds: true });

function picker(method: string, parameters: INodeParameters = {}) {
	const { credentials, workspaceId } = harness;
	return {
		nodeType: new SocialPublishing(),
		method,
		credentials,
		parameters: { workspaceId: byId(workspaceId), ...parameters },
	};
}

const search = async (method: string, page: { filter?: string; paginationToken?: string } = {}) =>
	await listSearch({ ...picker(method), ...page });

async function makePosts(...texts: string[]) {
	const accountIds = [harness.service.accountId('Bread on Shortpost')];
	const input = texts.map((text) => ({ json: { text } }));
	await harness.run('post', 'create', { text: '={{ $json.text }}', accountIds }, { input });
}

it('workspaces, accounts and webhooks are listed by name, with their ID as the value', async () => {
	expect((await search('searchWorkspaces')).results).toEqual([
		{ name: 'Bakery', value: harness.workspaceId },
		{ name: 'Side project', value: harness.service.workspaceId('Side project') },
	]);
	expect((await search('searchAccounts')).results).toContainEqual({
		name: 'Bread on Photowall',
		value: harness.service.accountId('Bread on Photowall'),
	});
	await harness.run('webhook', 'create', {
		url: 'http://127.0.0.1:9/hook',
		events: ['post.published'],
	});
	expect((await search('searchWebhooks')).results).toMatchObject([
		{ name: 'http://127.0.0.1:9/hook' },
	]);
	expect((await search('searchMedia')).results).toEqual([]);
});

it('a filter finds names and IDs regardless of case', async () => {
	await makePosts('Rolls', 'Pretzels');
	const { results } = await search('searchPosts', { filter: 'PRETZ' });
	expect(results.map(({ name }) => name)).toEqual([expect.stringMatching(/^Pretzels — draft/)]);
	const byItsId = await search('searchPosts', { filter: String(results[0]?.value) });
	expect(byItsId.results).toEqual(results);
});

it('the next page follows the last one', async () => {
	await makePosts(...Array.from({ length: 120 }, (_, index) => `Bread ${index}`));
	const first = await search('searchPosts');
	expect(first.results).toHaveLength(100);
	const paginationToken = String(first.paginationToken);
	const second = await search('searchPosts', { paginationToken });
	expect(second.results).toHaveLength(20);
	expect(second.paginationToken).toBeUndefined();
});

it('dropdowns list accounts and brands, and a choice for no brand', async () => {
	const accounts = await loadOptions(picker('getAccounts'));
	expect(accounts).toHaveLength(9);
	const brands = await loadOptions(picker('getBrands'));
	expect(brands.map(({ name }) => name)).toEqual(['Without a Brand', 'Bread', 'Cakes']);
	expect(brands[0]?.value).toBe('none');
});

it('a list of brands that cannot be read has only an entry that says why', async () => {
	harness.service.faults.add({
		operation: 'list_brands',
		action: { kind: 'status', when: 'before', status: 403 },
	});
	const brands = await loadOptions(picker('getBrands'));
	expect(brands.map(({ name }) => name)).toEqual([
		expect.stringMatching(/^Could not list the brands/),
	]);
});

describe('while no workspace is chosen', () => {
	const workspaceId = { __rl: true, mode: 'list', value: '' };
	const withoutData = { __rl: true, mode: 'id', value: null };

	it.each([
		['the field is empty', workspaceId],
		['its expression has no data', withoutData],
		['its expression was not resolved', { ...withoutData, value: '={{ $json.id }}' }],
	])('pickers list the records of all workspaces, with their names: %s', async (_case, value) => {
		const accounts = await loadOptions(picker('getAccounts', { workspaceId: value }));
		expect(accounts).toHaveLength(10);
		expect(accounts.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['Cakes on Pagebook, Bakery', 'Side on Pagebook, Side project']),
		);
		const { results } = await listSearch({
			...picker('searchAccounts', { workspaceId: value }),
			filter: 'side',
		});
		expect(results).toMatchObject([{ name: 'Side on Pagebook, Side project' }]);
	});

	it('a workspace that cannot be read leaves only an entry that says why', async () => {
		const path = /workspaces\/[^/]+\/accounts/;
		const action = { kind: 'status', when: 'before', status: 403, code: 'forbidden' } as const;
		harness.service.faults.add({ path, action });
		expect(await loadOptions(picker('getAccounts', { workspaceId }))).toEqual([
			{ name: expect.stringMatching(/^Could not list the accounts: /), value: ' ' },
		]);
	});
});

it('platforms are listed once, without a workspace', async () => {
	const workspaceId = { __rl: true, mode: 'list', value: '' };
	for (const parameters of [{}, { workspaceId }]) {
		const names = (await loadOptions(picker('getPlatforms', parameters))).map(({ name }) => name);
		expect([...names].sort()).toEqual(['pagebook', 'photowall', 'shortpost', 'worklink']);
	}
});

it('the list of zones begins with that of the workflow, by name', async () => {
	const form = { resource: 'post', operation: 'create', afterCreate: 'schedule' };
	const zonesIn = async (workflowZone: string | null) =>
		await loadOptions(picker('getTimeZones', { ...form, workflowZone }));
	const zones = await zonesIn('Asia/Kolkata');
	expect(zones.slice(0, 2)).toEqual([
		{ name: 'Timezone of the Workflow (Asia/Kolkata)', value: '' },
		{ name: 'Africa/Abidjan', value: 'Africa/Abidjan' },
	]);
	expect(zones.map(({ value }) => value)).toContain('UTC');
	const [unknown] = await zonesIn(null);
	expect(unknown?.name).toBe('Timezone of the Workflow');
});

it('pickers list the records of the only workspace if none is chosen', async () => {
	harness.service.state.workspaces.delete(harness.service.workspaceId('Side project'));
	const workspaceId = { __rl: true, mode: 'list', value: '' };
	expect(await loadOptions(picker('getAccounts', { workspaceId }))).toHaveLength(9);
	expect((await listSearch(picker('searchAccounts', { workspaceId }))).results).toHaveLength(9);
});

it.each(['searchWorkspaces', 'searchAccounts', 'searchPosts'])(
	'%s shows what is wrong instead of an empty list, and lists its entries once that is fixed',
	async (method) => {
		await makePosts('Bread');
		const { socialPublishingApi } = harness.credentials;
		const withToken = (apiToken: string) => ({
			...picker(method),
			credentials: { socialPublishingApi: { ...socialPublishingApi, apiToken } },
		});
		const { results } = await listSearch(withToken('wrong'));
		expect(results).toEqual([{ name: expect.any(String), value: ' ' }]);
		expect(results[0]?.name).toMatch(
			/^Could not list .+: the service does not accept the API token\. .*Refresh List/,
		);
		const [entry] = (await listSearch(withToken(harness.service.token))).results;
		expect(entry?.value).not.toBe(' ');
	},
);

it('the lists of tools and arguments say that the tools are turned off', async () => {
	const { socialPublishingApi } = harness.credentials;
	const form = { resource: 'assistantTool', operation: 'call', toolName: 'get_post' };
	const withoutTools = (method: string) => ({
		...picker(method, form),
		credentials: { socialPublishingApi: { ...socialPublishingApi, assistantTools: false } },
	});
	const words = /^The assistant tools are turned off in the credential\. Open the credential/;
	expect(await loadOptions(withoutTools('getAssistantTools'))).toEqual([
		{ name: expect.stringMatching(words), value: ' ' },
	]);
	expect(await resourceMapping(withoutTools('getToolArguments'))).toEqual({
		fields: [],
		emptyFieldsNotice: expect.stringMatching(words),
	});
});
