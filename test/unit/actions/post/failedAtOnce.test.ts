import type { INodeParameters } from 'n8n-workflow';

import { useNodeHarness } from '../../support/nodeHarness';
import { draft } from '../createRecords';
import { services } from './publishOn';

/** A service may try a delivery before it responds, for example if the account has lost its connection. */

describe.each(services)('a response that already shows failures, with %s', (_dialect, options) => {
	const harness = useNodeHarness(options);

	const FAILS = 'Always fails';
	const GOOD = 'Bread on Shortpost';
	const REASON = { code: 'platform_rejected', message: 'The platform rejected the post' };

	beforeEach(() =>
		harness.service.setOutcome(FAILS, { status: 'failed', error: REASON, delayMs: 0 }),
	);

	const create = async (accounts: string[], parameters: INodeParameters = {}) =>
		await harness.run('post', 'create', {
			text: 'Fresh bread',
			accountIds: accounts.map((name) => harness.service.accountId(name)),
			afterCreate: 'publish',
			waitForOutcome: false,
			...parameters,
		});

	it('is an error of Publish without a wait', async () => {
		const { postId } = await draft(harness, FAILS);
		harness.requests();
		const parameters = { postId, waitForOutcome: false };
		const { items, error } = await harness.run('post', 'publish', parameters);
		expect(items).toEqual([]);
		expect(error?.message).toBe(
			'Not published on Always fails (pagebook): The platform rejected the post',
		);
		const reads = harness.requests().filter((name) => name !== 'list_accounts');
		expect(reads).toEqual(['get_post', 'publish_post']);
	});

	it('is an error of Create without a wait, once the other items are handed over', async () => {
		const input = [{ json: { account: FAILS } }, { json: { account: GOOD } }];
		const { error } = await harness.run(
			'post',
			'create',
			{
				text: 'Fresh bread',
				accountIds: '={{ [$json.account] }}',
				afterCreate: 'publish',
				waitForOutcome: false,
			},
			{ input },
		);
		expect(error?.message).toMatch(/Not published on Always fails/);
		expect([...harness.service.state.posts.values()].map(({ status }) => status)).toEqual([
			'failed',
			'publishing',
		]);
	});

	it('is an error if only one account has failed, and the other is still open', async () => {
		harness.service.setOutcome(GOOD, { status: 'published', delayMs: 60_000 });
		const { items, error } = await create([GOOD, FAILS]);
		expect(items).toEqual([]);
		expect(error?.message).toBe(
			'Handed over, not yet confirmed: do not post it again. Still open: Bread on Shortpost (shortpost)',
		);
		expect(error?.description).toMatch(
			/^Always fails \(pagebook\): The platform rejected the post\. Post ID: .+ To keep waiting, use Post → Wait for Outcome\./,
		);
		const [post] = harness.service.state.posts.values();
		expect(post?.status).toBe('publishing');
	});

	it('is an error that names the account that has it', async () => {
		harness.service.setOutcome(GOOD, { status: 'published', delayMs: 0 });
		const { items, error } = await create([GOOD, FAILS]);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^Published on Bread on Shortpost .+, not on Always fails/);
		expect((await create([GOOD])).error).toBeUndefined();
	});

	it('is an error again with Retry On Fail, and nothing is sent again', async () => {
		const { postId } = await draft(harness, FAILS);
		harness.requests();
		const { error } = await harness.run(
			'post',
			'publish',
			{ postId, waitForOutcome: false },
			{ retryOnFail: { maxTries: 2, waitBetweenTriesMs: 1 } },
		);
		expect(error?.message).toMatch(/^Not published on Always fails/);
		expect(harness.requests().filter((name) => name !== 'get_post')).toEqual(['publish_post']);
	});

	it('is mended by a Retry of the execution', async () => {
		const { postId } = await draft(harness, FAILS);
		const parameters = { postId, waitForOutcome: false };
		const first = await harness.run('post', 'publish', parameters);
		harness.service.setOutcome(FAILS, { status: 'published' });
		const { items, error } = await harness.run('post', 'publish', parameters, { retryOf: first });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	});
});
