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

describe('the table with a column for each account has no total without', () => {
	const days = (...values: Array<number | null>) =>
		values.map((value, index) => ({ date: `2027-03-${14 + index}`, value }));
	const withCafe = (...ofCafe: IDataObject[]) => ({
		accounts: [
			{ ...named, followers: days(6, 7) },
			{ account_id: '5', followers: days(1, 0) },
			...ofCafe.map((each) => ({ account_id: '4', ...each })),
		],
	});

	it.each<[string, IDataObject]>([
		['an account about which the service states only an error', { error: 'Not readable' }],
		['an account with an empty list of days', { followers: [] }],
		['an account with no days by key', { followers: {} }],
		['an account with null instead of days', { followers: null }],
		['an account with one figure instead of days', { followers: 9 }],
		['an account with days of another metric only', { followers: null, likes: days(2, 3) }],
		['an account whose only row has no day', { date: null, followers: null }],
	])('%s', async (_title, ofCafe) => {
		const { rows } = await ofWorkspace(withCafe(ofCafe), { return: 'perDayWide' });
		const totals = {
			'followers Café (shortpost)': null,
			'followers total': null,
			missing_accounts: ['Café (shortpost)'],
		};
		expect(rows).toMatchObject([
			{ date: '2027-03-14', ...totals, 'followers total of known accounts': 7 },
			{ date: '2027-03-15', ...totals, 'followers total of known accounts': 7 },
		]);
	});

	it('the only other account', async () => {
		const accounts = [
			{ ...named, followers: days(6) },
			{ account_id: '4', followers: null },
		];
		const { rows } = await ofWorkspace({ accounts }, { return: 'perDayWide' });
		expect(rows).toEqual([
			{
				date: '2027-03-14',
				'followers Bakery (pagebook)': 6,
				'followers Café (shortpost)': null,
				'followers total': null,
				'followers total of known accounts': 6,
				missing_accounts: ['Café (shortpost)'],
			},
		]);
	});

	it('an account whose engagement is null instead of figures', async () => {
		const accounts = ['3', '5'].map((account_id) => ({ account_id, engagement: { likes: 2 } }));
		const { rows } = await ofWorkspace(
			{ accounts: [...accounts, { account_id: '4', engagement: null }] },
			{ return: 'perDayWide' },
		);
		expect(rows).toMatchObject([
			{
				'likes Café (shortpost)': null,
				'likes total': null,
				'likes total of known accounts': 4,
				missing_accounts: ['Café (shortpost)'],
			},
		]);
	});

	it('an account, but needs no account of which the service states other metrics', async () => {
		const { rows } = await ofWorkspace(withCafe({ likes: days(2, 3) }), { return: 'perDayWide' });
		expect(rows.map((row) => row['followers total'])).toEqual([7, 7]);
		expect(rows[0]).not.toHaveProperty('missing_accounts');
	});
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
