import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';

import { dialects } from '../../../service';
import { byId, useNodeHarness } from '../../support/nodeHarness';
import { bread, draft, made } from '../createRecords';

const dialect = { ...dialects.first, followers: 'days' as const };

describe.each([
	['a list', dialects.first],
	['an object', dialect],
])('with followers as %s', (_shape, chosen) => {
	const harness = useNodeHarness({ dialect: chosen });

	const dayAgo = (days: number) =>
		DateTime.fromMillis(harness.service.clock.now(), { zone: 'utc' }).minus({ days }).toISODate();
	const accountId = (name: string) => ({ ...byId(harness.service.accountId(name)), mode: 'list' });

	async function get(operation: string, parameters: INodeParameters = {}) {
		const { items, hints, error } = await harness.run(
			'statistics',
			operation,
			{ return: 'summary', ...parameters },
			{ timezone: 'UTC' },
		);
		expect(error).toBeUndefined();
		return { rows: items.map(({ json }) => json), hints: hints.map(({ message }) => message) };
	}

	it('returns the newest values of an account and the change in the last 30 days', async () => {
		const account = { accountId: accountId('Bread on Shortpost') };
		const days = await get('getAccount', { ...account, return: 'perDay' });
		const { rows } = await get('getAccount', account);

		const known = days.rows.map(({ value }) => value).filter((value) => value !== null);
		expect(rows).toEqual([
			{
				kind: 'account',
				account_id: bread(harness),
				account_name: 'Bread on Shortpost',
				platform: 'shortpost',
				followers: known.at(-1),
				followers_change: Number(known.at(-1)) - Number(known[0]),
				last_known_followers: known.at(-1),
				last_known_followers_date: expect.any(String),
				likes: 0,
				comments: 0,
				shares: 0,
				views: null,
				start_date: dayAgo(29),
				end_date: dayAgo(0),
				coverage: { days: 30, recorded_days: known.length },
				errors: [],
				refreshed_at: expect.any(String),
			},
		]);
	});

	it('returns a row for each day of an account', async () => {
		const { rows } = await get('getAccount', {
			accountId: accountId('Bread on Shortpost'),
			return: 'perDay',
			period: 'custom',
			startDate: dayAgo(399) ?? '',
		});
		expect(rows).toHaveLength(400);
		expect(rows[0]).toEqual({
			date: dayAgo(399),
			account_id: bread(harness),
			account_name: 'Bread on Shortpost',
			platform: 'shortpost',
			metric: 'followers',
			value: expect.any(Number),
		});
		expect(rows.map(({ value }) => value)).toContain(null);
	});

	it('reads the last 7 days up to today', async () => {
		const { rows } = await get('getAccount', {
			accountId: accountId('Bread on Shortpost'),
			period: 'last7Days',
		});
		expect(rows).toMatchObject([{ start_date: dayAgo(6), end_date: dayAgo(0) }]);
	});

	it('returns a row for each account of a workspace, and for each account of a post', async () => {
		const { postId, id } = await draft(harness);
		await made(harness, 'post:publish', { postId });
		await harness.service.clock.advance(1_000);
		await made(harness, 'statistics:refreshAccount', {
			accountId: accountId('Bread on Shortpost'),
		});
		await harness.service.clock.advance(3_600_000);

		const { rows } = await get('getWorkspace');

		expect(rows.slice(0, -1).map(({ account_name }) => account_name)).toEqual(
			[...harness.service.state.accounts.values()]
				.filter(({ workspaceId }) => workspaceId === harness.workspaceId)
				.map(({ name }) => name),
		);
		expect(rows.find(({ account_name }) => account_name === 'Always fails')?.errors).toMatchObject([
			{ message: 'The platform was down.' },
		]);
		const ofPost = {
			kind: 'post',
			post_id: id,
			post_text: harness.service.state.posts.get(String(id))?.text,
			post_url: expect.stringMatching(/^https:/),
			account_name: 'Bread on Shortpost',
			likes: expect.any(Number),
		};
		expect(rows.at(-1)).toMatchObject({ ...ofPost, views: null });
		expect((await get('getPost', { postId })).rows).toMatchObject([ofPost]);
	});

	it('returns a row for each day, account and metric of a workspace, and a hint names what the service reports', async () => {
		// Which days are missing depends on the date.
		const { clock } = harness.service;
		await clock.advance(Date.parse('2040-06-15T12:00:00Z') - clock.now());
		const { rows, hints } = await get('getWorkspace', { return: 'perDay', period: 'last7Days' });
		const accounts = new Set(rows.map(({ account_id }) => account_id));
		expect(rows).toHaveLength(7 * accounts.size);
		expect(new Set(rows.map(({ metric }) => metric))).toEqual(new Set(['followers']));
		expect(hints).toEqual(['The service reports: Always fails (pagebook): The platform was down.']);
	});

	it('returns a row for each day of a workspace, with a column for each account', async () => {
		const period = { period: 'last7Days' };
		const { rows } = await get('getWorkspace', { return: 'perDayWide', ...period });
		const { rows: long } = await get('getWorkspace', { return: 'perDay', ...period });
		expect(rows.map(({ date }) => date)).toEqual([6, 5, 4, 3, 2, 1, 0].map((days) => dayAgo(days)));
		const names = ['Bread on Shortpost (shortpost)', 'Cakes on Pagebook (pagebook)'];
		for (const name of names) {
			const account_name = name.replace(/ \(.*/, '');
			expect(rows.map((row) => row[`followers ${name}`])).toEqual(
				long.filter((row) => row.account_name === account_name).map(({ value }) => value),
			);
		}
		expect(Object.keys(rows[0] ?? {}).slice(-3)).toEqual([
			'followers total',
			'followers total of known accounts',
			'missing_accounts',
		]);
	});

	it('reads the list of posts for the texts of several posts, and omits the texts if it cannot', async () => {
		for (let posts = 0; posts < 2; posts++) {
			const { postId } = await draft(harness);
			await made(harness, 'post:publish', { postId });
		}
		await harness.service.clock.advance(3_600_000);
		harness.requests();
		const { rows } = await get('getWorkspace');
		expect(harness.requests().filter((name) => name.endsWith('_posts'))).toEqual(['list_posts']);
		const ofPosts = rows.filter(({ kind }) => kind === 'post');
		expect(ofPosts.map(({ post_text }) => post_text)).toEqual([
			expect.any(String),
			expect.any(String),
		]);

		const action = { kind: 'status', when: 'before', status: 403 } as const;
		harness.service.faults.add({ operation: 'list_posts', times: 10, action });
		const without = await get('getWorkspace');
		expect(without.rows.filter(({ kind }) => kind === 'post')).toMatchObject([
			{ post_text: null, post_url: null },
			{ post_text: null, post_url: null },
		]);
	});

	it('reads no accounts for raw statistics', async () => {
		harness.requests();
		await get('getWorkspace', { return: 'raw' });
		expect(harness.requests()).toEqual(['get_workspace_statistics']);
	});
});
