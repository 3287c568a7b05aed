import fc from 'fast-check';

import {
	decodePosts,
	encodePosts,
	type KnownPost,
} from '../../../../nodes/SocialPublishing/trigger/poll/knownPost';
import {
	decodeState,
	emptyState,
	encodeState,
} from '../../../../nodes/SocialPublishing/trigger/poll/watchState';
import { knownPost } from '../../support/knownPost';

const digest = (length: number) =>
	fc.string({
		minLength: length,
		maxLength: length,
		unit: fc.constantFrom(...'ABab09-_'),
	});
const trail = fc.string({ maxLength: 5, unit: fc.constantFrom(...'dsupafbrw') });
const post: fc.Arbitrary<KnownPost> = fc
	.record({
		status: trail,
		marks: fc.option(fc.tuple(digest(4), digest(4))),
		deliveries: fc.array(fc.tuple(digest(4), trail)),
	})
	.map(({ status, marks, deliveries }) => ({
		status,
		content: marks?.[0] ?? '',
		schedule: marks?.[1] ?? '',
		deliveries: new Map(deliveries),
	}));

it('reads the posts that it has written', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(digest(8), post)), (entries) => {
			const posts = new Map(entries);
			expect(decodePosts(encodePosts(posts))).toEqual(posts);
		}),
	);
});

it('takes about 22 bytes for a finished post with two destinations', () => {
	const deliveries = new Map([
		['AAAA', 'p'],
		['BBBB', 'f'],
	]);
	const known = knownPost({ status: 'a', deliveries });
	const posts = new Map(
		Array.from({ length: 1_000 }, (_, index) => [String(index).padStart(8, '0'), known]),
	);
	expect(encodePosts(posts).length).toBeLessThan(23_000);
});

it('reads the whole state that it has written, as JSON', () => {
	const event = {
		id: 'poll_1',
		type: 'post.published',
		workspace_id: 'w',
		created_at: '2026-01-01T00:00:00.000Z',
		data: { post_id: 'p', status: 'published' },
	};
	const state = {
		...emptyState('scope'),
		changedAtMs: 5,
		sinceMs: 3,
		forgottenBeforeMs: { posts: 1, media: 2, accounts: 3 },
		posts: new Map([['AAAAAAAA', knownPost({ status: 'p' })]]),
		media: new Map([['BBBBBBBB', 'r']]),
		accounts: new Map<string, string>(),
		recent: new Map([['AAAAAAAA', 4]]),
		pending: new Map([[event.id, event]]),
	};
	expect(decodeState(JSON.parse(JSON.stringify(encodeState(state))), 'scope')).toEqual(state);
});

it.each([
	['nothing', undefined],
	['another scope', { scope: 'other' }],
	['something else', 'text'],
])('takes %s for no state', (_what, stored) => {
	expect(decodeState(stored, 'scope')).toBeUndefined();
});

it('leaves out what it cannot read', () => {
	const stored = {
		scope: 'scope',
		changedAtMs: 'x',
		posts: 'AAAAAAAAp ?? BBBBBBBBf.CCCCf',
		media: 'short BBBBBBBBr',
		pending: [null, { id: 'poll_1' }, { data: {} }],
	};
	const state = decodeState(stored, 'scope');
	expect([...(state?.posts?.keys() ?? [])]).toEqual(['AAAAAAAA', 'BBBBBBBB']);
	expect(state).toMatchObject({ changedAtMs: 0, sinceMs: 0, accounts: undefined });
	expect(state?.media).toEqual(new Map([['BBBBBBBB', 'r']]));
	expect(state?.pending.size).toBe(0);
});
