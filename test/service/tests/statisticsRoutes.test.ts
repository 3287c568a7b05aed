import { ServiceClock } from '..';
import { Client, data, refusal } from './client';

const client = new Client();

beforeEach(async () => {
	const clock = new ServiceClock({ startMs: Date.parse('2026-11-21T10:00:00Z') });
	await client.open({ clock });
});
afterEach(async () => await client.close());

const path = (account: string) =>
	`${client.workspace()}/accounts/${client.service.accountId(account)}/statistics`;
const report = async (account: string, query = '') => data(await client.get(path(account) + query));

describe('followers', () => {
	test('are listed by day, both ends included, with null for missing days', async () => {
		const query = '?start_date=2025-11-22&end_date=2026-11-21';
		const { followers, coverage } = await report('Bread on Shortpost', query);
		const days = followers as Array<{ date: string; count: number | null }>;
		expect(days).toHaveLength(365);
		expect([days[0]?.date, days.at(-1)?.date]).toEqual(['2025-11-22', '2026-11-21']);
		const recorded = days.filter(({ count }) => count !== null).length;
		expect(recorded).toBeGreaterThan(300);
		expect(recorded).toBeLessThan(365);
		expect(coverage).toEqual({ days: 365, recorded_days: recorded });
	});

	test('cover thirty days up to today by default; future days are null', async () => {
		const { followers } = await report('Bread on Shortpost');
		expect(followers).toHaveLength(30);
		const ahead = await report('Bread on Shortpost', '?end_date=2026-11-23');
		expect((ahead['followers'] as object[]).slice(-2)).toEqual([
			{ date: '2026-11-22', count: null },
			{ date: '2026-11-23', count: null },
		]);
	});

	test('are zero only if zero was recorded; otherwise null', async () => {
		const query = '?start_date=2025-07-09&end_date=2025-07-10';
		expect((await report('Cakes on Pagebook', query))['followers']).toEqual([
			{ date: '2025-07-09', count: 0 },
			{ date: '2025-07-10', count: 0 },
		]);
		const never = await report('Bakery on Worklink');
		expect(never).toMatchObject({
			last_known_followers: null,
			refreshed_at: null,
			engagement: { likes: null, comments: null, shares: null, views: null },
			coverage: { recorded_days: 0 },
		});
	});

	test.each([
		['?start_date=2025-11-21&end_date=2026-11-21', 'start_date'],
		['?start_date=2026-11-20&end_date=2026-11-19', 'end_date'],
		['?start_date=2026-02-30', 'start_date'],
		['?end_date=yesterday', 'end_date'],
	])('a range of %s is refused', async (query, field) => {
		const answer = await client.get(path('Slow') + query);
		expect(refusal(answer)).toEqual([422, 'validation_failed']);
		expect(answer.body.error?.details).toMatchObject([{ field }]);
	});
});

test('a failed recording is reported next to the last known values', async () => {
	expect(await report('Always fails')).toMatchObject({
		errors: [
			{ code: 'provider_unavailable', occurred_at: expect.stringMatching(/^2026-11-21T10:/) },
		],
		last_known_followers: { date: expect.any(String), count: expect.any(Number) },
	});
});

test('a refresh is accepted once in five minutes and returns new figures', async () => {
	const refresh = async () => await client.send('POST', `${path('Cakes on Pagebook')}/refresh`);
	const before = await report('Cakes on Pagebook');
	expect(before['engagement']).toEqual({ likes: 0, comments: 0, shares: 0, views: 0 });
	expect((await refresh()).status).toBe(202);
	const guarded = await refresh();
	expect(refusal(guarded)).toEqual([409, 'refresh_guarded']);
	expect(Number(guarded.headers.get('retry-after'))).toBeGreaterThan(290);
	expect(Number(guarded.headers.get('retry-after'))).toBeLessThanOrEqual(300);
	await client.service.clock.advance(300_000);
	const after = await report('Cakes on Pagebook');
	expect(Date.parse(String(after['refreshed_at']))).toBeGreaterThan(
		Date.parse(String(before['refreshed_at'])),
	);
	expect(after['engagement']).toMatchObject({ likes: expect.any(Number) });
	expect(after['engagement']).not.toEqual(before['engagement']);
	expect((await refresh()).status).toBe(202);
});

test('a post has the last recorded engagement of each destination, or null', async () => {
	const draft = await client.draft(['Bread on Shortpost', 'Cakes on Pagebook']);
	await client.publish(draft.path, draft.etag);
	await client.service.clock.advance(400_000);
	const read = async () => data(await client.get(`${draft.path}/statistics`));
	const nothing = { likes: null, comments: null, shares: null, views: null };
	expect(await read()).toMatchObject({
		post_id: draft.id,
		destinations: [{ engagement: nothing, recorded_at: null }, { engagement: nothing }],
		coverage: { destinations: 2, recorded_destinations: 0 },
	});
	await client.send('POST', `${path('Bread on Shortpost')}/refresh`);
	await client.service.clock.advance(2_000);
	expect(await read()).toMatchObject({
		destinations: [
			{ engagement: { likes: expect.any(Number), views: null }, recorded_at: expect.any(String) },
			{ engagement: nothing },
		],
		coverage: { recorded_destinations: 1 },
	});
});

test('the workspace report contains accounts and posts, filtered by brand and platform', async () => {
	await client.draft(['Bread on Shortpost']);
	await client.draft(['Cakes on Pagebook']);
	const read = async (query: string) => {
		const all = data(await client.get(`${client.workspace()}/statistics?${query}`));
		return [all['accounts'], all['posts']] as object[][];
	};
	const [accounts, posts] = await read('start_date=2026-11-20');
	expect(accounts).toHaveLength(9);
	expect(posts).toHaveLength(2);
	const filter = `brand_id=${client.service.brandId('Cakes')}&platform=pagebook`;
	const [cakeAccounts, cakePosts] = await read(filter);
	expect(cakeAccounts).toMatchObject([
		{ account_id: client.service.accountId('Cakes on Pagebook') },
	]);
	expect(cakePosts).toHaveLength(1);
});
