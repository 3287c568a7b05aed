import { until } from '../../../support/until';
import { GOOD, numbered, texts, times, useManyPosts } from './manyPosts';

const HOUR_MS = 3_600_000;

const harness = useManyPosts();

const refuse = (nth: number) =>
	harness.service.faults.add({
		operation: 'create_post',
		nth,
		action: { kind: 'status', when: 'before', status: 422, code: 'odd', message: 'Odd text' },
	});

const postId = (text: string) =>
	[...harness.service.state.posts.values()].find((post) => post.text === text)?.id;

describe('a run that stops while it hands over posts', () => {
	it('waits for nothing, and names what was handed over and what was not sent', async () => {
		harness.settleAfter(20_000);
		refuse(3);
		const { error } = await harness.publish(times(6, GOOD));
		expect(error?.message).toMatch(/^Could not create the post: /);
		expect(error?.context?.itemIndex).toBe(2);
		expect(error?.description).toContain(
			`Items 1 and 2 were already handed over, but the node has not waited for the outcome (post IDs: 1: ${postId('Post 1')}, 2: ${postId('Post 2')}). ` +
				'Items 4 to 6 were not sent. Retry this execution (Executions → Retry): it waits for the posts that were handed over and sends the others.',
		);
		expect(harness.reads).toEqual([]);
	});

	it('continues with a Retry of the execution, which waits for the first and sends the others', async () => {
		harness.settleAfter(20_000);
		refuse(3);
		const failed = await harness.publish(times(6, GOOD));
		const retried = await harness.publish(times(6, GOOD), {}, { retryOf: failed });
		expect(retried.error).toBeUndefined();
		expect(texts(retried.items)).toEqual(numbered(6));
		expect(Object.values(harness.publications)).toEqual(times(6, 1));
		expect(harness.journal('publish_post')).toHaveLength(6);
	});

	it('waits for the others if the workflow continues', async () => {
		harness.settleAfter(20_000);
		refuse(3);
		const { items, error } = await harness.publish(
			times(6, GOOD),
			{},
			{ continueOnFail: 'continueRegularOutput' },
		);
		expect(error).toBeUndefined();
		expect(texts(items)).toEqual(
			numbered(6).map((text, index) => (index === 2 ? undefined : text)),
		);
	});

	it('waits for the others if each item is posted once', async () => {
		harness.settleAfter(20_000);
		refuse(3);
		const once = { idempotency: 'once', onceKey: '={{ $json.guid }}' };
		const failed = await harness.publish(times(5, GOOD), once);
		expect(failed.error?.description).toMatch(
			/Items 1, 2, 4 and 5 succeeded, but .* The next run tries the failed item again\.$/,
		);
		const next = await harness.publish(times(5, GOOD), once);
		expect(next.outputs.map(texts)).toEqual([['Post 3'], ['Post 1', 'Post 2', 'Post 4', 'Post 5']]);
	});
});

describe('a run that is stopped while it waits', () => {
	/** Stops the run at its first pause. */
	const stopped = async (more = {}) => {
		let abort = () => {};
		const { pauses } = harness;
		void until(() => pauses.length >= 2).then(() => abort());
		return await harness.publish(times(4, GOOD), more, { cancelAfter: (stop) => (abort = stop) });
	};

	it('sends nothing again when n8n’s API retries it', async () => {
		harness.settleAfter(HOUR_MS);
		const { error } = await stopped();
		expect(error?.message).toBe('The workflow was cancelled');
		harness.settleAfter(0);
		await harness.service.clock.advance(HOUR_MS);
		const retried = await harness.publish(times(4, GOOD), {}, { mode: 'retry' });
		expect(texts(retried.items)).toEqual(numbered(4));
		expect(Object.values(harness.publications)).toEqual(times(4, 1));
		expect(harness.journal('publish_post')).toHaveLength(4);
	});

	it('has recorded the keys of items that are posted once', async () => {
		harness.settleAfter(HOUR_MS);
		const once = { idempotency: 'once', onceKey: '={{ $json.guid }}' };
		const { error } = await stopped(once);
		// A new execution sends nothing twice.
		expect(error?.description).toMatch(/ sends the others\.$/);
		const next = await harness.publish(times(4, GOOD), once);
		expect(next.outputs.map(texts)).toEqual([[], numbered(4)]);
		expect(harness.journal('publish_post')).toHaveLength(4);
	});
});
