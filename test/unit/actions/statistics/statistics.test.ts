import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { dialects } from '../../../service';
import { byId, useNodeHarness } from '../../support/nodeHarness';

const harness = useNodeHarness();
/** The requests, without the lookup of an account that is given by name. */
const statisticsRequests = () => harness.requests().filter((name) => name !== 'list_accounts');

const dayAgo = (days: number) =>
	DateTime.fromMillis(harness.service.clock.now(), { zone: 'utc' }).minus({ days }).toISODate() ??
	'';
const account = (name: string) => ({
	...byId(harness.service.accountId(name)),
	mode: 'list',
});

async function ofAccount(name: string, parameters = {}) {
	const { items, error } = await harness.run(
		'statistics',
		'getAccount',
		{ accountId: account(name), period: 'custom', ...parameters },
		{ timezone: 'UTC' },
	);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
}

const followersOf = (record?: IDataObject) => [record?.followers].flat() as IDataObject[];

describe('statistics of an account', () => {
	it('for more than a year are fetched in windows and joined', async () => {
		const [record] = await ofAccount('Bread on Shortpost', {
			startDate: dayAgo(799),
			endDate: dayAgo(0),
		});

		const days = Array.from({ length: 800 }, (_, index) => dayAgo(799 - index));
		expect(followersOf(record).map(({ date }) => date)).toEqual(days);
		expect(record).toMatchObject({
			start_date: dayAgo(799),
			end_date: dayAgo(0),
			coverage: { days: 70 },
		});
		expect(statisticsRequests()).toHaveLength(3);
	});

	it('for a year take one request', async () => {
		const [record] = await ofAccount('Bread on Shortpost', { startDate: dayAgo(364) });
		expect(followersOf(record)).toHaveLength(365);
		expect(statisticsRequests()).toHaveLength(1);
	});

	it('start on a day that is written as in a table, without a time', async () => {
		const [year, month, day] = dayAgo(9).split('-');
		const [record] = await ofAccount('Bread on Shortpost', {
			startDate: `${day}.${month}.${year}`,
		});
		expect(followersOf(record)[0]?.date).toBe(dayAgo(9));
		expect(followersOf(record)).toHaveLength(10);
	});

	it('distinguish missing values from zero', async () => {
		const [cakes] = await ofAccount('Cakes on Pagebook', { startDate: dayAgo(510) });
		const counts = followersOf(cakes).map(({ count }) => count);
		expect(counts).toContain(null);
		expect(counts).toContain(0);
		const [worklink] = await ofAccount('Bakery on Worklink');
		expect(worklink?.last_known_followers).toBeNull();
		expect(worklink?.refreshed_at).toBeNull();
	});

	it('list each error once', async () => {
		const [record] = await ofAccount('Always fails', { startDate: dayAgo(799) });
		expect(record?.errors).toEqual([
			{
				code: 'provider_unavailable',
				message: 'The platform was down.',
				occurred_at: expect.any(String),
			},
		]);
	});
});

describe('statistics of a workspace', () => {
	it('include all posts and count nothing twice', async () => {
		const accountIds = [harness.service.accountId('Bread on Shortpost')];
		const input = Array.from({ length: 150 }, () => ({ json: {} }));
		await harness.run('post', 'create', { text: 'Bread', accountIds }, { input });
		harness.requests();

		const { items } = await harness.run('statistics', 'getWorkspace', {
			filters: { platform: 'shortpost', brandId: harness.service.brandId('Bread') },
		});

		const record = items[0]?.json;
		expect(statisticsRequests()).toHaveLength(2);
		expect(record?.posts).toHaveLength(150);
		expect(record?.accounts).toMatchObject([{ coverage: { days: 30 } }]);
		expect(record?.posts).toMatchObject([
			{ coverage: { destinations: 1 } },
			...Array(149).fill({}),
		]);
	});
});

describe.each([
	['409', dialects.first],
	['429', dialects.second],
])('a refresh too soon after the last one, refused with %s', (_status, dialect) => {
	it('is an error that states how long to wait, without a wait', async () => {
		await harness.close();
		await harness.open({ dialect: { ...dialect, retryAfter: 'seconds' } });
		const accountId = account('Bread on Shortpost');
		await harness.run('statistics', 'refreshAccount', { accountId });
		await harness.service.clock.advance(60_000);

		const { error } = await harness.run('statistics', 'refreshAccount', { accountId });

		expect(error?.message).toBe(
			'Could not refresh the statistics: the statistics of this account were refreshed a short while ago',
		);
		expect(error?.description).toMatch(/every five minutes\. Wait 4 minutes\./);
		expect(harness.journal('refresh_account_statistics')).toHaveLength(2);
		expect(harness.pauses).toEqual([]);
	});
});

it('a refresh that meets the rate limit waits and is sent again', async () => {
	const headers = { 'Retry-After': '3', 'RateLimit-Remaining': '0' };
	const action = { kind: 'status', when: 'before', status: 429, code: 'odd', headers } as const;
	harness.service.faults.add({ operation: 'refresh_account_statistics', action });
	const { error } = await harness.run('statistics', 'refreshAccount', {
		accountId: account('Bread on Shortpost'),
	});
	expect(error).toBeUndefined();
	expect(harness.journal('refresh_account_statistics')).toHaveLength(2);
});
