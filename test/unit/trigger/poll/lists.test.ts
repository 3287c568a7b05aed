import type { PollHost } from '../../../engine';
import type { RunningService } from '../../../service';
import { eventsOf, typesOf, usePollHarness } from '../../support/pollHarness';

const harness = usePollHarness();

const DAY_MS = 24 * 60 * 60 * 1_000;
const CAKES = 'Cakes on Pagebook';

/** Copies a published post until the workspace has this many, each created a day before the next. */
async function fill(count: number, daysBetween: number): Promise<void> {
	const { state, clock: serviceClock } = harness.service;
	await harness.published('Fresh rolls', CAKES);
	const [original] = state.posts.values();
	if (original === undefined) throw new Error('There is no post');
	state.posts.clear();
	for (let index = 0; index < count; index++) {
		const atMs = serviceClock.now() - (count - index) * daysBetween * DAY_MS;
		const post = structuredClone({ ...original, schedule: null });
		post.id = `old_${index}`;
		post.sequence = state.nextSequence();
		post.createdAtMs = atMs;
		for (const destination of post.destinations) {
			destination.id = `destination_${index}`;
			for (const publication of destination.publications) publication.publishedAtMs = atMs;
		}
		state.posts.set(post.id, post);
	}
}

/** The number of pages that a poll reads. */
async function pagesOf(host: PollHost): Promise<number> {
	harness.requests();
	await host.poll();
	return harness.requests().length;
}

function failAgain(service: RunningService, postId: string): void {
	const post = service.state.posts.get(postId);
	const [destination] = post?.destinations ?? [];
	if (post && destination) [post.status, destination.status] = ['failed', 'failed'];
}

it('reads no more of a list than it watches, once it has found it in order', async () => {
	await fill(1_000, 1);
	const host = await harness.activated();
	expect(harness.requests().filter((name) => name === 'list_posts')).toHaveLength(10);
	expect(await pagesOf(host)).toBe(1);
	await harness.published('More rolls', CAKES);
	expect(await pagesOf(host)).toBe(1);
	expect(typesOf(host)).toEqual(['delivery.published', 'post.published']);
	// An unfinished post is watched wherever it is.
	const draft = harness.service.state.posts.get('old_450');
	if (draft?.destinations[0]) [draft.status, draft.destinations[0].status] = ['draft', 'pending'];
	await harness.service.clock.advance(6 * 60 * 60_000);
	expect(await pagesOf(host)).toBe(11);
	expect(await pagesOf(host)).toBe(6);
	failAgain(harness.service, 'old_450');
	await host.poll();
	expect(typesOf(host).slice(2)).toEqual(['delivery.failed', 'post.failed']);
});

it('spreads a long list that it has to read to the end over several polls', async () => {
	await fill(3_000, 0);
	const host = await harness.activated();
	expect(await pagesOf(host)).toBe(20);
	failAgain(harness.service, 'old_10');
	failAgain(harness.service, 'old_2990');
	expect(await pagesOf(host)).toBe(10);
	expect(eventsOf(host).map(({ data }) => data)).toContainEqual({
		post_id: 'old_10',
		status: 'failed',
	});
	await host.poll();
	expect(eventsOf(host).map(({ data }) => data)).toContainEqual({
		post_id: 'old_2990',
		status: 'failed',
	});
});

it('reads a list at once where the service does not go on from an old marker', async () => {
	await fill(2_500, 0);
	const host = await harness.activated();
	await host.poll();
	harness.service.faults.add({
		operation: 'list_posts',
		action: { kind: 'status', when: 'before', status: 422 },
	});
	expect(await pagesOf(host)).toBe(26);
	expect(await pagesOf(host)).toBe(25);
});

it('forgets a finished post that is older than it watches, and does not take it for a new one', async () => {
	await fill(50, 1);
	const host = await harness.activated({ options: { watchPostsForDays: 10 } });
	await host.poll();
	const longer = harness.host({ options: { watchPostsForDays: 40 } }, { record: host.record });
	await longer.activate('update');
	await longer.poll();
	failAgain(harness.service, 'old_1');
	failAgain(harness.service, 'old_48');
	await longer.poll();
	expect(eventsOf(host, longer).map(({ data }) => data)).toEqual([
		expect.objectContaining({ post_id: 'old_48', status: 'failed' }),
		{ post_id: 'old_48', status: 'failed' },
	]);
});

it('watches a finished post without any date for as long as it exists', async () => {
	await fill(5, 100);
	for (const post of harness.service.state.posts.values()) {
		post.createdAtMs = NaN;
		post.destinations[0]?.publications.splice(0);
	}
	const toIso = Date.prototype.toISOString;
	jest.spyOn(Date.prototype, 'toISOString').mockImplementation(function (this: Date) {
		return Number.isNaN(this.getTime()) ? '' : toIso.call(this);
	});
	const host = await harness.activated();
	failAgain(harness.service, 'old_0');
	await host.poll();
	expect(typesOf(host)).toEqual(['delivery.failed', 'post.failed']);
});

it('reports a file once it is ready', async () => {
	const host = await harness.activated({ events: ['media.ready'] });
	const media = await harness.request('POST', '/media/uploads', {
		name: 'rolls.jpg',
		type: 'image/jpeg',
		size: 3,
	});
	await host.poll();
	const item = harness.service.state.media.get(String(media.id));
	if (item) item.status = 'ready';
	await host.poll();
	await host.poll();
	expect(eventsOf(host)).toEqual([
		expect.objectContaining({
			type: 'media.ready',
			data: { media_id: media.id, status: 'ready' },
		}),
	]);
});

it('reads the post of several events once', async () => {
	const host = await harness.activated({ includeResource: true });
	await harness.published('Fresh rolls', CAKES, 'Always fails');
	harness.requests();
	await host.poll();
	expect(harness.requests().sort()).toEqual(['get_post', 'list_accounts', 'list_posts']);
	expect(eventsOf(host)).toHaveLength(3);
	expect(eventsOf(host)).toContainEqual(
		expect.objectContaining({
			type: 'delivery.failed',
			account_name: 'Always fails',
			error_message: 'The platform rejected the post.',
			resource: expect.objectContaining({ text: 'Fresh rolls' }),
		}),
	);
});

it('goes on watching an old post to which something has happened', async () => {
	await fill(50, 1);
	const draft = harness.service.state.posts.get('old_1');
	const [destination] = draft?.destinations ?? [];
	if (!draft || !destination) throw new Error('There is no post');
	[draft.status, destination.status] = ['draft', 'pending'];
	destination.publications = [];
	const host = await harness.activated({ events: ['delivery.failed'] });
	for (let nth = 1; nth <= 2; nth++) {
		failAgain(harness.service, 'old_1');
		await host.poll();
		await host.poll();
		expect(eventsOf(host)).toHaveLength(nth);
		[draft.status, destination.status] = ['publishing', 'publishing'];
		await host.poll();
	}
});
