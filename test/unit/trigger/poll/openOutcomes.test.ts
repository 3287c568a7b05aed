import type { Dialect } from '../../../service';
import { eventOptions } from '../../../../nodes/SocialPublishing/properties/events';
import { eventsOf, typesOf, usePollHarness } from '../../support/pollHarness';

/** How the list writes a post, and each of its destinations. */
let write: Dialect['listedPost'];

const harness = usePollHarness({ dialect: { listedPost: (post) => write(post) } });

const ALL_EVENTS = eventOptions.map(({ value }) => String(value));
const CAKES = 'Cakes on Pagebook';
const FINAL = ['published', 'failed', 'blocked', 'needs_review'];

/** Destinations that have no status, an outcome only once they have ended, and no times. */
function withOutcomes(
	post: Record<string, unknown>,
	open: string | null = null,
): Record<string, unknown> {
	const destinations = [post.destinations].flat().map((destination) => {
		const { id, account_id, status } = Object(destination);
		return { id, account_id, outcome: FINAL.includes(status) ? status : open };
	});
	return { ...post, destinations };
}

const dialects: Array<[string, Dialect['listedPost']]> = [
	['the status of posts', (post) => withOutcomes(post)],
	['neither status nor times', ({ id, destinations }) => withOutcomes({ id, destinations })],
	[
		'pending deliveries and neither status nor times',
		({ id, destinations }) => withOutcomes({ id, destinations }, 'pending'),
	],
	[
		'no outcome before the end',
		(post) => {
			const { destinations } = withOutcomes(post);
			const told = [destinations].flat().map((destination) => {
				const { outcome, ...rest } = Object(destination);
				return outcome === null ? rest : { ...rest, outcome };
			});
			return { id: post.id, destinations: told };
		},
	],
];

async function drafts(count: number, account = CAKES): Promise<string[]> {
	const ids: string[] = [];
	for (let index = 0; index < count; index++) {
		ids.push(await harness.draft(`Rolls ${index}`, account));
	}
	return ids;
}

async function schedule(id: string): Promise<void> {
	const inAMinute = new Date(harness.service.clock.now() + 60_000).toISOString();
	await harness.request('POST', `/posts/${id}/schedule`, { scheduled_at: inAMinute });
}

describe.each(dialects)('the polling trigger, if the list shows %s,', (_what, listedPost) => {
	beforeEach(() => (write = listedPost));

	/** `<type> <post>` of the events in which these posts end. */
	const endings = (ids: string[]) =>
		ids.flatMap((id) => [`delivery.published ${id}`, `post.published ${id}`]).sort();
	const reported = (...hosts: Parameters<typeof eventsOf>) =>
		eventsOf(...hosts)
			.map(({ type, data }) => `${type} ${Object(data).post_id}`)
			.sort();

	it('reports every one of 26 drafts from before activation that are published together', async () => {
		const ids = await drafts(26);
		const host = await harness.activated();
		for (const id of ids) await harness.publish(id);
		for (let polls = 0; polls < 3; polls++) await host.poll();
		expect(reported(host)).toEqual(endings(ids));
		expect(host.errors).toEqual([]);
	});

	it('reports every one of 26 drafts from before activation that are published one after the other', async () => {
		const ids = await drafts(26);
		const host = await harness.activated();
		for (const id of ids) {
			await harness.publish(id);
			await host.poll();
		}
		expect(reported(host)).toEqual(endings(ids));
	});

	it('reports posts that were scheduled before activation and are published while n8n is down', async () => {
		const ids = await drafts(3);
		for (const id of ids) await schedule(id);
		const host = await harness.activated();
		await harness.service.clock.advance(120_000);
		const after = await harness.restarted(host);
		await after.poll();
		expect(reported(host, after)).toEqual(endings(ids));
	});

	it('does not report posts that had ended at activation', async () => {
		for (let count = 0; count < 30; count++) {
			await harness.published(`Rolls ${count}`, CAKES, 'Always fails');
		}
		const host = await harness.activated({ events: ALL_EVENTS });
		for (let polls = 0; polls < 3; polls++) await host.poll();
		expect(eventsOf(host)).toEqual([]);
	});

	it('reports the outcome of each retry of a delivery that had failed at activation', async () => {
		harness.service.setOutcome('Always fails', { status: 'failed', delayMs: 5_000 });
		const id = await harness.published('Fresh rolls', 'Always fails');
		await harness.service.clock.advance(10_000);
		const host = await harness.activated();
		const [destination] = harness.service.state.posts.get(id)?.destinations ?? [];
		for (const status of ['failed', 'published'] as const) {
			harness.service.setOutcome('Always fails', { status, delayMs: 5_000 });
			await harness.request('POST', `/destinations/${destination?.id}/retry`, {});
			await host.poll();
			await harness.service.clock.advance(10_000);
			await host.poll();
		}
		const types = ['delivery.failed', 'post.failed', 'delivery.published', 'post.published'];
		expect(typesOf(host)).toEqual(types);
	});

	it('reads only the list, not single posts', async () => {
		await drafts(2);
		await harness.published('Fresh rolls', CAKES);
		harness.requests();
		const host = await harness.activated();
		await host.poll();
		expect(harness.requests()).toEqual(['list_posts', 'list_posts']);
	});
});
