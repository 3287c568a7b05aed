import type { IDataObject } from 'n8n-workflow';

import { readLifecycleStatus } from '../../../nodes/SocialPublishing/api/phase';
import { readPublication } from '../../../nodes/SocialPublishing/api/publication';
import { clock } from '../../../nodes/SocialPublishing/shared/clock';

const now = Date.parse('2027-03-01T09:00:00Z');

beforeEach(() => jest.spyOn(clock, 'now').mockReturnValue(now));
afterEach(() => jest.restoreAllMocks());

const idle = ['draft', 'scheduled', 'cancelled', 'canceled'];

/** A post with one destination for each status. */
const post = (status: string | undefined, ...outcomes: Array<string | undefined>) => ({
	status,
	destinations: outcomes.map((outcome, index) => ({ id: `d${index}`, status: outcome })),
});

it.each([
	[post('published', 'published'), 'published', true],
	[post('partial', 'published', 'failed'), 'partial', true],
	[post('published', 'delivered'), 'published', true],
	[post('failed', 'publishing'), 'failed', false],
	[post('failed', 'queued'), 'failed', false],
	[post('publishing', 'published', 'failed'), 'publishing', true],
	[post('publishing', 'published', 'pending'), 'publishing', false],
	[post(undefined, 'published', undefined), 'publishing', false],
	[post(undefined, 'published', 'blocked'), 'partial', true],
	[post(undefined, 'needs_review'), 'failed', true],
	[post(undefined, undefined), 'unknown', false],
	[post(undefined, 'pending'), 'draft', true],
	[post(undefined, 'pending', 'pending'), 'draft', true],
	[post(undefined, 'queued'), 'publishing', false],
	[post(undefined, 'draft', 'scheduled'), 'unknown', false],
	[post(undefined, 'scheduled', 'scheduled'), 'scheduled', true],
	[post('draft'), 'draft', true],
	[post('scheduled', 'pending', 'queued'), 'scheduled', true],
	[{}, 'unknown', false],
])('the publication of %j is %s; settled: %s', (record, status, settled) => {
	expect(readPublication(record)).toMatchObject({ status, settled });
});

describe('a post without a status of its own, whose deliveries are pending,', () => {
	const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
	const pending = post(undefined, 'pending', 'pending');

	it.each<[string, IDataObject, string]>([
		['that shows nothing else', {}, 'draft'],
		['with an empty history', { delivery_history: [], published_at: null }, 'draft'],
		['with a delivery without a status', post(undefined, 'pending', undefined), 'draft'],
		['with a delivery that is a draft', post(undefined, 'pending', 'draft'), 'draft'],
		['due in a minute', { scheduled_at: at(1) }, 'scheduled'],
		['due now', { scheduled_at: at(0) }, 'publishing'],
		['due an hour ago', { scheduled_at: at(-60) }, 'publishing'],
		['due at an unreadable time', { scheduled_at: 'soon' }, 'publishing'],
		['with an attempt', { delivery_history: [{ status: 'failed' }] }, 'publishing'],
		['with a time of publication', { published_at: at(-1) }, 'publishing'],
		['with a link', { permalink: 'https://example.com/p' }, 'publishing'],
		[
			'with a published part of a thread',
			{ thread_publications: [{ url: 'https://example.com/p' }] },
			'publishing',
		],
		...[
			{ attempts: [{ status: 'failed' }] },
			{ attempt_count: 1 },
			{ attempted_at: at(-1) },
			{ url: 'https://example.com/p' },
		].map((more): [string, IDataObject, string] => [
			`with a delivery with ${Object.keys(more).join()}`,
			{ destinations: [{ id: 'd0', status: 'pending', ...more }] },
			'publishing',
		]),
		['with a queued delivery', post(undefined, 'pending', 'queued'), 'publishing'],
		['with a delivery under way', post(undefined, 'pending', 'publishing'), 'publishing'],
		['with a published delivery', post(undefined, 'pending', 'published'), 'publishing'],
		['with a failed delivery', post(undefined, 'pending', 'failed'), 'publishing'],
		['with a delivery of unknown status', post(undefined, 'pending', 'odd'), 'publishing'],
	])('%s: %j is %s, and always publishing once it was sent', (_, more, status) => {
		const record = { ...pending, ...more };
		const settled = status !== 'publishing';
		expect(readPublication(record)).toMatchObject({ status, settled });
		expect(readLifecycleStatus(record)).toBe(status);

		const sent = { status: 'publishing', settled: false };
		expect(readPublication(record, true)).toMatchObject(sent);
		expect(readPublication(record, false, new Map(), true)).toMatchObject(sent);
		expect(readLifecycleStatus(record, true)).toBe('publishing');
	});
});

