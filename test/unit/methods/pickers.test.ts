import type { INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { listSearch, loadOptions } from '../../engine';
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
		name: 'Bread on Photowall (photowall)',
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

it('pickers are empty until a workspace is chosen', async () => {
	const workspaceId = { __rl: true, mode: 'list', value: '' };
	expect(await listSearch(picker('searchPosts', { workspaceId }))).toEqual({ results: [] });
	expect(await loadOptions(picker('getAccounts', { workspaceId }))).toEqual([]);
	expect(await loadOptions(picker('getBrands', { workspaceId }))).toEqual([]);
	expect(new Set(harness.requests())).toEqual(new Set(['list_workspaces']));
});

it('pickers show what is in the only workspace without a choice', async () => {
	harness.service.state.workspaces.delete(harness.service.workspaceId('Side project'));
	const workspaceId = { __rl: true, mode: 'list', value: '' };
	expect(await loadOptions(picker('getAccounts', { workspaceId }))).toHaveLength(9);
	expect((await listSearch(picker('searchAccounts', { workspaceId }))).results).toHaveLength(9);
});

it('an error is shown instead of an empty list', async () => {
	harness.service.revokeToken(harness.service.token);
	await expect(search('searchWorkspaces')).rejects.toThrow(
		'Could not list the workspaces: the service does not accept the API token',
	);
});
