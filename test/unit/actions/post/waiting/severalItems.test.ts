import { dialects } from '../../../../service';
import { GOOD, numbered, SIXTY_A_MINUTE, texts, times, useManyPosts } from './manyPosts';

const HOUR_MS = 3_600_000;
const REJECTED = 'Not published on Always fails (pagebook): The platform rejected the post';
const BAD = 'Always fails';
const HANGING = 'Bread on Shortpost';

const harness = useManyPosts();

const accounts = (count: number, others: Record<number, string>) =>
	times(count, GOOD).map((account, index) => others[index + 1] ?? account);

const postId = (text: string) =>
	[...harness.service.state.posts.values()].find((post) => post.text === text)?.id;

describe('several posts in one run', () => {
	it('are all handed over before the first outcome is read', async () => {
		harness.settleAfter(5_000);
		await harness.publish(times(3, GOOD));
		const { entries } = harness.service.journal;
		const lastCommand = entries.findLastIndex(({ operation }) => operation === 'publish_post');
		const firstRead = entries.findIndex(({ method, operation }) =>
			method === 'GET' ? operation !== 'list_accounts' : false,
		);
		expect(firstRead).toBeGreaterThan(lastCommand);
	});

	it('keep the order of their items, whichever outcome comes first', async () => {
		harness.settleAfter(40_000);
		harness.settleAfter(1_000, HANGING);
		const run = await harness.publish(accounts(5, { 3: HANGING, 5: HANGING }));
		expect(texts(run.items)).toEqual(numbered(5));
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			numbered(5).map((_, item) => ({ item })),
		);
	});

	it.each([
		['stops', undefined],
		['continues', 'continueRegularOutput'],
		['has an error output', 'continueErrorOutput'],
	] as const)('are not delayed by one that hangs if the node %s', async (_, continueOnFail) => {
		harness.settleAfter(20_000);
		harness.settleAfter(HOUR_MS, HANGING);
		const options = continueOnFail && { continueOnFail };
		const run = await harness.timed(
			async () => await harness.publish(accounts(5, { 3: HANGING }), {}, options),
		);
		expect(run.tookMs).toBeLessThanOrEqual(301_000);
		expect(harness.publications).toMatchObject({ 'Post 2': 1, 'Post 4': 1, 'Post 5': 1 });
		if (continueOnFail === undefined) {
			expect(run).toMatchObject({
				error: {
					message: `Handed over, not yet confirmed: do not post it again. Still open: ${HANGING} (shortpost)`,
					context: { itemIndex: 2 },
				},
			});
			expect(run.error?.description).toContain(
				'Items 1, 2, 4 and 5 succeeded, but the next steps did not receive them. Retry this execution (Executions → Retry) to pass them on. A new execution may post them again.',
			);
			return;
		}
		expect(run.error).toBeUndefined();
		const isRegular = continueOnFail === 'continueRegularOutput';
		const good = ['Post 1', 'Post 2', ...(isRegular ? [undefined] : []), 'Post 4', 'Post 5'];
		expect(texts(run.items)).toEqual(good);
		const failed = isRegular ? run.items[2] : run.outputs[1]?.[0];
		expect(failed?.json).toMatchObject({
			error: expect.stringMatching(/^Handed over, not yet confirmed/),
			post: { id: postId('Post 3') },
		});
	});

	it('have their bad outcomes in one error, and a Retry of the execution repeats only those', async () => {
		const failed = await harness.publish(accounts(5, { 2: BAD, 4: BAD }));
		expect(failed.error?.message).toBe(`Items 2 and 4: ${REJECTED}`);
		expect(failed.error?.description).toMatch(
			new RegExp(
				`^Items 2 and 4 \\(2: post ${postId('Post 2')}, 4: post ${postId('Post 4')}\\): Not published on .*The platform rejected the post.* Items 1, 3 and 5 succeeded, but`,
			),
		);

		harness.service.setOutcome(BAD, { status: 'published' });
		const sent = harness.commands.length;
		const retried = await harness.publish(accounts(5, { 2: BAD, 4: BAD }), {}, { retryOf: failed });
		expect(texts(retried.items)).toEqual(numbered(5));
		expect(harness.commands.slice(sent)).toEqual(['retry_delivery', 'retry_delivery']);
		expect(Object.values(harness.publications)).toEqual([1, 1, 1, 1, 1]);
	});

	it('that hang are in one error, which warns against posting them again', async () => {
		harness.settleAfter(HOUR_MS, HANGING);
		const { error } = await harness.publish(accounts(4, { 1: HANGING, 2: HANGING }));
		expect(error?.message).toBe(
			'Handed over, not yet confirmed: do not post it again. Still open: items 1 and 2',
		);
		for (const text of ['Post 1', 'Post 2']) expect(error?.description).toContain(postId(text));
	});

	it('are all named with their posts in the error of a hundred bad outcomes', async () => {
		const { error } = await harness.publish(times(100, BAD));
		for (const { id } of harness.service.state.posts.values()) {
			expect(error?.description).toContain(id);
		}
		expect(error?.message).toBe(`Items 1 to 100: ${REJECTED}`);
	});
});

describe('items that are posted once', () => {
	const once = { idempotency: 'once', onceKey: 'the same' };

	it('wait for the outcome of the first item with their key', async () => {
		harness.settleAfter(20_000);
		const { outputs } = await harness.publish(times(2, GOOD), once);
		expect(outputs.map(texts)).toEqual([['Post 1'], ['Post 2']]);
	});

	it('fail with the first item with their key, and the next run does not post them', async () => {
		const failed = await harness.publish(times(2, BAD), once);
		expect(failed.error?.message).toMatch(/^Items 1 and 2\b/);
		expect(failed.error?.description).toContain(
			'Item 2: Not posted, because item 1 failed and has the same key.',
		);
		expect(failed.error?.description).not.toContain('The next run tries');
		const next = await harness.publish(times(2, BAD), once);
		expect(next.outputs.map(texts)).toEqual([[], ['Post 1', 'Post 2']]);
	});
});

describe('the time limit of each item', () => {
	const limited = useManyPosts({ ...SIXTY_A_MINUTE, dialect: dialects.first });

	it('starts when the item is handed over, and each post is read once after the last', async () => {
		limited.settleAfter(1_000);
		const { error, items } = await limited.publish(times(40, GOOD), { options: { timeout: 2 } });
		expect(error).toBeUndefined();
		expect(texts(items)).toEqual(numbered(40));
		expect(limited.reads.length).toBeLessThanOrEqual(3);
	});

	it('ends the wait for each item at its own time', async () => {
		limited.settleAfter(HOUR_MS);
		const options = { timeout: 90 };
		const continueOnFail = 'continueRegularOutput';
		const { tookMs, items } = await limited.timed(
			async () => await limited.publish(times(25, GOOD), { options }, { continueOnFail }),
		);
		expect(items).toHaveLength(25);
		// The last of 76 requests is sent after a minute.
		expect(tookMs).toBeGreaterThanOrEqual(150_000);
		expect(tookMs).toBeLessThanOrEqual(155_000);
	});
});
