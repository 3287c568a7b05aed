import type { IDataObject } from 'n8n-workflow';

import { hidesOutcomes } from '../../../../nodes/SocialPublishing/trigger/poll/comparePost';
import type { Dialect } from '../../../service';
import { eventsOf, FINAL_EVENTS, typesOf, usePollHarness } from '../../support/pollHarness';

/** What the list leaves out of a post. */
let leaveOut: Dialect['listedPost'];

const harness = usePollHarness({ dialect: { listedPost: (post) => leaveOut(post) } });

const HOUR_MS = 60 * 60_000;
const CAKES = 'Cakes on Pagebook';
const POST_EVENTS = FINAL_EVENTS.filter((type) => type.startsWith('post.'));

const nothing: typeof leaveOut = (post) => post;
const destinations: typeof leaveOut = (post) => ({ ...post, destinations: undefined });
const outcomes: typeof leaveOut = (post) => ({
	...post,
	destinations: [post.destinations].flat().map((each) => {
		const { id, account_id } = Object(each);
		return { id, account_id, outcome: null };
	}),
});

beforeEach(() => (leaveOut = nothing));

it.each<[boolean, IDataObject]>([
	[true, { status: 'failed' }],
	[true, { status: 'partial', destinations: [] }],
	[true, { status: 'Published', destinations: [{ id: 'd' }, { id: 'e', outcome: null }] }],
	[false, { status: 'published', destinations: [{ id: 'd' }, { id: 'e', status: 'failed' }] }],
	[false, { status: 'published', destinations: [{ id: 'd', outcome: 'queued' }] }],
	[false, { status: 'publishing', destinations: [{ id: 'd' }] }],
	[false, { status: 'draft' }],
	[false, { status: 'constructor' }],
	[false, {}],
])('whether a post hides its outcomes is %s for %j', (expected, post) => {
	expect(hidesOutcomes(post)).toBe(expected);
});

describe.each([
	['the destinations', destinations],
	['their outcomes', outcomes],
])('the polling trigger, if the list omits %s of ended posts,', (_what, leavingOut) => {
	it('reports the posts, and an error about the deliveries once an hour', async () => {
		leaveOut = leavingOut;
		await harness.published('Old rolls', CAKES);
		const host = await harness.activated();
		expect(host.errors).toEqual([]);
		await harness.published('Fresh rolls', CAKES);
		for (let polls = 0; polls < 3; polls++) await host.poll();
		await harness.published('More rolls', 'Always fails');
		await host.poll();
		expect(typesOf(host)).toEqual(['post.published', 'post.failed']);
		expect(host.errors).toMatchObject([
			{
				message: "The service's list of posts does not show the outcomes of finished posts",
				description: expect.stringMatching(/^One of them is post_.*Choose post events instead/),
			},
		]);
		await harness.service.clock.advance(HOUR_MS);
		await host.poll();
		expect(host.errors).toHaveLength(2);
	});

	it('reports no error if no delivery event is chosen', async () => {
		leaveOut = leavingOut;
		const host = await harness.activated({ events: POST_EVENTS });
		await harness.published('Fresh rolls', CAKES);
		await host.poll();
		expect(typesOf(host)).toEqual(['post.published']);
		expect(host.errors).toEqual([]);
	});

	it('can be activated, and starts with n8n', async () => {
		leaveOut = leavingOut;
		await harness.published('Fresh rolls', CAKES);
		const host = await harness.activated({ events: ['delivery.published'] });
		const after = await harness.restarted(host, { events: ['delivery.published'] });
		expect(after.errors).toEqual([]);
		await after.poll();
		expect(after.errors).toHaveLength(1);
	});

	it('reads the other lists and reports their events', async () => {
		leaveOut = leavingOut;
		const events = [...FINAL_EVENTS, 'account.reconnect_required'];
		const host = await harness.activated({ events });
		await harness.published('Fresh rolls', CAKES);
		harness.service.setConnected(CAKES, false);
		await host.poll();
		expect(typesOf(host)).toEqual(['post.published', 'account.reconnect_required']);
		expect(host.errors).toHaveLength(1);
	});

	it('reports each delivery once the list shows it, and only once', async () => {
		const host = await harness.activated();
		await harness.published('Told at once', CAKES, 'Always fails');
		await host.poll();
		leaveOut = leavingOut;
		const later = await harness.published('Told later', CAKES, 'Always fails');
		await host.poll();
		await host.poll();
		const before = eventsOf(host).length;
		expect(typesOf(host).sort()).toEqual([
			...['delivery.failed', 'delivery.published', 'post.partial', 'post.partial'],
		]);
		leaveOut = nothing;
		await host.poll();
		await host.poll();
		const events = eventsOf(host).slice(before);
		expect(events.map(({ type }) => type).sort()).toEqual([
			'delivery.failed',
			'delivery.published',
		]);
		for (const { data } of events) expect(data).toMatchObject({ post_id: later });
		expect(host.errors).toHaveLength(1);
	});
});

it('the polling trigger reports a post that is moved there and back, although outcomes of many others are no longer listed', async () => {
	const schedule = async (scheduled_at: string, command = 'reschedule') =>
		await harness.request(command === 'schedule' ? 'POST' : 'PATCH', `/posts/${id}/${command}`, {
			scheduled_at,
		});
	const id = await harness.draft('Fresh rolls', CAKES);
	const host = await harness.activated({ events: ['post.scheduled'] });
	for (let posts = 0; posts < 21; posts++) await harness.published('Old rolls', 'Always fails');
	await host.poll();
	leaveOut = outcomes;
	await schedule('2030-01-07T09:00:00Z', 'schedule');
	await host.poll();
	for (const day of ['08', '07']) {
		await schedule(`2030-01-${day}T09:00:00Z`);
		await host.poll();
	}
	expect(typesOf(host)).toEqual(['post.scheduled', 'post.scheduled', 'post.scheduled']);
});

it('the polling trigger reports a refusal even if it has just reported missing outcomes', async () => {
	leaveOut = outcomes;
	const host = await harness.activated();
	await harness.published('Fresh rolls', CAKES);
	await host.poll();
	harness.service.faults.add({
		operation: 'list_posts',
		action: { kind: 'status', when: 'before', status: 401 },
	});
	await host.poll();
	expect(host.errors).toMatchObject([{ message: expect.stringContaining('outcomes') }, {}]);
	expect(host.errors[1]?.message).toContain('401');
});
