import {
	isFinished,
	type PostSnapshot,
} from '../../../../nodes/SocialPublishing/trigger/poll/comparePost';
import {
	accountList,
	hasEventsOf,
	mediaList,
	postList,
} from '../../../../nodes/SocialPublishing/trigger/poll/watchedLists';
import { postSnapshot } from '../../support/postSnapshot';

function post(status: string, ...histories: string[]): PostSnapshot {
	return postSnapshot({
		status,
		deliveries: new Map(histories.map((history, index) => [`AAA${index}`, history])),
	});
}

it.each<[string, string[], boolean]>([
	['', [], false],
	['d', [], false],
	['u', ['p'], false],
	['p', [], true],
	['p', ['p', 'fp'], true],
	['p', ['p', 'w'], false],
	['a', ['p', 'f'], true],
	['f', ['b', 'r'], true],
	['a', ['p', 'fw'], false],
	['', ['p'], true],
	['', ['f'], true],
	['', ['w'], false],
	['c', [], false],
])(
	'a post with the status history "%s" and the delivery histories %j is finished: %s',
	(status, histories, expected) => {
		expect(isFinished(post(status, ...histories))).toBe(expected);
	},
);

it.each([
	[[], false],
	[['media.ready'], false],
	[['postal.x', 'x.post'], false],
	[['media.ready', 'post.failed'], true],
	[['delivery.failed'], true],
])('the events %j are about posts: %s', (types, expected) => {
	expect(hasEventsOf(postList, types)).toBe(expected);
});

it('a ready file is finished, and an account never is', () => {
	expect(['w', 'r', 'rw'].map(mediaList.isFinished)).toEqual([false, true, false]);
	expect(['l', 'c', ''].map(accountList.isFinished)).toEqual([false, false, false]);
});
