import { addOldPosts, failAgain, pagesOf } from '../../support/oldPosts';
import { typesOf, usePollHarness } from '../../support/pollHarness';

const harness = usePollHarness();

const HOUR_MS = 60 * 60 * 1_000;
const CAKES = 'Cakes on Pagebook';

describe('a poll', () => {
	it('ends early once a list is known to be sorted, and reads it completely after six hours', async () => {
		await addOldPosts(harness, 1_000, 1);
		const host = await harness.activated();
		expect(harness.requests().filter((name) => name === 'list_posts')).toHaveLength(10);
		expect(await pagesOf(harness, host)).toBe(1);
		await harness.published('More rolls', CAKES);
		expect(await pagesOf(harness, host)).toBe(1);
		expect(typesOf(host)).toEqual(['delivery.published', 'post.published']);
		await harness.service.clock.advance(6 * HOUR_MS - 2_000);
		expect(await pagesOf(harness, host)).toBe(1);
		await harness.service.clock.advance(2_000);
		expect(await pagesOf(harness, host)).toBe(11);
	});

	it('reads a sorted list as far as the oldest unfinished post', async () => {
		await addOldPosts(harness, 1_000, 1);
		const host = await harness.activated();
		const draft = harness.service.state.posts.get('old_450');
		if (draft?.destinations[0]) [draft.status, draft.destinations[0].status] = ['draft', 'pending'];
		await harness.service.clock.advance(6 * HOUR_MS);
		expect(await pagesOf(harness, host)).toBe(10);
		expect(await pagesOf(harness, host)).toBe(6);
		failAgain(harness, 'old_450');
		await host.poll();
		expect(typesOf(host)).toEqual(['delivery.failed', 'post.failed']);
	});

	it('always reads a list to its end if the oldest posts come first', async () => {
		await addOldPosts(harness, 300, 1);
		const posts = [...harness.service.state.posts.values()];
		const timesMs = posts.map(({ createdAtMs }) => createdAtMs).reverse();
		posts.forEach((post, index) => (post.createdAtMs = timesMs[index] ?? 0));
		const host = await harness.activated();
		expect([await pagesOf(harness, host), await pagesOf(harness, host)]).toEqual([3, 3]);
	});

	it('can end early if all posts were created at the same time', async () => {
		await addOldPosts(harness, 300, 1);
		const createdAtMs = harness.service.clock.now() - 400 * 24 * HOUR_MS;
		for (const post of harness.service.state.posts.values()) post.createdAtMs = createdAtMs;
		const host = await harness.activated();
		expect(await pagesOf(harness, host)).toBe(1);
	});
});
