import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../../support/nodeHarness';
import { GOOD, times, useManyPosts, type ManyPosts } from './manyPosts';

const harness = useManyPosts();
const BAD = 'Always fails';

const run = async (
	operation: string,
	ids: string[],
	more: INodeParameters = {},
	options: Parameters<ManyPosts['run']>[3] = {},
) =>
	await harness.timed(
		async () =>
			await harness.run(
				'post',
				operation,
				{ postId: byId('={{ $json.id }}'), destinationId: byId('={{ $json.id }}'), ...more },
				{ input: ids.map((id) => ({ json: { id } })), ...options },
			),
	);

async function drafts(count: number): Promise<string[]> {
	const { items } = await harness.publish(times(count, GOOD), { afterCreate: 'draft' });
	return items.map(({ json }) => String(json.id));
}

async function failedPosts(count: number) {
	await harness.publish(times(count, BAD), { options: { failOn: 'never' } });
	const posts = [...harness.service.state.posts.values()];
	return {
		postIds: posts.map(({ id }) => id),
		destinationIds: posts.map(({ destinations: [first] }) => first?.id ?? ''),
	};
}

it('Publish hands over all posts, then waits for them together', async () => {
	const ids = await drafts(8);
	harness.settleAfter(20_000);
	const readsBefore = harness.reads.length;
	const { items, error, tookMs } = await run('publish', ids);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.id)).toEqual(ids);
	expect(tookMs).toBeLessThanOrEqual(30_000);
	// One for the revision of each.
	expect(harness.reads.length - readsBefore).toBeLessThanOrEqual(8 + 8);
});

it('Wait for Outcome reads many posts with few requests', async () => {
	const ids = await drafts(30);
	harness.settleAfter(20_000);
	await run('publish', ids, { waitForOutcome: false });
	const readsBefore = harness.reads.length;
	const { items, error } = await run('waitForOutcome', ids);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.id)).toEqual(ids);
	expect(harness.reads.length - readsBefore).toBeLessThanOrEqual(8);
});

it('Wait for Outcome names a post that does not exist, and waits for the others', async () => {
	const ids = await drafts(3);
	await run('publish', ids, { waitForOutcome: false });
	const continued = { continueOnFail: 'continueRegularOutput' } as const;
	const { items } = await run('waitForOutcome', [...ids.slice(0, 2), 'post_none'], {}, continued);
	expect(items.map(({ json }) => json.id ?? json.status)).toEqual([...ids.slice(0, 2), 404]);
	const { error } = await run('waitForOutcome', ['post_none', ...ids]);
	expect(error?.context?.itemIndex).toBe(0);
	expect(error?.description).not.toMatch(/posted/);
});

it.each(['retryDelivery', 'retryFailed'])(
	'%s follows many retries together, each to its new outcome',
	async (operation) => {
		const { postIds, destinationIds } = await failedPosts(5);
		harness.settleAfter(40_000, BAD);
		const ids = operation === 'retryFailed' ? postIds : destinationIds;
		const { items, error, tookMs } = await run(operation, ids);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.publication)).toMatchObject(
			times(5, { settled: true, status: 'published' }),
		);
		expect(harness.journal('retry_delivery')).toHaveLength(5);
		expect(tookMs).toBeLessThanOrEqual(60_000);
	},
);
