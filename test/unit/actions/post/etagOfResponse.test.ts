import { dialects, type Dialect } from '../../../service';
import { ByHand } from '../../support/byHand';
import { useNodeHarness } from '../../support/nodeHarness';
import { bread } from '../createRecords';
import { eachOnce, feed, useFeedHarness } from './once/feed';

/** What the service shows of a post. */
let fullPost: Dialect['fullPost'] = dialects.first.fullPost;

/** A service that adds an ETag of its own to each response. */
const harness = useNodeHarness({
	dialect: { ...dialects.first, commandEtag: 'response', fullPost: (post) => fullPost(post) },
});

beforeEach(() => {
	fullPost = dialects.first.fullPost;
});

const publish = async () =>
	await harness.run('post', 'create', {
		text: 'Fresh bread',
		accountIds: [bread(harness)],
		afterCreate: 'publish',
		waitForOutcome: false,
	});

it('a new post is published although the response to its creation has an ETag of its own', async () => {
	expect((await publish()).error).toBeUndefined();
	await harness.service.clock.advance(60_000);
	const published = [...harness.service.state.posts.values()].map(({ status }) => status);
	expect(published).toEqual(['published']);
	expect(harness.journal('publish_post').map(({ status }) => status)).toEqual([412, 202]);
});

it('a new post that somebody changes before it is published stays a draft, and the error shows it', async () => {
	const byHand = new ByHand(harness);
	const until = async () => {
		const [id = ''] = harness.service.state.posts.keys();
		await byHand.edit(id, 'Fresh bread by hand');
	};
	harness.service.faults.add({
		operation: 'create_post',
		action: { kind: 'hold', when: 'after', until },
	});
	const { error } = await publish();
	expect(error?.message).toContain('the post has been changed since it was read');
	const [post] = harness.service.state.posts.values();
	expect(post).toMatchObject({ status: 'draft', text: 'Fresh bread by hand' });
	expect(harness.journal('publish_post').map(({ status }) => status)).toEqual([412]);
});

it.each([
	[
		'its texts',
		(post: Record<string, unknown>) => ({ ...post, text: undefined, destinations: [] }),
	],
	[
		'the same files',
		(post: Record<string, unknown>) => ({
			...post,
			destinations: [post.destinations]
				.flat()
				.map((each) => ({ ...Object(each), media_ids: ['added by hand'] })),
		}),
	],
])('a new post that does not show %s stays a draft', async (_what, shown) => {
	fullPost = shown;
	const { error } = await publish();
	expect(error?.message).toContain('the post has been changed since it was read');
	expect(harness.journal('publish_post').map(({ status }) => status)).toEqual([412]);
});

it('a Retry schedules a new post although the first request for the schedule was lost', async () => {
	const { clock, faults } = harness.service;
	const parameters = {
		text: 'Fresh bread',
		accountIds: [bread(harness)],
		afterCreate: 'schedule',
		scheduledAt: clock.iso(clock.now() + 2 * 60 * 60_000),
	};
	const action = { kind: 'status', when: 'before', status: 503 } as const;
	faults.add({ operation: 'schedule_post', action });
	const first = await harness.run('post', 'create', parameters);
	const run = first.error && (await harness.run('post', 'create', parameters, { retryOf: first }));
	expect((run ?? first).error).toBeUndefined();
	expect(harness.journal('schedule_post').at(-1)?.status).toBe(200);
});

describe('an item that is posted once', () => {
	const harness = useFeedHarness({ dialect: { ...dialects.first, commandEtag: 'response' } });

	it('is published in the same run', async () => {
		const { error } = await harness.post(feed('One'));
		expect(error).toBeUndefined();
		await harness.service.clock.advance(60_000);
		expect(harness.published).toEqual(eachOnce('One'));
	});
});
