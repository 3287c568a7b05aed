import fc from 'fast-check';

import type { PostSnapshot } from '../../../../nodes/SocialPublishing/trigger/poll/comparePost';
import {
	decodePosts,
	encodePosts,
	decodeState,
	encodeState,
} from '../../../../nodes/SocialPublishing/trigger/poll/state';
import { postSnapshot } from '../../support/postSnapshot';

const digest = (length: number) =>
	fc.string({
		minLength: length,
		maxLength: length,
		unit: fc.constantFrom(...'ABab09-_'),
	});
const history = fc.string({ maxLength: 5, unit: fc.constantFrom(...'dsupafbrw') });
const post: fc.Arbitrary<PostSnapshot> = fc
	.record({
		status: history,
		fingerprints: fc.option(fc.tuple(digest(4), digest(4))),
		deliveries: fc.array(fc.tuple(digest(4), history)),
		left: fc.option(fc.tuple(fc.array(digest(4), { minLength: 1, maxLength: 20 }), fc.nat(100))),
	})
	.map(({ status, fingerprints, deliveries, left }) => ({
		status,
		content: fingerprints?.[0] ?? '',
		schedule: fingerprints?.[1] ?? '',
		deliveries: new Map(deliveries),
		past: left?.[0] ?? [],
		returns: left?.[1] ?? 0,
	}));

it('decodePosts restores the posts that encodePosts has encoded', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(digest(8), post)), (entries) => {
			const posts = new Map(entries);
			expect(decodePosts(encodePosts(posts))).toEqual(posts);
		}),
	);
});

it('encodePosts stores a finished post with two destinations in at most 23 bytes', () => {
	const deliveries = new Map([
		['AAAA', 'p'],
		['BBBB', 'f'],
	]);
	const known = postSnapshot({ status: 'a', deliveries });
	const posts = new Map(
		Array.from({ length: 1_000 }, (_, index) => [String(index).padStart(8, '0'), known]),
	);
	expect(encodePosts(posts).length).toBeLessThan(23_000);
});

it('decodeState restores the state that encodeState has encoded, after a detour through JSON', () => {
	const event = {
		id: 'poll_1',
		type: 'post.published',
		workspace_id: 'w',
		created_at: '2026-01-01T00:00:00.000Z',
		data: { post_id: 'p', status: 'published' },
	};
	const state = {
		...decodeState({}, 'scope'),
		changedAtMs: 5,
		watchedSinceMs: 3,
		lists: {
			posts: {
				watermarkMs: 1,
				snapshots: new Map([['AAAAAAAA', postSnapshot({ status: 'p' })]]),
			},
			media: { watermarkMs: 2, snapshots: new Map([['BBBBBBBB', 'r']]) },
			accounts: { watermarkMs: 3, snapshots: new Map<string, string>() },
		},
		recentChangesMs: new Map([['AAAAAAAA', 4]]),
		outbox: new Map([[event.id, event]]),
		chosenAccounts: new Map([['Bread, Cakes', ['a', 'b']]]),
	};
	expect(decodeState(JSON.parse(JSON.stringify(encodeState(state))), 'scope')).toEqual(state);
});

it.each([
	['nothing', undefined],
	['another scope', { scope: 'other', changedAtMs: 5 }],
	['something else', 'text'],
])('decodeState returns an empty state if the static data contains %s', (_what, stored) => {
	expect(decodeState(stored, 'scope')).toEqual({
		scope: 'scope',
		changedAtMs: 0,
		watchedSinceMs: 0,
		lists: { posts: { watermarkMs: 0 }, media: { watermarkMs: 0 }, accounts: { watermarkMs: 0 } },
		recentChangesMs: new Map(),
		missingSinceMs: new Map(),
		outbox: new Map(),
		chosenAccounts: new Map(),
	});
});

it('decodeState omits unreadable entries', () => {
	const stored = {
		scope: 'scope',
		changedAtMs: 'x',
		posts: { snapshots: 'AAAAAAAAp ?? BBBBBBBBf.CCCCf' },
		media: { snapshots: 'short BBBBBBBBr', watermarkMs: 'x' },
		accounts: 'text',
		outbox: [null, { id: 'poll_1' }, { data: {} }],
		chosenAccounts: { Bread: ['a', 7], Cakes: {}, Rolls: null },
	};
	const state = decodeState(stored, 'scope');
	expect([...(state.lists.posts.snapshots?.keys() ?? [])]).toEqual(['AAAAAAAA', 'BBBBBBBB']);
	expect(state).toMatchObject({ changedAtMs: 0, watchedSinceMs: 0 });
	expect(state.lists.media).toEqual({ watermarkMs: 0, snapshots: new Map([['BBBBBBBB', 'r']]) });
	expect(state.lists.accounts).toEqual({ watermarkMs: 0, snapshots: undefined });
	expect(state.outbox.size).toBe(0);
	expect(state.chosenAccounts).toEqual(new Map([['Bread', ['a']]]));
});
