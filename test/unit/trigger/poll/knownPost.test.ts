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
import { knownPost } from '../../support/knownPost';

function post(status: string, ...trails: string[]): KnownPost {
	return knownPost({
		status,
		deliveries: new Map(trails.map((trail, index) => [`AAA${index}`, trail])),
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
	'of a post with the trail "%s" and deliveries %j, nothing is expected: %s',
	(status, trails, expected) => {
		expect(isFinished(post(status, ...trails))).toBe(expected);
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

it('nothing more is expected of a file that is ready, but of every account', () => {
	expect(['w', 'r', 'rw'].map(mediaSection.isFinished)).toEqual([false, true, false]);
	expect(['l', 'c', ''].map(accountSection.isFinished)).toEqual([false, false, false]);
});
