import { dialects } from '../../../service';
import { byId, useNodeHarness } from '../../support/nodeHarness';
import { bread } from '../createRecords';

const LINK = 'https://shortpost.example.com/p/first';
const PLATFORM = 'Cakes on Pagebook';

type Shown = Record<string, unknown>;

const destinationsOf = ({ destinations }: Shown) => [destinations].flat().map(Object);

/** The confirmed first part of a thread, by its destination. */
const ofThread = (post: Shown) =>
	destinationsOf(post)
		.filter(({ options }) => Object(options).thread !== undefined)
		.map(({ id }) => ({ id: 'part', destination_id: id, url: LINK }));

/** As `ofThread`, with no more than the service promises. */
const ofUnknown = () => [{ id: 'part', url: LINK, published_at: '2026-11-27T09:00:00Z' }];

/** Which parts of its thread a post shows as published. */
let partsOf: (post: Shown) => Shown[] = ofThread;

const fullPost = (post: Shown) => ({ ...post, thread_publications: partsOf(post) });

const harness = useNodeHarness({ dialect: { ...dialects.first, fullPost } });

beforeEach(() => {
	partsOf = ofThread;
});

async function publish(status: 'failed' | 'needs_review', others: string[] = []) {
	harness.service.setOutcome('Bread on Shortpost', { status });
	const thread = { accountId: bread(harness), text: 'First', thread: ['Second'] };
	const more = others.map((name) => ({ accountId: harness.service.accountId(name), text: 'One' }));
	return await harness.run('post', 'create', {
		destinationInput: 'perAccount',
		destinations: { destination: [thread, ...more] },
		afterCreate: 'publish',
	});
}

async function retry(operation: 'retryFailed' | 'retryDelivery', checkedPlatform = true) {
	const [post] = harness.service.state.posts.values();
	const destination = post?.destinations.find(
		({ content }) => content.options?.thread !== undefined,
	);
	const record =
		operation === 'retryFailed'
			? { postId: byId(post?.id ?? '') }
			: { destinationId: byId(destination?.id ?? '') };
	harness.requests();
	return await harness.run('post', operation, { ...record, checkedPlatform });
}

describe.each(['failed', 'needs_review'] as const)(
	'a thread whose delivery has the status %s',
	(status) => {
		it('is an error with the links of the parts that are online, without the advice to retry it', async () => {
			const { error } = await publish(status);
			expect(error?.description).toContain(LINK);
			expect(error?.description).toContain('the service cannot retry a thread as a whole');
			expect(error?.description).not.toMatch(/Retry Failed|To try again/);
		});

		it.each(['retryFailed', 'retryDelivery'] as const)(
			'is not retried by %s',
			async (operation) => {
				await publish(status);
				const { error } = await retry(operation);
				expect(error?.message).toMatch(
					/^Could not retry the delivery.*: parts of its thread may be online/,
				);
				expect(harness.requests()).not.toContain('retry_delivery');
			},
		);

		it.each(['retryFailed', 'retryDelivery'] as const)(
			'is not retried by %s even if its parts name no account and the post has two',
			async (operation) => {
				partsOf = ofUnknown;
				const published = await publish(status, [PLATFORM]);
				expect(published.error?.description).toContain(LINK);
				const { error } = await retry(operation);
				expect(error?.message).toContain('parts of its thread may be online');
				expect(harness.requests()).not.toContain('retry_delivery');
			},
		);
	},
);

it('Retry Failed does not ask for a check that would not allow the retry of a thread', async () => {
	await publish('needs_review');
	const { error } = await retry('retryFailed', false);
	expect(error?.description).toContain('the service cannot retry a thread as a whole');
	expect(error?.description).not.toContain('turn on');
});

it('Retry Failed asks for a check of the other uncertain deliveries', async () => {
	harness.service.setOutcome(PLATFORM, { status: 'needs_review' });
	await publish('needs_review', [PLATFORM]);
	const { error } = await retry('retryFailed', false);
	expect(error?.description).toMatch(/turn on .*the service cannot retry a thread as a whole/);
});

it.each(['retryFailed', 'retryDelivery'] as const)(
	'a thread of which %s publishes a part is an error with the link of the part, without the advice to retry it',
	async (operation) => {
		partsOf = () => [];
		await publish('failed', [PLATFORM]);
		let reads = 0;
		// Before the retry, the post is read once.
		partsOf = (post) => (reads++ === 0 ? [] : ofThread(post));
		const { error } = await retry(operation);
		expect(harness.requests()).toContain('retry_delivery');
		expect(error?.description).toContain(LINK);
		expect(error?.description).toContain('the service cannot retry a thread as a whole');
		expect(error?.description).not.toMatch(/Retry Failed|To try again/);
	},
);
