import { addOldPosts, failAgain, pagesOf } from '../../support/oldPosts';
import { eventsOf, typesOf, usePollHarness } from '../../support/pollHarness';

const harness = usePollHarness();

const CAKES = 'Cakes on Pagebook';

it('the polling trigger reads a list of more than 20 pages in several polls', async () => {
	await addOldPosts(harness, 3_000, 0);
	const host = await harness.activated();
	expect(await pagesOf(harness, host)).toBe(20);
	failAgain(harness, 'old_10');
	failAgain(harness, 'old_2990');
	expect(await pagesOf(harness, host)).toBe(10);
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

it('the polling trigger reads a long list in one poll if the service refuses an old cursor', async () => {
	await addOldPosts(harness, 2_500, 0);
	const host = await harness.activated();
	await host.poll();
	harness.service.faults.add({
		operation: 'list_posts',
		action: { kind: 'status', when: 'before', status: 422 },
	});
	expect(await pagesOf(harness, host)).toBe(26);
	expect(await pagesOf(harness, host)).toBe(25);
});

it('the polling trigger forgets a finished post that is older than Watch Posts For Days, and never reports it as new', async () => {
	await addOldPosts(harness, 50, 1);
	const host = await harness.activated({ options: { watchPostsForDays: 10 } });
	await host.poll();
	const longer = harness.host({ options: { watchPostsForDays: 40 } }, { record: host.record });
	await longer.activate('update');
	await longer.poll();
	failAgain(harness, 'old_1');
	failAgain(harness, 'old_48');
	await longer.poll();
	expect(eventsOf(host, longer).map(({ data }) => data)).toEqual([
		expect.objectContaining({ post_id: 'old_48', status: 'failed' }),
		{ post_id: 'old_48', status: 'failed' },
	]);
});

it('the polling trigger watches a finished post without a date as long as it exists', async () => {
	await addOldPosts(harness, 5, 100);
	for (const post of harness.service.state.posts.values()) {
		post.createdAtMs = NaN;
		post.destinations[0]?.publications.splice(0);
	}
	const toIso = Date.prototype.toISOString;
	jest.spyOn(Date.prototype, 'toISOString').mockImplementation(function (this: Date) {
		return Number.isNaN(this.getTime()) ? '' : toIso.call(this);
	});
	const host = await harness.activated();
	failAgain(harness, 'old_0');
	await host.poll();
	expect(typesOf(host)).toEqual(['delivery.failed', 'post.failed']);
});

it('the polling trigger reports a file once it is ready', async () => {
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

it('the polling trigger reads a post once for all its events', async () => {
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

it('the polling trigger keeps watching an old post that has changed', async () => {
	await addOldPosts(harness, 50, 1);
	const draft = harness.service.state.posts.get('old_1');
	const [destination] = draft?.destinations ?? [];
	if (!draft || !destination) throw new Error('There is no post');
	[draft.status, destination.status] = ['draft', 'pending'];
	destination.publications = [];
	const host = await harness.activated({ events: ['delivery.failed'] });
	for (let nth = 1; nth <= 2; nth++) {
		failAgain(harness, 'old_1');
		await host.poll();
		await host.poll();
		expect(eventsOf(host)).toHaveLength(nth);
		[draft.status, destination.status] = ['publishing', 'publishing'];
		await host.poll();
	}
});
