import { eventOptions } from '../../../../nodes/SocialPublishing/properties/events';
import { eventsOf, usePollHarness } from '../../support/pollHarness';

/** A post as a list has it that leaves out the destinations, and tells only when the post was published. */
const listedPost = (post: Record<string, unknown>) => ({
	...post,
	destinations: undefined,
	...(post.status === 'published' && { published_at: post.updated_at }),
});

const harness = usePollHarness({ dialect: { listedPost } });

const ALL_EVENTS = eventOptions.map(({ value }) => String(value));
const CAKES = 'Cakes on Pagebook';

it('includes a post in its events without reading it again', async () => {
	const host = await harness.activated({ includeResource: true });
	await harness.published('Fresh rolls', CAKES);
	harness.requests();
	await host.poll();
	expect(harness.requests().filter((name) => name === 'get_post')).toHaveLength(1);
	const resource = { text: 'Fresh rolls', etag: expect.stringMatching(/^".+"$/) };
	expect(eventsOf(host)).toMatchObject([{ resource }, { resource }]);
});

it('leaves out a post that has been deleted meanwhile', async () => {
	const host = await harness.activated({ events: ALL_EVENTS });
	await harness.draft('A draft', CAKES);
	harness.service.faults.add({
		operation: 'get_post',
		action: { kind: 'status', when: 'before', status: 404 },
	});
	await host.poll();
	expect([host.errors, eventsOf(host)]).toEqual([[], []]);
});

it('reports the other posts where one cannot be read, and that one later', async () => {
	const host = await harness.activated({ events: ['delivery.published'] });
	const ids = [await harness.published('One', CAKES), await harness.published('Two', CAKES)];
	harness.service.faults.add({
		operation: 'get_post',
		action: { kind: 'status', when: 'before', status: 403 },
	});
	await host.poll();
	expect(host.errors).toHaveLength(1);
	expect(eventsOf(host)).toHaveLength(1);
	await host.poll();
	const reported = eventsOf(host).map(({ data }) => Object(data).post_id);
	expect(reported.sort()).toEqual(ids.sort());
});

it('fetches as a test event what happened last, although it reads ten posts at most', async () => {
	const rolls = async () => {
		for (let count = 1; count <= 11; count++) await harness.published(`Rolls ${count}`, CAKES);
	};
	await rolls();
	const late = await harness.draft('Published late', CAKES);
	await rolls();
	await harness.service.clock.advance(60_000);
	await harness.publish(late);
	harness.requests();
	const { items } = await harness.fetchTestEvent({ events: ['delivery.published'] });
	expect(items[0]?.json.data).toMatchObject({ post_id: late });
	expect(harness.requests().filter((name) => name === 'get_post')).toHaveLength(10);
});
