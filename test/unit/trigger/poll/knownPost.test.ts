import {
	isFinished,
	type KnownPost,
} from '../../../../nodes/SocialPublishing/trigger/poll/knownPost';
import {
	accountSection,
	concerns,
	mediaSection,
	postSection,
} from '../../../../nodes/SocialPublishing/trigger/poll/sections';
import { isOut } from '../../../../nodes/SocialPublishing/trigger/poll/untoldPost';
import { knownPost } from '../../support/knownPost';

function post(status: string, ...trails: string[]): KnownPost {
	return knownPost({
		status,
		deliveries: new Map(trails.map((trail, index) => [`AAA${index}`, trail])),
	});
}

it.each<[string, string[], boolean, boolean]>([
	['', [], false, false],
	['d', [], false, false],
	['u', ['p'], false, false],
	['p', [], true, true],
	['p', ['p', 'fp'], true, true],
	['p', ['p', ''], false, true],
	['a', ['p', 'f'], true, false],
	['f', ['b', 'r'], true, false],
	['a', ['p', 'fw'], false, false],
	['', ['p'], true, true],
	['', ['f'], true, false],
	['', [''], false, false],
	['c', [], false, false],
])(
	'of a post with the trail "%s" and deliveries %j, nothing is expected: %s; it is out: %s',
	(status, trails, finished, out) => {
		const known = post(status, ...trails);
		expect([isFinished(known), isOut(known)]).toEqual([finished, out]);
	},
);

it.each([
	[[], false],
	[['media.ready'], false],
	[['postal.x', 'x.post'], false],
	[['media.ready', 'post.failed'], true],
	[['delivery.failed'], true],
])('the events %j are about posts: %s', (types, expected) => {
	expect(concerns(postSection, types)).toBe(expected);
});

it.each([
	[{ status: 'd', isUnread: true }, true],
	[{ status: 'p', isUnread: true }, false],
	[{ status: 'd', isUnread: false }, false],
])('a post with %j is still to be read: %s', (facts, expected) => {
	expect(postSection.untold?.isWaiting(knownPost(facts))).toBe(expected);
});

it('nothing more is expected of a file that is ready, but of every account', () => {
	expect(['w', 'r', 'rw'].map(mediaSection.isFinished)).toEqual([false, true, false]);
	expect(['l', 'c', ''].map(accountSection.isFinished)).toEqual([false, false, false]);
});
