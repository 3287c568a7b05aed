import { eventsOf, usePollHarness } from '../../support/pollHarness';

const harness = usePollHarness();

const DAY_MS = 24 * 60 * 60 * 1_000;
const CAKES = 'Cakes on Pagebook';
const TEN_DAYS = { options: { watchPostsForDays: 10 } };

it.each([
	['n8n was down', true],
	['the computer slept', false],
])(
	'the polling trigger reports changes from a time when %s for longer than posts are watched',
	async (_what, restarts) => {
		await harness.published('Known before', CAKES);
		const host = await harness.activated(TEN_DAYS);
		await host.poll();
		const ids: string[] = [];
		for (let count = 0; count < 3; count++) {
			await harness.service.clock.advance(5 * DAY_MS);
			ids.push(await harness.published(`Post ${count}`, CAKES));
		}
		await harness.service.clock.advance(30 * DAY_MS);
		const after = restarts ? await harness.restarted(host, TEN_DAYS) : host;
		await after.poll();
		await after.poll();
		const outcomes = eventsOf(after).map(({ type, data }) => `${type} ${Object(data).post_id}`);
		expect(outcomes.sort()).toEqual(
			ids.flatMap((id) => [`delivery.published ${id}`, `post.published ${id}`]).sort(),
		);
	},
);

it('the polling trigger reports only changes after the watermark for an expired post', async () => {
	await harness.published('Fresh rolls', CAKES, 'Bread on Shortpost', 'Always fails');
	const [post] = harness.service.state.posts.values();
	const [, retried, failed] = post?.destinations ?? [];
	const publication = retried?.publications.pop();
	if (!post || !retried || !failed || !publication) throw new Error('There is no post');
	[post.status, retried.status] = ['partial', 'failed'];
	await harness.service.clock.advance(60 * DAY_MS);
	const host = await harness.activated();
	await host.poll();
	const { clock: serviceClock } = harness.service;
	retried.status = 'published';
	retried.publications.push({ ...publication, publishedAtMs: serviceClock.now() });
	await host.poll();
	await host.poll();
	// The failure has no time, so it may be a new one.
	expect(eventsOf(host).map(({ type, data }) => [type, Object(data).destination_id])).toEqual([
		['delivery.published', retried.id],
		['delivery.failed', failed.id],
		['post.partial', undefined],
	]);
});
