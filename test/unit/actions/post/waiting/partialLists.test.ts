import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../../../nodes/SocialPublishing/shared/json';
import { dialects } from '../../../../service';
import { byId } from '../../../support/nodeHarness';
import { picture } from '../../createRecords';
import { GOOD, numbered, texts, times, useManyPosts, type ManyPosts } from './manyPosts';

type Listed = Record<string, unknown>;

const ofDestinations = (change: (destination: Listed) => Listed) => (post: Listed) => ({
	...post,
	destinations: [post.destinations].flat().filter(isRecord).map(change),
});

/** Lists that omit fields of posts, or state them in another way. */
const lists: Array<[string, (post: Listed) => Listed]> = [
	['lists posts by their IDs alone', ({ id }) => ({ id })],
	['leaves out destinations', (post) => ({ ...post, destinations: undefined })],
	[
		'lists destinations without outcomes',
		ofDestinations(({ id, account_id }) => ({ id, account_id })),
	],
	[
		'has words of its own for outcomes',
		ofDestinations(({ status, ...rest }) => ({ ...rest, status: `state ${String(status)}` })),
	],
	['is behind for ever', ofDestinations((destination) => ({ ...destination, status: 'draft' }))],
	[
		'leaves out links and reasons',
		ofDestinations((destination) => ({ ...destination, url: undefined, error: undefined })),
	],
	['leaves out texts', (post) => ({ ...post, text: undefined })],
	['leaves out media', ofDestinations((destination) => ({ ...destination, media_ids: undefined }))],
	['lists no posts', () => ({})],
];

describe.each(lists)('a service that %s', (_, listedPost) => {
	const harness: ManyPosts = useManyPosts({ dialect: { ...dialects.first, listedPost } });

	it('is asked only for the posts whose list entries are incomplete', async () => {
		harness.settleAfter(20_000);
		const bad = 'Always fails';
		harness.service.setOutcome(bad, { status: 'failed', delayMs: 20_000 });
		const accounts = [...times(8, GOOD), bad];
		const run = await harness.timed(
			async () =>
				await harness.publish(
					accounts,
					{ failOn: 'any', simplify: true },
					{ continueOnFail: 'continueRegularOutput' },
				),
		);
		expect(texts(run.items)).toEqual([...numbered(8), undefined]);
		for (const { json } of run.items.slice(0, 8)) {
			expect(json).toMatchObject({
				status: 'published',
				published_urls: [expect.stringMatching(/^https:/)],
			});
		}
		expect(run.items[8]?.json.error).toContain('The platform refused the post.');
		expect(run.tookMs).toBeLessThanOrEqual(60_000);
		expect(harness.reads.length).toBeLessThanOrEqual(70);
	});

	it('is asked for the posts that were handed over before', async () => {
		harness.settleAfter(20_000);
		const { items } = await harness.publish(times(8, GOOD), { waitForOutcome: false });
		const postId = byId('={{ $json.id }}');
		const run = await harness.timed(
			async () => await harness.run('post', 'waitForOutcome', { postId }, { input: items }),
		);
		expect(run.error).toBeUndefined();
		expect(texts(run.items)).toEqual(numbered(8));
		expect(run.tookMs).toBeLessThanOrEqual(60_000);
	});
});

describe.each(lists.slice(0, 4))(
	'a service that answers a publication without a body and %s',
	(_, listedPost) => {
		const harness = useManyPosts({ dialect: { ...dialects.first, listedPost } });

		it('is asked for the posts themselves', async () => {
			harness.settleAfter(20_000);
			const action = { kind: 'empty', when: 'after' } as const;
			harness.service.faults.add({ operation: 'publish_post', times: Infinity, action });
			const run = await harness.timed(async () => await harness.publish(times(8, GOOD)));
			expect(texts(run.items)).toEqual(numbered(8));
			expect(run.tookMs).toBeLessThanOrEqual(60_000);
		});
	},
);

