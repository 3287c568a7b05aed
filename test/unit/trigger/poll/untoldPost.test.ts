import type { IDataObject } from 'n8n-workflow';

import type { KnownPost } from '../../../../nodes/SocialPublishing/trigger/poll/knownPost';
import {
	compareRead,
	isTold,
	needsReading,
	rememberUnread,
	urgencyOf,
} from '../../../../nodes/SocialPublishing/trigger/poll/untoldPost';
import { knownPost } from '../../support/knownPost';

it.each<[boolean, IDataObject]>([
	[false, { status: 'failed' }],
	[true, { status: 'failed', destinations: [{ id: 'd', status: 'failed' }] }],
	[false, { status: 'failed', destinations: [{ id: 'd', status: 'failed' }, { id: 'e' }] }],
	[false, { status: 'failed', destinations: [] }],
	[true, { status: 'draft', destinations: [{ id: 'd' }] }],
	[true, { status: 'draft', destinations: [] }],
	[false, { status: 'draft' }],
	[false, { destinations: [{ id: 'd' }] }],
])('tells the deliveries: %s, %j', (expected, post) => {
	expect(isTold(post)).toBe(expected);
});

/** What is known of a post after it was read with these deliveries. */
function afterReading(entry: IDataObject, ...statuses: string[]): KnownPost {
	const destinations = statuses.map((status, index) => ({ id: `${index}`, status }));
	return compareRead('post', entry, { ...entry, destinations }, undefined, 0).known;
}

const UPDATED = { updated_at: '2026-01-01T00:00:00Z' };

describe('a post is read', () => {
	it.each<[string, boolean, IDataObject, string[]]>([
		['it is published everywhere', false, { status: 'published' }, ['published']],
		['one of its deliveries has failed', true, { status: 'partial' }, ['published', 'failed']],
		[
			'the same, and its time of change is told',
			false,
			{ status: 'partial', ...UPDATED },
			['failed'],
		],
		['the same in another spelling', false, { status: 'failed', updatedAt: 'x' }, ['failed']],
		['it is under way', true, { status: 'publishing', ...UPDATED }, ['publishing']],
		['its status is not told', true, { ...UPDATED }, ['failed']],
		['it is a draft', true, { status: 'draft' }, ['draft']],
		['it is a draft whose revision is told', false, { status: 'draft', revision: 1 }, ['draft']],
	])('again if %s: %s', (_when, expected, entry, statuses) => {
		expect(needsReading(entry, afterReading(entry, ...statuses))).toBe(expected);
	});

	it('if it is not known, or looks different', () => {
		const entry = { status: 'published' };
		expect(needsReading(entry, undefined)).toBe(true);
		expect(needsReading({ ...entry, text: 'a' }, afterReading(entry, 'published'))).toBe(true);
	});

	it('if it was there at first and has not been read, unless it is published', () => {
		for (const [status, expected] of [
			['failed', true],
			['published', false],
		] as const) {
			const entry = { status, ...UPDATED };
			expect(needsReading(entry, rememberUnread('post', entry))).toBe(expected);
		}
	});
});

it('reads first what has changed, and of that what is under way', () => {
	const urgencies = ['publishing', 'failed', 'draft', 'published', 'partial'].flatMap((status) => {
		const entry = { status };
		return [undefined, afterReading(entry, 'failed')].map((known) => urgencyOf(entry, known));
	});
	expect(urgencies).toEqual([3, 1, 2, 0, 2, 0, 2, 0, 2, 0]);
	expect(urgencyOf({}, undefined)).toBe(3);
});

it('remembers of an unread post only what the list tells', () => {
	expect(
		rememberUnread('post', { status: 'draft', text: 'Rolls', destinations: [{ id: 'd' }] }),
	).toEqual(
		knownPost({ status: 'd', isUnread: true, listed: expect.stringMatching(/^[\w-]{4}$/) }),
	);
});

describe('what has happened to a post that has been read', () => {
	const entry = { status: 'failed' };
	const ended = (failed_at?: string) => ({
		destinations: [{ id: 'd', status: 'failed', failed_at }],
	});
	const SINCE_MS = Date.parse('2026-02-01');
	const typesOf = (known: KnownPost | undefined, post: IDataObject) =>
		compareRead('post', entry, post, known, SINCE_MS).changes.map(({ type }) => type);

	it('is everything where it is new', () => {
		const types = ['delivery.failed', 'post.created', 'post.failed'];
		expect(typesOf(undefined, ended('2026-01-01'))).toEqual(types);
	});

	it.each<[string, string[], () => KnownPost]>([
		['was unread', [], () => rememberUnread('post', entry)],
		['is known from an earlier version of the node', [], () => knownPost({ status: 'f' })],
		[
			'has been read before',
			['delivery.failed'],
			() => knownPost({ status: 'f', listed: 'AAAA', deliveries: new Map([['AAAA', 'w']]) }),
		],
		[
			'is known with its deliveries from an earlier version of the node',
			['delivery.failed'],
			() => knownPost({ status: 'f', deliveries: new Map([['AAAA', 'w']]) }),
		],
		[
			'has been read before without deliveries',
			['delivery.failed'],
			() => knownPost({ status: 'f', listed: 'A' }),
		],
	])('is of an old delivery, where it %s: %j', (_what, types, known) => {
		expect(typesOf(known(), ended('2026-01-01'))).toEqual(types);
	});

	it('is also what happened after the posts were first listed, where it was unread', () => {
		expect(typesOf(rememberUnread('post', entry), ended('2026-02-02'))).toEqual([
			'delivery.failed',
		]);
	});

	it('counts by the list where the post tells less', () => {
		const { known } = compareRead('post', entry, ended(), undefined, 0);
		expect(known).toMatchObject({ status: 'f', isUnread: false });
	});
});
