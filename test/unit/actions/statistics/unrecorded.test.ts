import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useScriptedService } from '../../support/scriptedService';

const service = useScriptedService();

const STATISTICS = 'GET /workspaces/1/statistics';
const POSTS = 'GET /workspaces/1/posts';
const ACCOUNTS = 'GET /workspaces/1/accounts';

/** A published post on account 3, as the service lists it. */
const publishedPost = (id: string) => ({
	id,
	text: `Text ${id}`,
	destinations: [
		{ id: `d${id}`, account_id: '3', status: 'published', url: `https://x.example/${id}` },
	],
});

/** The output of Get Workspace if this is the response of the service. */
async function ofWorkspace(data: unknown, parameters: INodeParameters = {}) {
	await service.open({
		[STATISTICS]: () => ({ data }),
		[POSTS]: () => ({ data: { items: ['7', '8'].map(publishedPost), next_cursor: null } }),
		[ACCOUNTS]: () => ({
			data: {
				items: [
					{ id: '3', name: 'Bakery', platform: 'pagebook' },
					{ id: '4', name: 'Café', platform: 'shortpost' },
				],
				next_cursor: null,
			},
		}),
	});
	const { items, hints, error } = await service.run('statistics:getWorkspace', {
		return: 'summary',
		...parameters,
	});
	expect(error).toBeUndefined();
	return {
		rows: items.map(({ json }) => json),
		hint: hints.map(({ message }) => message).join(),
		requests: service.requests.map(
			({ method, path }) => `${method} ${path.replace('/api/v1', '')}`,
		),
	};
}

const named = { account_id: '3', account_name: 'Bakery', platform: 'pagebook' };

it('the summary has the text and the link of a post without figures', async () => {
	const { rows } = await ofWorkspace({
		posts: [
			{ post_id: '7', ...named, likes: 3 },
			{ post_id: '8', ...named, error: 'Not readable' },
		],
	});
	expect(rows).toMatchObject([
		{ post_id: '7', post_text: 'Text 7', post_url: 'https://x.example/7', likes: 3 },
		{
			kind: 'post',
			post_id: '8',
			post_text: 'Text 8',
			post_url: 'https://x.example/8',
			error: 'Not readable',
		},
	]);
});

it('the summary has the name of an account without figures, and so has the hint about it', async () => {
	const data = {
		accounts: [
			{ ...named, followers: 3 },
			{ account_id: '4', error: 'Not readable' },
		],
	};
	const { rows, hint } = await ofWorkspace(data);
	expect(rows).toMatchObject([
		{ account_name: 'Bakery', followers: 3 },
		{ kind: 'account', account_name: 'Café', platform: 'shortpost', error: 'Not readable' },
	]);
	expect(hint).toBe('The service reports: Café (shortpost): Not readable.');
});

it('a table of days reads no posts that are not in it', async () => {
	const data = {
		accounts: [
			{ ...named, followers: { '2027-03-14': 6 } },
			{ account_id: '4', error: 'Not readable' },
		],
		posts: [{ post_id: '8', ...named, error: 'Not readable' }],
	};
	const { rows, hint, requests } = await ofWorkspace(data, { return: 'perDay' });
	expect(rows).toMatchObject([{ date: '2027-03-14', account_name: 'Bakery', value: 6 }]);
	expect(hint).toBe(
		'The service reports: Café (shortpost): Not readable. Bakery (pagebook), post 8: Not readable.',
	);
	expect(requests.filter((line) => line.includes('/posts'))).toEqual([]);
});

it.each<[IDataObject, string]>([
	[
		{ errors: ['It was down', { message: 'It was down.' }, { code: 'late' }] },
		'It was down. late.',
	],
	[{ errors: ['A', 'B', 'C', 'D', 'E'] }, 'A. B. C. And 2 more.'],
	[{ posts: [{ post_id: 'p', notice: { error: { message: 'Old' } } }] }, 'post p: Old.'],
	[{ accounts: [{ account_id: 'x', warnings: 'Late' }] }, 'x: Late.'],
])('a hint repeats the complaints of the service: %j', async (complaints, text) => {
	const { hint } = await ofWorkspace({ ...complaints, likes: 3 });
	expect(hint).toBe(`The service reports: ${text}`);
});

it('there is no hint without complaints, whatever is missing', async () => {
	const accounts = [
		{ ...named, followers: null, errors: [], coverage: { days: 30, recorded_days: 0 } },
	];
	expect((await ofWorkspace({ accounts, errors: null, warnings: '' })).hint).toBe('');
});
