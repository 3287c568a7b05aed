import {
	decodeState,
	emptyState,
	encodeState,
} from '../../../../nodes/SocialPublishing/trigger/poll/poller';

it('decodeState restores the state that encodeState has encoded', () => {
	const event = {
		id: 'poll_1',
		type: 'post.published',
		workspace_id: 'w',
		created_at: '2026-01-01T00:00:00.000Z',
		data: { post_id: 'p', status: 'published' },
	};
	const post = { status: 'd', content: 'CCCC', schedule: 'DDDD', deliveries: { EEEE: 'w' } };
	const returned = { ...post, past: ['FFFF'], returns: 1 };
	const posts = new Map([
		['AAAAAAAA', post],
		['00000001', returned],
	]);
	const state = {
		...emptyState('scope'),
		changedAtMs: 5,
		watchedSinceMs: 3,
		lists: {
			posts: { watermarkMs: 1, snapshots: posts },
			media: { watermarkMs: 2, snapshots: new Map([['BBBBBBBB', { status: 'r' }]]) },
			accounts: { watermarkMs: 3, snapshots: new Map() },
		},
		recentChangesMs: new Map([['AAAAAAAA', 4]]),
		missingSinceMs: new Map([['AAAAAAAA', 2]]),
		outbox: new Map([[event.id, event]]),
		chosenAccounts: { entered: '["Bread, Cakes"]', ids: ['a', 'b'] },
	};
	expect(decodeState(encodeState(state), 'scope')).toEqual(state);
});

it.each([
	['nothing', undefined],
	['another scope', encodeState({ ...emptyState('other'), changedAtMs: 5 })],
	['something else', {}],
])('decodeState returns an empty state if the static data contains %s', (_what, stored) => {
	expect(decodeState(stored, 'scope')).toEqual({
		scope: 'scope',
		changedAtMs: 0,
		watchedSinceMs: 0,
		lists: { posts: { watermarkMs: 0 }, media: { watermarkMs: 0 }, accounts: { watermarkMs: 0 } },
		recentChangesMs: new Map(),
		missingSinceMs: new Map(),
		outbox: new Map(),
	});
});
