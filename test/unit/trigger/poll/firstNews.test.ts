import type { Change } from '../../../../nodes/SocialPublishing/trigger/poll/comparePost';
import { firstNews } from '../../../../nodes/SocialPublishing/trigger/poll/firstNews';
import type { KnownPost } from '../../../../nodes/SocialPublishing/trigger/poll/knownPost';
import { knownPost } from '../../support/knownPost';

const MINUTE_MS = 60_000;
const WATCHED_SINCE_MS = 100 * MINUTE_MS;

function change(type: string, endedMs?: number): Change {
	return { type, distinction: [], data: {}, endedMs };
}

/** The types of the changes that count. */
function news(before: Partial<KnownPost>, now: Partial<KnownPost>, ...changes: Change[]): string[] {
	const posts = [knownPost(before), knownPost(now)] as const;
	return firstNews(changes, ...posts, WATCHED_SINCE_MS).map(({ type }) => type);
}

it.each([
	[94, []],
	[95, ['delivery.failed']],
	[101, ['delivery.failed']],
])('counts a delivery that ended after minute 100, give or take five: %d', (minute, expected) => {
	const ended = change('delivery.failed', minute * MINUTE_MS);
	expect(news({ status: 'p' }, { status: 'p' }, ended)).toEqual(expected);
	expect(news({ status: 'd' }, { status: 'p' }, ended)).toEqual(expected);
});

it.each<[string, boolean, Partial<KnownPost>, Partial<KnownPost>]>([
	['was a draft', true, { status: 'd' }, { status: 'd' }],
	['was under way again', true, { status: 'fu' }, { status: 'fp' }],
	['was finished', false, { status: 'f' }, { status: 'f' }],
	['was finished and has moved', true, { status: 'f' }, { status: 'fp' }],
	['looks the same in the list', false, { listed: 'AAAA' }, { listed: 'AAAA' }],
	['looks different in the list', true, { listed: 'AAAA' }, { listed: 'BBBB' }],
	['was not in the list', false, { listed: '' }, { listed: 'BBBB' }],
])('of a post that %s, a delivery without a time counts: %s', (_what, counts, before, now) => {
	expect(news(before, now, change('delivery.failed'))).toEqual(counts ? ['delivery.failed'] : []);
});

it('counts what has become of the post where the list told its status, or where a delivery counts', () => {
	const [old, fresh] = [change('delivery.failed', 1), change('delivery.failed', WATCHED_SINCE_MS)];
	const post = change('post.failed');
	expect(news({ status: 'f' }, { status: 'f' }, post, old)).toEqual(['post.failed']);
	expect(news({}, {}, post, old)).toEqual([]);
	expect(news({}, {}, post, fresh)).toEqual(['delivery.failed', 'post.failed']);
});
