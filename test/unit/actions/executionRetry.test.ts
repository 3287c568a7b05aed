import { byId } from '../support/nodeHarness';
import { draft } from './createRecords';
import { useRowsToPublish } from './rowsToPublish';

const DAY_MS = 24 * 60 * 60 * 1_000;

const { harness, posts, publish, rows, threeItems, commands } = useRowsToPublish();

describe('Retry of an execution', () => {
	it('repeats no successful delivery, before or after the failure, and retries the failed one', async () => {
		const input = threeItems();
		const failed = await harness.run('post', 'create', publish(), { input });
		expect(failed.error?.message).toMatch(/^Not published on Always fails/);
		expect(commands().filter((name) => name === 'publish_post')).toHaveLength(3);

		const options = { input, retryOf: failed };
		const retried = await harness.run('post', 'create', publish({ failOn: 'never' }), options);

		expect(retried.error).toBeUndefined();
		expect(retried.executionId).not.toBe(failed.executionId);
		expect(retried.items.map(({ json }) => json.text)).toEqual(['First', 'Second', 'Third']);
		expect(commands()).toEqual(['retry_delivery']);
		expect(posts()).toEqual([
			{ text: 'First', publications: 1 },
			{ text: 'Second', publications: 0 },
			{ text: 'Third', publications: 1 },
		]);
	});

	it('repeats no successful delivery a day later, when the service has forgotten the keys', async () => {
		const input = threeItems();
		const failed = await harness.run('post', 'create', publish(), { input });
		await harness.service.clock.advance(DAY_MS + 60_000);

		const options = { input, retryOf: failed };
		await harness.run('post', 'create', publish({ failOn: 'never' }), options);
		expect(posts().map(({ text }) => text)).toEqual(['First', 'Second', 'Third']);
	});

	it('retries a failed delivery once in each further Retry', async () => {
		const input = rows(['Second', 'Always fails']);
		let run = await harness.run('post', 'create', publish(), { input });
		for (let retries = 1; retries <= 2; retries++) {
			run = await harness.run('post', 'create', publish(), { input, retryOf: run });
			expect(run.error?.message).toMatch(/^Not published on Always fails/);
		}
		expect(harness.journal('retry_delivery')).toHaveLength(2);
		expect(harness.service.state.posts.size).toBe(1);
	});

	it('names the command of the failed execution if an item fails before anything is sent', async () => {
		const { faults } = harness.service;
		const refuse = (operation: string, status: number) => {
			const action = { kind: 'status', when: 'before', status } as const;
			faults.add({ operation, times: Infinity, action });
		};
		const input = rows(['First', 'Bread on Shortpost']);
		refuse('list_accounts', 401);
		refuse('publish_post', 403);
		const failed = await harness.run('post', 'create', publish(), { input });
		expect(harness.service.state.posts.size).toBe(1);
		faults.clear();
		refuse('list_accounts', 503);
		const retried = await harness.run('post', 'create', publish(), { input, retryOf: failed });
		expect(retried.error?.description).toContain(
			'Nothing was sent now. The service has accepted a command that an earlier attempt at this item sent.',
		);
	});

	it('never sends an uncertain delivery again', async () => {
		const input = rows(['Perhaps', 'Always uncertain']);
		const failed = await harness.run('post', 'create', publish(), { input });
		expect(failed.error?.message).toMatch(/not known/);
		const retried = await harness.run('post', 'create', publish(), { input, retryOf: failed });
		expect(retried.error?.description).toMatch(/Look at the platform first/);
		expect(harness.journal('retry_delivery')).toHaveLength(0);
	});

	it('continues after every response to a publication was lost', async () => {
		const { postId } = await draft(harness);
		harness.service.faults.add({
			operation: 'publish_post',
			times: 100,
			action: { kind: 'drop', when: 'after' },
		});
		const parameters = { postId };
		const failed = await harness.run('post', 'publish', parameters);
		expect(failed.error?.description).toMatch(/retry this execution/);
		harness.service.faults.clear();
		const retried = await harness.run('post', 'publish', parameters, { retryOf: failed });
		expect(retried.error).toBeUndefined();
		expect(posts().map(({ publications }) => publications)).toEqual([1]);
	});

	it('names the existing post if the content was edited before the Retry', async () => {
		const input = rows(['Second', 'Always fails']);
		const failed = await harness.run('post', 'create', publish(), { input });
		const [post] = harness.service.state.posts.values();
		const edited = publish({}, { text: '={{ $json.text }}, corrected' });
		const retried = await harness.run('post', 'create', edited, { input, retryOf: failed });
		expect(retried.error?.message).toMatch(/with different content/);
		expect(retried.error?.description).toContain(post?.id);
		expect(posts()).toEqual([{ text: 'Second', publications: 0 }]);
	});

	it('sends a text with $now as the first attempt sent it', async () => {
		const input = rows(['Second', 'Always fails']);
		const parameters = publish({}, { text: '={{ $json.text + $now.toMillis() }}' });
		const failed = await harness.run('post', 'create', parameters, { input });
		await harness.run('post', 'create', parameters, { input, retryOf: failed });
		expect(harness.service.state.posts.size).toBe(1);
	});

	it.each([
		['the time limit', { options: { timeout: 60 } }],
		['what counts as a failure', { options: { failOn: 'all' } }],
		['whether to wait', { waitForOutcome: false }],
		['what to return', { simplify: true }],
	])('ignores an edit of %s alone, which does not change the content', async (_what, edit) => {
		const input = rows(['Second', 'Always fails']);
		const text = '={{ $json.text + $now.toMillis() }}';
		const failed = await harness.run('post', 'create', publish({}, { text }), { input });
		const edited = { ...publish({}, { text }), ...edit };
		const { error } = await harness.run('post', 'create', edited, { input, retryOf: failed });
		expect(error?.message ?? '').not.toContain('different content');
		expect(harness.service.state.posts.size).toBe(1);
	});

	it('schedules a post only once', async () => {
		const scheduledAt = harness.service.clock.iso(harness.service.clock.now() + DAY_MS);
		const { postId } = await draft(harness);
		const missing = byId('post_missing');
		const input = [{ json: {} }, { json: {} }];
		const ids = [String(postId.value), String(missing.value)];
		const parameters = { postId: `={{ ${JSON.stringify(ids)}[$itemIndex] }}`, scheduledAt };
		const failed = await harness.run('post', 'schedule', parameters, { input });
		expect(failed.error).toBeDefined();
		await harness.run('post', 'schedule', parameters, { input, retryOf: failed });
		expect(harness.journal('schedule_post').map(({ status }) => status)).toHaveLength(1);
	});
});

it('two executions with the same content post twice', async () => {
	const input = rows(['First', 'Bread on Shortpost']);
	await harness.run('post', 'create', publish(), { input });
	await harness.run('post', 'create', publish(), { input });
	expect(posts()).toHaveLength(2);
});
