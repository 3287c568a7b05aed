import type { PollHost } from '../../../engine';
import { addOldPosts, pagesOf } from '../../support/oldPosts';
import { PollHarness, storedState, typesOf, usePollHarness } from '../../support/pollHarness';

const DAY_MS = 24 * 60 * 60 * 1_000;
const CAKES = 'Cakes on Pagebook';
const EVENTS = ['post.created', 'post.draft', 'post.published', 'delivery.published'];

/** Takes posts out of the list until the returned function puts them back. */
function hide(harness: PollHarness, ...ids: string[]): () => void {
	const { posts } = harness.service.state;
	const hidden = ids.map((id) => [id, posts.get(id)] as const);
	for (const id of ids) posts.delete(id);
	return () => {
		for (const [id, post] of hidden) if (post !== undefined) posts.set(id, post);
	};
}

async function pollTimes(host: PollHost, times: number): Promise<void> {
	for (let count = 0; count < times; count++) await host.poll();
}

describe('in a list without dates, what is left out for a moment is not deleted:', () => {
	const harness = usePollHarness({
		dialect: { listedPost: (post) => ({ ...post, created_at: undefined, updated_at: undefined }) },
	});

	async function threePosts(): Promise<string[]> {
		return [
			await harness.published('Fresh rolls', CAKES),
			await harness.draft('Fresh bread', CAKES),
			await harness.draft('Fresh cake', CAKES),
		];
	}

	it.each([1, 9, 10, 30])(
		'a post that is missing from %i polls is not new after that',
		async (polls) => {
			const [id = ''] = await threePosts();
			const host = await harness.activated({ events: EVENTS });
			const show = hide(harness, id);
			await pollTimes(host, polls);
			show();
			await pollTimes(host, 2);
			expect(typesOf(host)).toEqual([]);
		},
	);

	it('a post that is missing before and after a restart is not new after that', async () => {
		const [id = ''] = await threePosts();
		const host = await harness.activated({ events: EVENTS });
		const show = hide(harness, id);
		await pollTimes(host, 12);
		await harness.published('One more', CAKES);
		await pollTimes(host, 2);
		const restarted = await harness.restarted(host, { events: EVENTS });
		await pollTimes(restarted, 12);
		show();
		await pollTimes(restarted, 2);
		expect(typesOf(restarted)).toEqual([]);
	});

	it('a list that is empty for a moment does not make all posts new', async () => {
		const ids = await threePosts();
		const host = await harness.activated({ events: EVENTS });
		const show = hide(harness, ...ids);
		await pollTimes(host, 15);
		await harness.service.clock.advance(40 * DAY_MS);
		await pollTimes(host, 15);
		show();
		await pollTimes(host, 2);
		expect(typesOf(host)).toEqual([]);
	});

	it('a response without a list does not make all posts new', async () => {
		await threePosts();
		const host = await harness.activated({ events: EVENTS });
		harness.service.faults.add({
			operation: 'list_posts',
			times: 15,
			action: { kind: 'empty', when: 'before', status: 200 },
		});
		await pollTimes(host, 17);
		expect(typesOf(host)).toEqual([]);
	});

	it('a change in the meantime is reported once the post is listed again', async () => {
		const [, id = ''] = await threePosts();
		const host = await harness.activated({ events: EVENTS });
		const show = hide(harness, id);
		await pollTimes(host, 12);
		show();
		await harness.publish(id);
		await pollTimes(host, 2);
		expect(typesOf(host)).toEqual(['delivery.published', 'post.published']);
	});

	it('only a post that is missing for as long as posts are watched is forgotten', async () => {
		const [, id = ''] = await threePosts();
		const parameters = { events: EVENTS, options: { watchPostsForDays: 5 } };
		const host = await harness.activated(parameters);
		hide(harness, id);
		await pollTimes(host, 12);
		await harness.service.clock.advance(4 * DAY_MS);
		await harness.published('One more', CAKES);
		await pollTimes(host, 1);
		expect(storedState(host).lists.posts.snapshots?.size).toBe(4);
		await harness.service.clock.advance(2 * DAY_MS);
		await harness.published('Another one', CAKES);
		await pollTimes(host, 2);
		await harness.published('The last one', CAKES);
		await pollTimes(host, 1);
		// The first post is finished and older, too.
		expect(storedState(host).lists.posts.snapshots?.size).toBe(4);
		expect(storedState(host).missingSinceMs.size).toBe(0);
	});
});

describe('with dates,', () => {
	const harness = usePollHarness();

	it('posts from before the activation are not new if the list was empty then', async () => {
		const ids = [
			await harness.published('Fresh rolls', CAKES),
			await harness.draft('Bread', CAKES),
		];
		await harness.service.clock.advance(2 * 60 * 60 * 1_000);
		const show = hide(harness, ...ids);
		const host = await harness.activated({ events: EVENTS });
		show();
		await host.poll();
		expect(typesOf(host)).toEqual([]);
		await harness.published('More rolls', CAKES);
		await host.poll();
		expect(typesOf(host)).toEqual(['delivery.published', 'post.created', 'post.published']);
	});

	it('a poll ends early again some polls after a post was deleted', async () => {
		await addOldPosts(harness, 300, 1);
		const host = await harness.activated();
		expect(await pagesOf(harness, host)).toBe(1);
		hide(harness, 'old_295');
		await pollTimes(host, 10);
		expect(await pagesOf(harness, host)).toBe(1);
	});
});
