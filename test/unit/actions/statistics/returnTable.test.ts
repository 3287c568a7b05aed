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
		const ofPost = { post_id: id, account_name: 'Bread on Shortpost', likes: expect.any(Number) };
		expect(rows.at(-1)).toMatchObject({ ...ofPost, views: null });
		expect((await get('getPost', { postId })).rows).toMatchObject([ofPost]);
	});

	it('returns a row for each day, account and metric of a workspace, and says what is missing', async () => {
		const { rows, hints } = await get('getWorkspace', { return: 'perDay', period: 'last7Days' });
		const accounts = new Set(rows.map(({ account_id }) => account_id));
		expect(rows).toHaveLength(7 * accounts.size);
		expect(new Set(rows.map(({ metric }) => metric))).toEqual(new Set(['followers']));
		expect(hints.join()).toMatch(/^The service reports: .*Always fails \(pagebook\): The platform/);
		expect(hints.join()).toMatch(
			/Bakery on Worklink \(worklink\): coverage days 7, recorded_days 0/,
		);
	});

	it('reads no accounts for what the service sent', async () => {
		harness.requests();
		await get('getWorkspace', { return: 'raw' });
		expect(harness.requests()).toEqual(['get_workspace_statistics']);
	});
});
