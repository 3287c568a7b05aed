import type { IDataObject } from 'n8n-workflow';

import {
	comparePost,
	type RecordChange,
} from '../../../../nodes/SocialPublishing/trigger/poll/comparePost';
import type { Snapshot } from '../../../../nodes/SocialPublishing/trigger/poll/snapshot';

/** The changes from each record to the next; the first record is new. */
function changesOf(...posts: IDataObject[]): RecordChange[][] {
	let snapshot: Snapshot | undefined;
	return posts.map((post) => {
		const comparison = comparePost('post', post, snapshot);
		snapshot = comparison.snapshot;
		return comparison.changes;
	});
}

function typesOf(...posts: IDataObject[]): string[][] {
	return changesOf(...posts).map((changes) => changes.map(({ type }) => type));
}

const draft = { status: 'draft', text: 'Rolls' };
const scheduled = { ...draft, status: 'scheduled', scheduled_at: '2026-01-01T00:00:00Z' };
const later = { ...scheduled, scheduled_at: '2026-01-02T00:00:00Z' };

const having = (...destinations: IDataObject[]) => ({ status: 'publishing', destinations });
const failed = { id: 'd', account_id: 'a', status: 'failed', failed_at: '2026-01-01T00:00:00Z' };
const data = { post_id: 'post', destination_id: 'd', account_id: 'a', status: 'failed' };

/** The changes of deliveries only. */
const endings = (...posts: IDataObject[]) =>
	changesOf(...posts).map((changes) => changes.filter(({ type }) => type.startsWith('delivery')));

describe('comparePost', () => {
	it.each<[string, IDataObject[], string[][]]>([
		['is a new draft', [draft], [['post.created']]],
		['is new and has no status', [{ text: 'Rolls' }], [['post.created']]],
		['is new and has an unknown status', [{ status: 'archived' }], [['post.created']]],
		['is new and scheduled', [scheduled], [['post.created', 'post.scheduled']]],
		['does not change', [draft, draft, draft], [['post.created'], [], []]],
		['has a new text', [draft, { ...draft, text: 'Buns' }], [['post.created'], ['post.updated']]],
		['becomes scheduled', [draft, scheduled], [['post.created'], ['post.scheduled']]],
		['is a draft and has a new time', [draft, { ...later, ...draft }], [['post.created'], []]],
		[
			'is rescheduled',
			[scheduled, later],
			[['post.created', 'post.scheduled'], ['post.scheduled']],
		],
		[
			'is scheduled and has a new text',
			[scheduled, { ...scheduled, text: 'Buns' }],
			[['post.created', 'post.scheduled'], ['post.updated']],
		],
		[
			'has a new text when it is published and afterwards',
			[draft, { status: 'published', text: 'Buns' }, { status: 'published', text: 'Rolls' }],
			[['post.created'], ['post.published'], []],
		],
		[
			'becomes a draft again and is then edited',
			[{ status: 'failed' }, draft, { ...draft, text: 'Buns' }],
			[['post.created', 'post.failed'], ['post.draft'], ['post.updated']],
		],
		[
			'is cancelled, in either spelling',
			[draft, { ...draft, status: 'cancelled' }, { ...draft, status: 'canceled' }],
			[['post.created'], ['post.cancelled'], []],
		],
	])('returns the changes of a post that %s', (_what, posts, expected) => {
		expect(typesOf(...posts)).toEqual(expected);
	});

	it('returns the ID and status of the post with each change', () => {
		const [changes] = changesOf({ status: 'failed' });
		expect(changes).toEqual([
			{ type: 'post.created', eventKey: [], data: { post_id: 'post', status: 'failed' } },
			{ type: 'post.failed', eventKey: [1], data: { post_id: 'post', status: 'failed' } },
		]);
	});

	it('reports no edit or new time for a post whose snapshot has no fingerprints', () => {
		expect(comparePost('post', scheduled, { status: 's' }).changes).toEqual([]);
	});

	it.each([
		['text', { text: 'Buns' }],
		['revision', { text: 'Buns', revision: 2 }],
	])('distinguishes an edit from a later one by its %s', (_what, edit) => {
		const [, first, second, third] = changesOf(
			draft,
			{ ...draft, ...edit },
			{ ...draft, revision: 3 },
			{ ...draft, ...edit, revision: 4 },
		);
		const eventKeys = [first, second, third].map((changes) => changes?.[0]?.eventKey);
		expect(new Set(eventKeys.map((each) => JSON.stringify(each))).size).toBe(3);
	});

	it('gives every change of a post its own event key, however often the post has failed', () => {
		const statuses = Array.from({ length: 100 }, () => ['scheduled', 'failed']).flat();
		const changes = changesOf(...statuses.map((status) => ({ status, destinations: [] }))).flat();
		const keys = changes.map(({ type, eventKey }) => JSON.stringify([type, eventKey]));
		// Includes `post.created`.
		expect(new Set(keys).size).toBe(201);
	});

	it('reports the end of a delivery once, with its end time', () => {
		const endedMs = Date.parse(failed.failed_at);
		expect(
			endings(having({ id: 'd', status: 'publishing' }), having(failed), having(failed)),
		).toEqual([[], [{ type: 'delivery.failed', eventKey: ['d', 1], data, endedMs }], []]);
	});

	it('keeps the status of a delivery while the list omits the delivery', () => {
		const posts = [having(failed), { status: 'publishing' }, having(failed)];
		expect(endings(...posts).slice(1)).toEqual([[], []]);
	});

	it.each([
		['no outcome', { id: 'd' }],
		['an empty outcome', { id: 'd', outcome: null }],
	])('counts a failed delivery with %s as open again, so it can fail once more', (_what, open) => {
		const [, , again] = endings(having(failed), having(open), having(failed));
		expect(again).toMatchObject([{ type: 'delivery.failed', eventKey: ['d', 2] }]);
	});

	it('counts a published delivery as published even if the list omits its outcome', () => {
		const published = { id: 'd', status: 'published' };
		const posts = [having(published), having({ id: 'd' }), having(published)];
		expect(endings(...posts).slice(1)).toEqual([[], []]);
	});

	it('counts a post without a status as open again if its delivery is, so it can fail once more', () => {
		const posts = [failed, { id: 'd' }, { id: 'd' }, failed].map((each) => ({
			destinations: [each],
		}));
		expect(typesOf(...posts).slice(1)).toEqual([[], [], ['delivery.failed', 'post.failed']]);
	});

	it('reports no waiting delivery of a new post', () => {
		const waiting = { id: 'd', status: 'pending' };
		expect(typesOf({ status: 'draft', destinations: [waiting] })).toEqual([['post.created']]);
	});

	it('takes a pending delivery of a post without a status for that of a draft until the post was sent', () => {
		const having = (status: string) => ({ destinations: [{ id: 'd', status }] });
		const posts = ['pending', 'publishing', 'pending', 'failed', 'pending'].map(having);
		expect(typesOf(...posts)).toEqual([
			['post.created'],
			['post.publishing'],
			[],
			['delivery.failed', 'post.failed'],
			['post.publishing'],
		]);
	});

	it('distinguishes two failures of a delivery even if the list omits its status in between', () => {
		const open = { status: 'scheduled', destinations: [{ id: 'd' }] };
		const ended = { status: 'failed', destinations: [failed] };
		expect(endings(ended, open, ended)).toMatchObject([
			[{ type: 'delivery.failed', eventKey: ['d', 1] }],
			[],
			[{ type: 'delivery.failed', eventKey: ['d', 2] }],
		]);
	});
});