describe.each(idle)('a post that is %s', (status) => {
	it.each([
		[['published'], 'published', true, 'Published: d0.'],
		[['published', 'published'], 'published', true, 'Published: d0, d1.'],
		[['blocked'], 'failed', true, 'Not published: d0.'],
		[['failed', 'needs_review'], 'failed', true, 'Not published: d0. Uncertain: d1.'],
		[['published', 'failed'], 'partial', true, 'Published: d0. Not published: d1.'],
		[['published', status], 'partial', true, 'Published: d0. Not started: d1.'],
		[['failed', undefined], 'failed', true, 'Not published: d0. Not started: d1.'],
		[['publishing'], 'publishing', false, 'Still open: d0.'],
		[['retrying', 'failed'], 'publishing', false, 'Not published: d1. Still open: d0.'],
	])('with the deliveries %j is %s; settled: %s', (outcomes, derived, settled, message) => {
		expect(readPublication(post(status, ...outcomes))).toMatchObject({
			status: derived,
			settled,
			message,
		});
	});

	it('is not settled once the service has accepted it', () => {
		expect(readPublication(post(status, status, 'pending'), true)).toMatchObject({
			settled: false,
			status: status.replace('canceled', 'cancelled'),
			open: ['d0', 'd1'],
		});
		expect(readPublication(post(status, 'failed', status), true)).toMatchObject({
			settled: false,
			open: ['d1'],
		});
		expect(readPublication(post(status, 'failed'), true)).toMatchObject({ settled: true });
	});
});

it.each([
	[post('draft'), 'The post is a draft. It has not been published.'],
	[post('scheduled'), 'The post is scheduled. It has not been published yet.'],
	[
		{ status: 'scheduled', scheduled_at: '2027-03-14' },
		'The post is scheduled for 2027-03-14. It has not been published yet.',
	],
	[post('canceled'), 'The post was cancelled. It has not been published.'],
	[post('published'), 'The status of the post is published.'],
	[post('publishing'), 'Still open: the post.'],
	[post('publishing', 'publishing', undefined), 'Still open: d0, d1.'],
	[post('partial', 'published', 'done'), 'Published: d0.'],
])('the message for %j is: %s', (record, message) => {
	expect(readPublication(record).message).toBe(message);
});

it.each([
	[-60, /^The post is scheduled for .+ It has not been published yet\.$/],
	[14, /^The post is scheduled for .+ It has not been published yet\.$/],
	[15, /^The post was due at .+, but it has not been published\. It is still scheduled\.$/],
	[3 * 24 * 60, /^The post was due at /],
])(
	'the message for a scheduled post, %i minutes after its time, matches %s',
	(minutes, message) => {
		const scheduled_at = new Date(now - minutes * 60_000).toISOString();
		const { status, message: shown } = readPublication({ ...post('scheduled'), scheduled_at });
		expect(status).toBe('scheduled');
		expect(shown).toMatch(message);
	},
);

it('a settled publication lists every account and has no open deliveries', () => {
	const accounts = new Map([['a', { id: 'a', name: 'Bakery', platform: 'pagebook', record: {} }]]);
	const record = { status: 'published', destinations: [{ account_id: 'a', status: 'done' }] };
	expect(readPublication(record, false, accounts)).toMatchObject({
		settled: true,
		open: [],
		accounts: [{ account_id: 'a', name: 'Bakery', status: 'done' }],
	});
});