type Form = (post: Listed) => Listed;

const withoutMedia: Form = ofDestinations((destination) => ({
	...destination,
	media_ids: undefined,
}));
const withoutThreads: Form = (post) => ({ ...post, thread_publications: undefined });

describe.each<[string, Form]>([
	['media', withoutMedia],
	['thread publications', withoutThreads],
])('a service that states no %s', (_, form) => {
	const harness = useManyPosts({
		dialect: { ...dialects.first, listedPost: form, fullPost: form },
	});

	it('is not asked for posts that were sent without them', async () => {
		harness.settleAfter(20_000);
		const { items, error } = await harness.publish(times(40, GOOD));
		expect(error).toBeUndefined();
		expect(texts(items)).toEqual(numbered(40));
		expect(new Set(harness.reads)).toEqual(new Set(['list_posts']));
		expect(harness.reads.length).toBeLessThanOrEqual(10);
	});
});

describe.each<[string, Form, (mediaId: unknown) => IDataObject, string]>([
	['media', withoutMedia, (mediaId) => ({ media_ids: [mediaId] }), 'destinations.0.media_ids'],
	[
		'thread publications',
		withoutThreads,
		() => ({ options: { thread: ['More'] } }),
		'thread_publications.1.url',
	],
])('a service that leaves %s out of lists', (_, listedPost, fields, path) => {
	const harness = useManyPosts({ dialect: { ...dialects.first, listedPost } });

	it('is asked for the posts that were sent with them', async () => {
		const account_id = harness.service.accountId('Bread on Shortpost');
		const { id } = await picture(harness);
		const { items, error } = await harness.publish(times(2, 'Bread on Shortpost'), {
			destinationInput: 'json',
			destinationsJson: JSON.stringify([{ account_id, ...fields(id) }]),
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
		for (const { json } of items) expect(json).toHaveProperty(path, expect.anything());
	});
});

describe('a list that is much longer than the posts that are waited for', () => {
	const harness = useManyPosts();

	it('is not read to its end', async () => {
		const { service, workspaceId } = harness;
		await harness.publish(times(3, GOOD), { afterCreate: 'draft' });
		const [first] = service.state.posts.values();
		if (first === undefined) throw new Error('There is no post');
		for (let index = 0; index < 2_000; index++) {
			const id = `post_other_${index}`;
			// They are listed first.
			service.state.posts.set(id, { ...first, id, workspaceId, sequence: 1_000_000 + index });
		}
		harness.settleAfter(20_000);
		const before = harness.reads.length;
		const { items, error } = await harness.publish(times(5, GOOD));
		expect(error).toBeUndefined();
		expect(texts(items)).toEqual(numbered(5));
		// Six polls of five posts, and the reads of the list.
		expect(harness.reads.length - before).toBeLessThanOrEqual(6 * 5 + 2 * 5);
	});
});

describe('a list that cannot be read', () => {
	const harness = useManyPosts();

	it.each([403, 500])('with status %i is replaced by reads of the posts', async (status) => {
		harness.settleAfter(20_000);
		const action = { kind: 'status', when: 'before', status } as const;
		harness.service.faults.add({ operation: 'list_posts', times: Infinity, action });
		const { items, error } = await harness.publish(times(5, GOOD));
		expect(error).toBeUndefined();
		expect(texts(items)).toEqual(numbered(5));
	});

	it('is not tried at every poll', async () => {
		harness.settleAfter(60_000);
		const action = { kind: 'status', when: 'before', status: 403 } as const;
		harness.service.faults.add({ operation: 'list_posts', times: Infinity, action });
		const { error } = await harness.publish(times(5, GOOD));
		expect(error).toBeUndefined();
		const lists = harness.reads.filter((read) => read === 'list_posts').length;
		const polls = (harness.reads.length - lists) / 5;
		expect(lists).toBeLessThanOrEqual(polls / 2 + 1);
	});
});
