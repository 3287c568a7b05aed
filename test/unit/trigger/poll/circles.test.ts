import { eventsOf, storedState, typesOf, usePollHarness } from '../../support/pollHarness';

const harness = usePollHarness({ dialect: { lastCursor: 'first' } });
const DAY_MS = 24 * 60 * 60 * 1_000;

it('the polling trigger reports and forgets posts in a list whose cursors form a loop', async () => {
	const host = await harness.activated();
	await harness.published('Fresh rolls', 'Cakes on Pagebook');
	await host.poll();
	await harness.service.clock.advance(40 * DAY_MS);
	for (const text of ['More rolls', 'Even more rolls']) {
		await harness.published(text, 'Cakes on Pagebook');
		await host.poll();
	}
	expect(typesOf(host)).toHaveLength(6);
	expect(storedState(host).lists.posts.snapshots?.size).toBe(2);
});

it('the polling trigger reports a post once if it is listed twice, even if it is too old to be watched', async () => {
	const parameters = { options: { watchPostsForDays: 10 } };
	const host = await harness.activated(parameters);
	const id = await harness.published('Fresh rolls', 'Cakes on Pagebook');
	await harness.service.clock.advance(30 * DAY_MS);
	harness.requests();
	await host.poll();
	expect(harness.requests()).toEqual(['list_posts', 'list_posts']);
	expect(typesOf(host)).toEqual(['delivery.published', 'post.published']);
	// Nor did it start a copy, which `execute` would have dropped.
	expect(host.executions).toHaveLength(2);
	expect(eventsOf(host).every(({ data }) => Object(data).post_id === id)).toBe(true);
});

describe('in such a list, without dates,', () => {
	const undated = usePollHarness({
		dialect: {
			lastCursor: 'first',
			listedPost: (post) => ({ ...post, created_at: undefined, updated_at: undefined }),
		},
	});

	it('a post that is missing for longer than posts are watched is not new after that', async () => {
		const { posts } = undated.service.state;
		const id = await undated.draft('Fresh bread', 'Cakes on Pagebook');
		await undated.published('Fresh rolls', 'Cakes on Pagebook');
		const host = await undated.activated({
			events: ['post.created', 'post.draft'],
			options: { watchPostsForDays: 5 },
		});
		const draft = posts.get(id);
		posts.delete(id);
		for (let count = 0; count < 12; count++) await host.poll();
		await undated.service.clock.advance(6 * DAY_MS);
		for (let count = 0; count < 12; count++) await host.poll();
		if (draft !== undefined) posts.set(id, draft);
		await host.poll();
		expect(typesOf(host)).toEqual([]);
	});
});
