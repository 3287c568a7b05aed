import { eventOptions } from '../../../../nodes/SocialPublishing/properties/events';
import { eventsOf, typesOf, usePollHarness } from '../../support/pollHarness';

const harness = usePollHarness();

const BREAD = 'Bread on Shortpost';
const CAKES = 'Cakes on Pagebook';
const events = ['post.published', 'delivery.published', 'account.reconnect_required'];

it('only events about a chosen account or without an account start the workflow', async () => {
	const accountIds = [harness.service.accountId(CAKES)];
	const host = await harness.activated({ events, accountIds });
	await harness.published('Bread only', BREAD);
	const both = await harness.published('Bread and cakes', BREAD, CAKES);
	harness.service.setConnected(BREAD, false);
	await host.poll();
	expect(eventsOf(host).map(({ type, data }) => ({ type, data }))).toEqual([
		{ type: 'delivery.published', data: expect.objectContaining({ account_id: accountIds[0] }) },
		{ type: 'post.published', data: { post_id: both, status: 'published' } },
	]);
	harness.service.setConnected(CAKES, false);
	await host.poll();
	expect(typesOf(host).at(-1)).toBe('account.reconnect_required');
});

it('filtering events by account sends no requests', async () => {
	const accountIds = [harness.service.accountId(CAKES)];
	const host = await harness.activated({ events: ['post.published'], accountIds });
	await harness.published('Bread only', BREAD);
	harness.requests();
	await host.poll();
	expect(harness.requests()).toEqual(['list_posts']);
	expect(eventsOf(host)).toEqual([]);
});

it('earlier events of an account are not reported when it is chosen later', async () => {
	const host = await harness.activated({ events, accountIds: [harness.service.accountId(CAKES)] });
	await harness.published('Bread only', BREAD);
	await host.poll();
	const changed = harness.host({ events }, { record: host.record });
	await changed.activate('update');
	await changed.poll();
	expect(eventsOf(changed)).toEqual([]);
});

it('the test event in the editor is about a chosen account', async () => {
	await harness.published('Cakes only', CAKES);
	await harness.published('Bread only', BREAD);
	const all = eventOptions.map(({ value }) => String(value));
	const accountIds = [harness.service.accountId(CAKES)];
	const { items } = await harness.fetchTestEvent({
		events: all,
		accountIds,
		includeResource: true,
	});
	expect(items[0]?.json).toMatchObject({ post_text: 'Cakes only' });
});
