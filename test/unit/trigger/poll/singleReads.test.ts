import { eventOptions } from '../../../../nodes/SocialPublishing/properties/events';
import { eventsOf, usePollHarness } from '../../support/pollHarness';

/** A post as a list has it that leaves out the destinations. */
const listedPost = (post: object) => ({ ...post, destinations: undefined });

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
