import type { INodeParameters } from 'n8n-workflow';

import { dialects, type ServiceOptions } from '../../../service';
import { useNodeHarness } from '../../support/nodeHarness';
import { draft, failed, scheduled } from '../createRecords';

const services: Array<[string, ServiceOptions]> = [
	['the first dialect', { dialect: dialects.first }],
	['the second dialect', { dialect: dialects.second }],
];

describe.each(services)('the node filters posts, with %s', (_dialect, options) => {
	const harness = useNodeHarness(options);

	async function list(filters: INodeParameters, more: INodeParameters = { returnAll: true }) {
		harness.requests();
		const { items, error } = await harness.run(
			'post',
			'getAll',
			{ filters, ...more },
			{ timezone: 'Europe/Berlin' },
		);
		return { ids: items.map(({ json }) => json.id), error, requests: harness.requests() };
	}

	it('by status, in any spelling', async () => {
		const first = await draft(harness);
		const second = await scheduled(harness);
		const third = await failed(harness);
		expect((await list({ status: ['draft'] })).ids).toEqual([first.id]);
		expect((await list({ status: 'Failed, SCHEDULED' })).ids).toEqual([third.id, second.id]);
		expect((await list({ status: [] })).ids).toHaveLength(3);
		expect((await list({ status: ['published', 'Cancelled'] })).ids).toEqual([]);
		const platform = { status: ['failed', 'draft'], platform: 'pagebook' };
		expect((await list(platform)).ids).toEqual([third.id]);
	});

	it('by the time for which they are scheduled', async () => {
		await draft(harness);
		const { id } = await scheduled(harness);
		const [post] = [...harness.service.state.posts.values()].slice(-1);
		const atMs = post?.schedule?.atMs ?? 0;
		const iso = (offsetMs: number) => harness.service.clock.iso(atMs + offsetMs);
		expect((await list({ scheduledAfter: iso(0) })).ids).toEqual([id]);
		expect((await list({ scheduledAfter: iso(1_000) })).ids).toEqual([]);
		expect((await list({ scheduledBefore: iso(1_000) })).ids).toEqual([id]);
		expect((await list({ scheduledBefore: iso(0) })).ids).toEqual([]);
		const inBerlin = new Date(atMs).toLocaleString('sv', { timeZone: 'Europe/Berlin' });
		expect((await list({ scheduledAfter: inBerlin })).ids).toEqual([id]);
	});

	it.each([
		['soon', `'Scheduled Before': "soon" is not a valid date and time`],
		['28.11.2026', `'Scheduled Before' is "28.11.2026": that is a date without a time of day`],
		[46_354, `'Scheduled Before' is "46354": that is a date without a time of day`],
	])('but not by %j', async (scheduledBefore, message) => {
		const { error, requests } = await list({ scheduledBefore });
		expect(error?.message).toBe(message);
		expect(requests).toEqual([]);
	});

	it('and counts only matching posts against the limit', async () => {
		const { id } = await scheduled(harness);
		const accountIds = [harness.service.accountId('Bread on Shortpost')];
		const input = Array.from({ length: 120 }, () => ({ json: {} }));
		await harness.run('post', 'create', { text: 'Bread', accountIds }, { input });
		const one = await list({ status: ['scheduled'] }, { returnAll: false, limit: 1 });
		expect(one.ids).toEqual([id]);
		expect(one.requests).toEqual(['list_posts', 'list_posts']);
		const drafts = await list({ status: ['draft'] }, { returnAll: false, limit: 30 });
		expect(drafts.ids).toHaveLength(30);
		expect(drafts.requests).toEqual(['list_posts']);
	});
});
