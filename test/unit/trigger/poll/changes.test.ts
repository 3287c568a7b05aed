import type { IDataObject } from 'n8n-workflow';

import {
	comparePost,
	type Change,
	type PostSnapshot,
} from '../../../../nodes/SocialPublishing/trigger/poll/comparePost';
import {
	accountList,
	mediaList,
} from '../../../../nodes/SocialPublishing/trigger/poll/watchedLists';
import { postSnapshot } from '../../support/postSnapshot';

/** The changes from each record to the next; the first record is new. */
function changesOf(...posts: IDataObject[]): Change[][] {
	let snapshot: PostSnapshot | undefined;
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

describe('a post', () => {
	it.each<[string, IDataObject[], string[][]]>([
		['is a new draft', [draft], [['post.created']]],
		['is new and has no status', [{ text: 'Rolls' }], [['post.created']]],
		['has an unknown status', [{ status: 'archived' }], [['post.created']]],
		['is new and scheduled', [scheduled], [['post.created', 'post.scheduled']]],
		['stays as it is', [draft, draft, draft], [['post.created'], [], []]],
		['is edited', [draft, { ...draft, text: 'Buns' }], [['post.created'], ['post.updated']]],
		['is scheduled', [draft, scheduled], [['post.created'], ['post.scheduled']]],
		['is a draft for another time', [draft, { ...later, ...draft }], [['post.created'], []]],
		[
			'is scheduled for another time',
			[scheduled, later],
			[['post.created', 'post.scheduled'], ['post.scheduled']],
		],
		[
			'is scheduled and edited',
			[scheduled, { ...scheduled, text: 'Buns' }],
			[['post.created', 'post.scheduled'], ['post.updated']],
		],
		[
			'has another text once it is published',
			[draft, { status: 'published', text: 'Buns' }, { status: 'published', text: 'Rolls' }],
			[['post.created'], ['post.published'], []],
		],
		[
			'becomes a draft again, without a fingerprint of its content',
			[{ status: 'failed' }, draft, { ...draft, text: 'Buns' }],
			[['post.created', 'post.failed'], ['post.draft'], ['post.updated']],
		],
		[
			'is cancelled, in either spelling',
			[draft, { ...draft, status: 'cancelled' }, { ...draft, status: 'canceled' }],
			[['post.created'], ['post.cancelled'], []],
		],
	])('that %s', (_what, posts, expected) => {
		expect(typesOf(...posts)).toEqual(expected);
	});

	it('is reported with its ID and status', () => {
		const [changes] = changesOf({ status: 'failed' });
		expect(changes).toEqual([
			{ type: 'post.created', eventKey: [], data: { post_id: 'post', status: 'failed' } },
			{ type: 'post.failed', eventKey: [1], data: { post_id: 'post', status: 'failed' } },
		]);
	});

	it('without stored fingerprints is not reported as edited or rescheduled', () => {
		expect(comparePost('post', scheduled, postSnapshot({ status: 's' })).changes).toEqual([]);
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
});

describe('a delivery', () => {
	const having = (...destinations: IDataObject[]) => ({ status: 'publishing', destinations });
	const failed = { id: 'd', account_id: 'a', status: 'failed', failed_at: '2026-01-01T00:00:00Z' };
	const data = { post_id: 'post', destination_id: 'd', account_id: 'a', status: 'failed' };

	/** Only the changes of deliveries. */
	const endings = (...posts: IDataObject[]) =>
		changesOf(...posts).map((changes) => changes.filter(({ type }) => type.startsWith('delivery')));

	it('that has ended is reported once, with its end time', () => {
		const endedMs = Date.parse(failed.failed_at);
		expect(
			endings(having({ id: 'd', status: 'publishing' }), having(failed), having(failed)),
		).toEqual([[], [{ type: 'delivery.failed', eventKey: ['d', 1], data, endedMs }], []]);
	});

	it('keeps its status while the list omits it', () => {
		const posts = [having(failed), { status: 'publishing' }, having(failed)];
		expect(endings(...posts).slice(1)).toEqual([[], []]);
	});

	it.each([
		['no outcome', { id: 'd' }],
		['an empty outcome', { id: 'd', outcome: null }],
	])('that failed and has %s is open again, so it can fail once more', (_what, open) => {
		const [, , again] = endings(having(failed), having(open), having(failed));
		expect(again).toMatchObject([{ type: 'delivery.failed', eventKey: ['d', 2] }]);
	});

	it('that is published stays published when the list omits its outcome', () => {
		const published = { id: 'd', status: 'published' };
		const posts = [having(published), having({ id: 'd' }), having(published)];
		expect(endings(...posts).slice(1)).toEqual([[], []]);
	});

	it('that is open again opens a post without a status, so the post can fail once more', () => {
		const posts = [failed, { id: 'd' }, { id: 'd' }, failed].map((each) => ({
			destinations: [each],
		}));
		expect(typesOf(...posts).slice(1)).toEqual([[], [], ['delivery.failed', 'post.failed']]);
	});

	it('that waits in a new post is not reported', () => {
		const waiting = { id: 'd', status: 'pending' };
		expect(typesOf({ status: 'draft', destinations: [waiting] })).toEqual([['post.created']]);
	});
});

describe.each<
	[string, Pick<typeof mediaList, 'compare'>, IDataObject, IDataObject, IDataObject, unknown[][]]
>([
	[
		'a file is reported when it is ready for the first time',
		mediaList,
		{ status: 'processing' },
		{ status: 'ready' },
		{ media_id: '1', status: 'ready' },
		[[], [[]], [], [], []],
	],
	[
		'an account is reported each time that it has to be connected again',
		accountList,
		{ connected: true },
		{ connected: false },
		{ account_id: '1', status: 'reconnect_required' },
		[[], [[1]], [], [], [[2]]],
	],
])('%s', (_what, list, before, after, data, expected) => {
	it.each([
		['if that happens after the first poll', [before, after, after, before, after], expected],
		['if the new record shows it already', [after, after], [expected[1], []]],
		['even if a poll in between shows no status', [after, {}, after], [expected[1], [], []]],
	])('%s', (_when, records, eventKeys) => {
		let snapshot: string | undefined;
		const changes = records.map((record) => {
			const compared = list.compare('1', record, snapshot);
			snapshot = compared.snapshot;
			return compared.changes;
		});
		expect(changes.map((each) => each.map(({ eventKey }) => eventKey))).toEqual(eventKeys);
		expect(changes.flat()[0]?.data).toEqual(data);
	});
});
