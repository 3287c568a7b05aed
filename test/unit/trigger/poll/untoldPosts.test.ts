import { eventOptions } from '../../../../nodes/SocialPublishing/properties/events';
import { READS_A_POLL } from '../../../../nodes/SocialPublishing/trigger/poll/readUntold';
import type { PollHost } from '../../../engine';
import type { Dialect } from '../../../service';
import { eventsOf, typesOf, usePollHarness } from '../../support/pollHarness';

/** What the list leaves out of a post. */
let leaveOut: Dialect['listedPost'];

const harness = usePollHarness({ dialect: { listedPost: (post) => leaveOut(post) } });

const ALL_EVENTS = eventOptions.map(({ value }) => String(value));
const CAKES = 'Cakes on Pagebook';

const without = (record: object, ...names: string[]) =>
	Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
const destinationsLeftOut = (post: object) => without(post, 'destinations');
const outcomesLeftOut: typeof leaveOut = (post) => ({
	...post,
	destinations: [post.destinations]
		.flat()
		.map((destination) => without(Object(destination), 'status', 'error', 'url', 'published_at')),
});
const onlyId: typeof leaveOut = ({ id }) => ({ id });

const lists: Array<[string, typeof leaveOut]> = [
	['destinations', destinationsLeftOut],
	['outcomes', outcomesLeftOut],
	['destinations and revisions', (post) => without(post, 'destinations', 'updated_at')],
	['everything but IDs', onlyId],
];

beforeEach(() => (leaveOut = (post) => post));

async function readsOf(host: PollHost): Promise<number> {
	harness.requests();
	await host.poll();
	return harness.requests().filter((name) => name === 'get_post').length;
}

/** Changes what the service tells of a post. */
function end(postId: string, status: 'failed' | 'published'): void {
	const post = harness.service.state.posts.get(postId);
	if (!post) throw new Error('There is no post');
	post.status = status;
	post.updatedAtMs = harness.service.clock.now();
	for (const destination of post.destinations) destination.status = status;
}

describe.each(lists)('where the list leaves out %s', (_what, leavingOut) => {
	beforeEach(() => (leaveOut = leavingOut));

	it('reports the outcomes of a new post', async () => {
		await harness.published('Known before', CAKES, 'Always fails');
		const host = await harness.activated();
		await host.poll();
		const id = await harness.published('Fresh rolls', CAKES, 'Always fails');
		await host.poll();
		await host.poll();
		expect(typesOf(host).sort()).toEqual(['delivery.failed', 'delivery.published', 'post.partial']);
		for (const { data } of eventsOf(host)) expect(data).toMatchObject({ post_id: id });
	});

	it('fetches a test event', async () => {
		const id = await harness.published('Fresh rolls', 'Always fails');
		const { items } = await harness.fetchTestEvent({ events: ['delivery.failed'] });
		expect(items[0]?.json.data).toMatchObject({ post_id: id, status: 'failed' });
	});

	it('reports the steps and outcomes of a post that was there before', async () => {
		const id = await harness.draft('Fresh rolls', 'Slow');
		const host = await harness.activated({ events: ALL_EVENTS });
		await host.poll();
		await harness.publish(id);
		await host.poll();
		await harness.service.clock.advance(60_000);
		await host.poll();
		expect(typesOf(host)).toEqual(['post.publishing', 'delivery.published', 'post.published']);
	});

	it('reports the outcome of a retry', async () => {
		harness.service.setOutcome('Always fails', { status: 'failed', delayMs: 5_000 });
		const id = await harness.published('Fresh rolls', 'Always fails');
		await harness.service.clock.advance(10_000);
		const host = await harness.activated();
		end(id, 'published');
		await host.poll();
		expect(typesOf(host)).toEqual(['delivery.published', 'post.published']);
	});

	it('reads a bounded number of posts, reports none that was there before, and misses no later outcome', async () => {
		const before: string[] = [];
		for (let count = 0; count < 35; count++)
			before.push(await harness.published(`Old ${count}`, CAKES, 'Always fails'));
		await harness.service.clock.advance(60 * 60_000);
		harness.requests();
		const host = await harness.activated();
		expect(harness.requests().filter((name) => name === 'get_post').length).toBeLessThanOrEqual(
			READS_A_POLL,
		);
		for (let polls = 0; polls < 4; polls++)
			expect(await readsOf(host)).toBeLessThanOrEqual(READS_A_POLL);
		expect(eventsOf(host)).toEqual([]);
		for (const id of before) end(id, 'failed');
		const later: string[] = [];
		for (let count = 0; count < 25; count++)
			later.push(await harness.published(`New ${count}`, CAKES));
		for (let polls = 0; polls < 8; polls++)
			expect(await readsOf(host)).toBeLessThanOrEqual(READS_A_POLL);
		const outcomes = eventsOf(host).map(({ type, data }) => `${type} ${Object(data).post_id}`);
		expect(outcomes.sort()).toEqual(
			[
				...before.flatMap((id) => [`delivery.failed ${id}`, `post.failed ${id}`]),
				...later.flatMap((id) => [`delivery.published ${id}`, `post.published ${id}`]),
			].sort(),
		);
	});

	it('reports after a restart what has happened meanwhile, and nothing again', async () => {
		const host = await harness.activated();
		await harness.published('Fresh rolls', 'Always fails');
		const known = await harness.draft('A draft', CAKES);
		await host.poll();
		await harness.publish(known);
		const after = await harness.restarted(host);
		await after.poll();
		expect(typesOf(host)).toEqual(['delivery.failed', 'post.failed']);
		expect(typesOf(after)).toEqual(['delivery.published', 'post.published']);
	});
});

it.each(lists.slice(0, 2))(
	'reads no post to which nothing can have happened where the list leaves out %s',
	async (_what, leavingOut) => {
		leaveOut = leavingOut;
		await harness.published('Published', CAKES);
		await harness.published('Failed', CAKES, 'Always fails');
		await harness.draft('A draft', CAKES);
		const host = await harness.activated();
		expect(await readsOf(host)).toBe(0);
	},
);

it('reports an unread post that ends after activation, although it has not been read before', async () => {
	leaveOut = destinationsLeftOut;
	const ids: string[] = [];
	for (let count = 0; count < 50; count++) ids.push(await harness.draft(`Draft ${count}`, CAKES));
	const host = await harness.activated();
	for (const id of ids) await harness.publish(id);
	for (let polls = 0; polls < 6; polls++) await host.poll();
	expect(eventsOf(host)).toHaveLength(100);
});

it('reads no post where the list tells everything', async () => {
	await harness.published('Published', CAKES, 'Always fails');
	await harness.draft('A draft', CAKES);
	harness.requests();
	const host = await harness.activated();
	expect(harness.requests()).not.toContain('get_post');
	await harness.published('Fresh rolls', 'Slow');
	expect(await readsOf(host)).toBe(0);
});
