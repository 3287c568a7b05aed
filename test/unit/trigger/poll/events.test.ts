import { eventOptions } from '../../../../nodes/SocialPublishing/properties/events';
import { eventsOf, FINAL_EVENTS, typesOf, usePollHarness } from '../../support/pollHarness';

const harness = usePollHarness();

const ALL_EVENTS = eventOptions.map(({ value }) => String(value));
const BREAD = 'Bread on Shortpost';
const CAKES = 'Cakes on Pagebook';

it('the polling trigger does not report posts that exist at activation', async () => {
	await harness.published('Fresh rolls', BREAD);
	const host = await harness.activated({ events: ALL_EVENTS });
	await host.poll();
	expect(eventsOf(host)).toEqual([]);
});

it('the polling trigger reports changes after activation, in the same envelope as the webhook’s events', async () => {
	const host = await harness.activated();
	const id = await harness.published('Fresh rolls', BREAD);
	await host.poll();
	await host.poll();
	expect(eventsOf(host)).toEqual([
		{
			id: expect.stringMatching(/^poll_[\w-]{27}$/),
			type: 'delivery.published',
			workspace_id: harness.workspaceId,
			created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
			data: {
				post_id: id,
				destination_id: expect.any(String),
				account_id: harness.service.accountId(BREAD),
				status: 'published',
			},
		},
		expect.objectContaining({
			type: 'post.published',
			data: { post_id: id, status: 'published' },
		}),
	]);
	expect(host.executions).toHaveLength(2);
});

it.each([
	['Always fails', 'delivery.failed', 'post.failed'],
	['Always blocked', 'delivery.blocked', 'post.failed'],
	['Always uncertain', 'delivery.needs_review', 'post.failed'],
])(
	'the polling trigger reports a post to the account %s as %s and %s',
	async (account, ...types) => {
		const host = await harness.activated();
		await harness.published('Fresh rolls', account);
		await host.poll();
		expect(typesOf(host)).toEqual(types);
	},
);

it('the polling trigger reports every destination of a partially published post', async () => {
	const host = await harness.activated();
	await harness.published('Fresh rolls', CAKES, 'Always fails', 'Always blocked');
	await host.poll();
	expect(typesOf(host).sort()).toEqual([
		'delivery.blocked',
		'delivery.failed',
		'delivery.published',
		'post.partial',
	]);
});

it('the polling trigger reports each status of a post that a poll sees', async () => {
	const host = await harness.activated({ events: ALL_EVENTS });
	const id = await harness.draft('Fresh rolls', 'Slow');
	await host.poll();
	const scheduled_at = (minutes: number) =>
		new Date(harness.service.clock.now() + minutes * 60_000).toISOString();
	await harness.request('POST', `/posts/${id}/schedule`, { scheduled_at: scheduled_at(10) });
	await host.poll();
	await harness.request('POST', `/posts/${id}/schedule`, { scheduled_at: scheduled_at(20) });
	await host.poll();
	await harness.request('POST', `/posts/${id}/cancel`);
	await host.poll();
	await harness.publish(id);
	await host.poll();
	await harness.service.clock.advance(60_000);
	await host.poll();
	expect(typesOf(host)).toEqual([
		'post.created',
		'post.scheduled',
		'post.scheduled',
		'post.draft',
		'post.publishing',
		'delivery.published',
		'post.published',
	]);
	expect(new Set(eventsOf(host).map(({ id: eventId }) => eventId)).size).toBe(7);
});

it('the polling trigger reports a new event when a failed delivery fails again', async () => {
	harness.service.setOutcome('Always fails', { status: 'failed', delayMs: 5_000 });
	const host = await harness.activated({ events: ['delivery.failed'] });
	await harness.published('Fresh rolls', 'Always fails');
	await harness.service.clock.advance(10_000);
	await host.poll();
	const [first] = eventsOf(host);
	const { destination_id } = first?.data as { destination_id: string };
	await harness.request('POST', `/destinations/${destination_id}/retry`, {});
	await host.poll();
	await harness.service.clock.advance(10_000);
	await host.poll();
	const [, second, ...more] = eventsOf(host);
	expect(second).toMatchObject({ type: 'delivery.failed', data: { destination_id } });
	expect(second?.id).not.toBe(first?.id);
	expect(more).toEqual([]);
});

it('the polling trigger reports an account each time it has to be reconnected', async () => {
	const host = await harness.activated({ events: ['account.reconnect_required'] });
	harness.service.setConnected(CAKES, false);
	await host.poll();
	await host.poll();
	harness.service.setConnected(CAKES, true);
	await host.poll();
	harness.service.setConnected(CAKES, false);
	await host.poll();
	const account_id = harness.service.accountId(CAKES);
	expect(eventsOf(host)).toEqual(
		[1, 2].map(() =>
			expect.objectContaining({
				type: 'account.reconnect_required',
				data: { account_id, status: 'reconnect_required' },
			}),
		),
	);
});

it('the polling trigger reads only the lists that the chosen events are about', async () => {
	const host = await harness.activated({ events: ['account.reconnect_required'] });
	await host.poll();
	expect(harness.requests()).toEqual(['list_accounts', 'list_accounts']);
	const other = await harness.activated({ events: FINAL_EVENTS });
	await other.poll();
	expect(harness.requests()).toEqual(['list_posts', 'list_posts']);
});

it('the polling trigger does not report changes in a list from the time when none of its events were chosen', async () => {
	const host = await harness.activated({ events: ['media.ready'] });
	await harness.published('Fresh rolls', BREAD);
	await host.poll();
	const changed = harness.host({ events: FINAL_EVENTS }, { record: host.record });
	await changed.activate('update');
	await changed.poll();
	expect(eventsOf(changed)).toEqual([]);
});

it('the polling trigger reports a post whose ID cannot be part of an address, and the posts after it', async () => {
	const host = await harness.activated({ events: ['post.published'], includeResource: true });
	const id = await harness.published('Fresh rolls', CAKES);
	const { posts } = harness.service.state;
	const post = posts.get(id);
	if (!post) throw new Error('There is no post');
	posts.delete(id);
	posts.set('..', Object.assign(post, { id: '..' }));
	const other = await harness.published('More rolls', CAKES);
	await host.poll();
	expect(eventsOf(host).map(({ data }) => Object(data).post_id)).toEqual([other, '..']);
});
