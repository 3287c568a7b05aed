import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { RateLimiter } from '../../../../../nodes/SocialPublishing/transport/rateLimit';
import { dialects, type ServiceOptions } from '../../../../service';
import { draft } from '../../createRecords';
import { post, useCalendarHarness, ZONE } from './calendarServer';

const services: Array<[string, ServiceOptions]> = [
	['the first dialect', { dialect: dialects.first }],
	['the second dialect', { dialect: dialects.second }],
];

const BREAD = 'Bread on Shortpost (shortpost)';
const CAKES = 'Cakes on Pagebook (pagebook)';

describe.each(services)('Get Calendar, with %s,', (_dialect, options) => {
	const harness = useCalendarHarness(options);

	async function calendar(parameters: INodeParameters = {}) {
		harness.requests();
		const form = { return: 'perDay', timezone: ZONE, ...parameters };
		const { items, error } = await harness.run('post', 'getCalendar', form);
		return { days: items.map(({ json }) => json), items, error, requests: harness.requests() };
	}

	const shown = (days: IDataObject[]) =>
		days.map(({ date, posts }) => [date, (posts as IDataObject[]).map(({ text }) => text)]);

	it('shows each post of a period on its day in the zone, and the days without one', async () => {
		await post(harness, 'Late', '2026-11-20T23:30');
		await post(harness, 'Early', '2026-11-20T00:15', ['Cakes on Pagebook', 'Bread on Shortpost']);
		await post(harness, 'After the period', '2026-11-25T00:00');
		await draft(harness);
		const { days, requests } = await calendar({ period: 'next7Days' });
		expect(shown(days)).toEqual([
			['2026-11-18', []],
			['2026-11-19', []],
			['2026-11-20', ['Early', 'Late']],
			['2026-11-21', []],
			['2026-11-22', []],
			['2026-11-23', []],
			['2026-11-24', []],
		]);
		// The accounts have been read for the posts.
		expect(requests).toEqual(['list_posts']);
		expect(days[2]).toMatchObject({
			weekday: 'Friday',
			count: 2,
			is_empty: false,
			posts_without_time: 1,
			posts: [
				{
					id: expect.any(String),
					time: '2026-11-20T00:15:00+01:00',
					text: 'Early',
					status: 'scheduled',
					accounts: [CAKES, BREAD],
					url: null,
					problem: null,
				},
				{ accounts: [BREAD] },
			],
		});
		expect(days[2]?.accounts_without_post).not.toContain(BREAD);
		expect(days[2]?.accounts_without_post).toHaveLength(7);
		expect(days[3]).toMatchObject({ is_empty: true, count: 0, posts: [] });
		expect(days[3]?.accounts_without_post).toHaveLength(9);
	});

	it.each([
		['thisWeek', '2026-11-16', '2026-11-22', 7],
		['thisMonth', '2026-11-01', '2026-11-30', 30],
		['next30Days', '2026-11-18', '2026-12-17', 30],
	])('shows the days of %s', async (period, first, last, count) => {
		const { days } = await calendar({ period });
		expect([days[0]?.date, days.at(-1)?.date, days.length]).toEqual([first, last, count]);
	});

	it('shows a period of own dates, both included, as people write them', async () => {
		const { days } = await calendar({
			period: 'custom',
			startDate: '31.12.2026',
			endDate: '2027-01-01T00:00:00',
		});
		expect(days.map(({ date }) => date)).toEqual(['2026-12-31', '2027-01-01']);
	});

	it('shows where a published post can be seen, and why another one failed', async () => {
		await post(harness, 'Out');
		await post(harness, 'Half', undefined, ['Always fails', 'Cakes on Pagebook']);
		const { days } = await calendar({ period: 'next7Days' });
		const [out, half] = days[0]?.posts as IDataObject[];
		expect(out).toMatchObject({ text: 'Out', status: 'published', problem: null });
		expect(out?.url).toMatch(/^https:\/\/shortpost\.example\.com/);
		expect(half).toMatchObject({
			text: 'Half',
			status: 'partial',
			problem: 'Always fails (pagebook): The platform rejected the post.',
		});
		expect(half?.url).toMatch(/^https:\/\/pagebook\.example\.com/);
	});

	it('counts only the accounts of the filters', async () => {
		await post(harness, 'Both', undefined, ['Bread on Shortpost', 'Always fails']);
		await post(harness, 'Cakes', '2026-11-19T09:00', ['Cakes on Pagebook']);
		const ofNames = await calendar({
			period: 'next7Days',
			filters: { accountIds: [BREAD, 'cakes on shortpost'] },
		});
		expect(shown(ofNames.days).slice(0, 2)).toEqual([
			['2026-11-18', ['Both']],
			['2026-11-19', []],
		]);
		expect(ofNames.days[0]).toMatchObject({
			posts: [{ accounts: [BREAD], problem: null }],
			accounts_without_post: ['Cakes on Shortpost (shortpost)'],
		});
		const brandId = harness.service.brandId('Cakes');
		const ofBrand = await calendar({ period: 'next7Days', filters: { brandId } });
		expect(shown(ofBrand.days).slice(0, 2)).toEqual([
			['2026-11-18', []],
			['2026-11-19', ['Cakes']],
		]);
		const ofBoth = await calendar({
			period: 'next7Days',
			filters: { brandId, platform: 'Pagebook' },
		});
		expect(ofBoth.days[0]?.accounts_without_post).toEqual([CAKES]);
		expect(ofBoth.requests).toEqual(['list_accounts']);
	});

	it('refuses filters that no account matches, because every day would seem empty', async () => {
		const { error } = await calendar({ filters: { platform: 'unknown' } });
		expect(error?.message).toBe('No account matches the filters');
	});

	it('shows that a time has passed for fifteen minutes and the post is not out', async () => {
		const { id } = await post(harness, 'Stuck', '2026-11-18T11:00');
		harness.service.state.posts.get(String(id))?.schedule?.task.cancel();
		await harness.service.clock.advance((60 + 14) * 60_000);
		const problem = async () => {
			const [today] = (await calendar({ period: 'next7Days' })).days;
			return (today?.posts as IDataObject[])[0]?.problem;
		};
		expect(await problem()).toBeNull();
		await harness.service.clock.advance(60_000);
		expect(await problem()).toBe(
			'It was due at 11:00, but it has not been published. It is still scheduled.',
		);
	});

	it('adds the free slots of each day to it', async () => {
		await post(harness, 'Nine', '2026-11-19T09:00');
		const times = '09:00, 10:02, 17:30';
		const slots = { slot: [{ weekdays: ['wednesday', 'thursday'], times }] };
		const free = async (filters: INodeParameters) => {
			const parameters = { period: 'next7Days', filters, options: { slots } };
			return (await calendar(parameters)).days.map((day) => day.free_slots).slice(0, 3);
		};
		const wednesday = ['2026-11-18T10:02:00+01:00', '2026-11-18T17:30:00+01:00'];
		const thursday = ['2026-11-19T10:02:00+01:00', '2026-11-19T17:30:00+01:00'];
		expect(await free({})).toEqual([wednesday, thursday, []]);
		expect(await free({ accountIds: [CAKES] })).toEqual([
			wednesday,
			['2026-11-19T09:00:00+01:00', ...thursday],
			[],
		]);
		const past = { period: 'custom', startDate: '2026-11-11', endDate: '2026-11-12' };
		const { days } = await calendar({ ...past, options: { slots } });
		expect(days.map((day) => day.free_slots)).toEqual([[], []]);
	});

	it('reads the list once a minute, whatever is asked of it', async () => {
		await Promise.all([calendar({ return: 'page' }), calendar({ return: 'feed' })]);
		expect(harness.journal('list_posts')).toHaveLength(1);
		await harness.service.clock.advance(59_000);
		expect((await calendar({ period: 'thisWeek' })).requests).toEqual([]);
		await harness.service.clock.advance(1_000);
		expect((await calendar()).requests).toEqual(['list_posts']);
	});

	it('lets all other requests go first', async () => {
		const acquire = jest.spyOn(RateLimiter.prototype, 'acquire');
		await calendar({ filters: { brandId: harness.service.brandId('Bread') } });
		expect(acquire.mock.calls.map(([, isLowPriority]) => isLowPriority)).toEqual([
			true,
			true,
			true,
		]);
	});

	it('shows 366 days', async () => {
		const period = { period: 'custom', startDate: '2026-01-01', endDate: '2027-01-01' };
		expect((await calendar(period)).days).toHaveLength(366);
	});
});
