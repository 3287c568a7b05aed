import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../../engine';
import { byId, useNodeHarness } from '../../support/nodeHarness';
import { draft, made } from '../createRecords';

describe('the failed deliveries of a post', () => {
	const harness = useNodeHarness();
	const accounts = ['Bread on Shortpost', 'Always fails', 'Always blocked', 'Always uncertain'];
	const idOf = (name: string) => harness.service.accountId(name);

	/** A post with one delivery of each outcome. */
	async function mixed() {
		const accountIds = accounts.map(idOf);
		const { id } = await made(harness, 'post:create', {
			text: 'Fresh bread',
			accountIds,
			afterCreate: 'publish',
			options: { failOn: 'never' },
		});
		harness.requests();
		return byId(String(id));
	}

	/** A retry publishes those that have failed. */
	async function retriable(): Promise<INodeParameters> {
		const postId = await mixed();
		harness.service.setOutcome('Always fails', { status: 'published' });
		harness.service.setOutcome('Always blocked', { status: 'published' });
		return postId;
	}

	const retry = async (
		postId: INodeParameters,
		parameters: INodeParameters = {},
		retryOf?: NodeRun,
	) =>
		await harness.run(
			'post',
			'retryFailed',
			{ postId, ...parameters },
			{ ...(retryOf && { retryOf }) },
		);

	const sent = () => harness.requests().filter((name) => name === 'retry_delivery').length;

	it('are reported even if the next attempt cannot read the post', async () => {
		const postId = await mixed();
		const action = { kind: 'status', when: 'before', status: 401 } as const;
		harness.service.faults.add({ operation: 'get_post', nth: 2, times: 10, action });
		const failed = await retry(postId);
		const again = await retry(postId, {}, failed);
		expect(again.error?.httpCode).toBe('401');
		expect(again.error?.description).toContain('The service accepted the post earlier');
	});

	it('are retried and judged one by one, without those that are uncertain', async () => {
		const postId = await retriable();
		const { items, error, hints } = await retry(postId);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({
			id: postId.value,
			publication: {
				settled: true,
				published: [idOf('Always fails'), idOf('Always blocked')],
				failed: [],
			},
		});
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining('whether the post was published on Always uncertain (shortpost).'),
		]);
		expect(sent()).toBe(2);
	});

	it.each([true, false])(
		'are retried, and the message names those that are uncertain, with waitForOutcome %s',
		async (waitForOutcome) => {
			const postId = await retriable();
			const { items } = await retry(postId, { waitForOutcome, simplify: true });
			expect(items[0]?.json.message).toMatch(
				/\. It is not known whether the post was published on Always uncertain \(shortpost\)\. Check the platform\./,
			);
		},
	);

	it.each([true, false])(
		'are retried, and the message names none that has been resolved meanwhile, with waitForOutcome %s',
		async (waitForOutcome) => {
			const postId = await retriable();
			const resolve = async () => {
				const { destinations = [] } = harness.service.state.posts.get(String(postId.value)) ?? {};
				const uncertain = destinations.find(({ status }) => status === 'needs_review');
				Object.assign(uncertain ?? {}, { status: 'published', error: null });
			};
			const action = { kind: 'hold', when: 'after', until: resolve } as const;
			harness.service.faults.add({ operation: 'retry_delivery', action });
			const { items, error, hints } = await retry(postId, { waitForOutcome, simplify: true });
			expect(error).toBeUndefined();
			expect(items[0]?.json.message).not.toContain('not known');
			expect(JSON.stringify(hints)).not.toContain('not known');
		},
	);

	it('include uncertain ones once the platform has been checked, but not in a Retry of the execution', async () => {
		const postId = await mixed();
		const first = await retry(postId, { checkedPlatform: true });
		expect(first.error?.message).toMatch(/^Not published on .*, uncertain on Always uncertain/);
		expect(sent()).toBe(3);
		const bodies = harness.journal('retry_delivery').map(({ body }) => body as IDataObject);
		expect(bodies.every((body) => body.checked_platform === true)).toBe(true);

		const second = await retry(postId, { checkedPlatform: true }, first);
		expect(second.error?.message).toMatch(/^Not published on .*, uncertain on Always uncertain/);
		expect(sent()).toBe(2);
	});

	it('are an error if they fail again, and a Retry of the execution tries only those', async () => {
		const postId = await mixed();
		harness.service.setOutcome('Always blocked', { status: 'published' });
		const first = await retry(postId);
		expect(first.error?.message).toBe(
			'Published on Always blocked (pagebook), not on Always fails (pagebook): The platform rejected the post',
		);
		expect(first.error?.description).toMatch(
			/^Published on Always blocked .* To try again, retry this execution/,
		);
		expect(first.error?.description).not.toContain('Always uncertain');
		expect(sent()).toBe(2);

		harness.service.setOutcome('Always fails', { status: 'published' });
		const { items, error } = await retry(postId, {}, first);
		expect(error).toBeUndefined();
		expect(items[0]?.json.publication).toMatchObject({
			published: [idOf('Always fails'), idOf('Always blocked')],
		});
		expect(sent()).toBe(1);
	});

	it('may be none, as a hint states', async () => {
		const { postId, id } = await draft(harness);
		harness.requests();
		const { items, error, hints } = await retry(postId);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ id });
		expect(hints.map(({ message }) => message)).toEqual([
			'No delivery of the post can be retried, so nothing was sent.',
		]);
		expect(harness.requests()).toEqual(['get_post']);
	});

	async function onlyUncertain() {
		const { id } = await made(harness, 'post:create', {
			text: 'Fresh bread',
			accountIds: [idOf('Always uncertain'), idOf('Bread on Shortpost')],
			afterCreate: 'publish',
			options: { failOn: 'never' },
		});
		harness.requests();
		return byId(String(id));
	}

	it.each([true, false])(
		'are an error that says what to do if only uncertain ones are left, with waitForOutcome %s',
		async (waitForOutcome) => {
			const { items, error } = await retry(await onlyUncertain(), { waitForOutcome });
			expect(items).toEqual([]);
			expect(error?.message).toBe(
				'Could not retry the failed deliveries: it is not known whether the post was published on Always uncertain (shortpost)',
			);
			expect(error?.description).toContain(
				"Nothing was sent. Check the platform. If the post is not there, turn on 'I Checked That It Is Not Online' to retry.",
			);
			expect(sent()).toBe(0);
		},
	);

	it('are named in the message if only uncertain ones are left and no outcome is an error', async () => {
		const parameters = { simplify: true, options: { failOn: 'never' } };
		const { items, error } = await retry(await onlyUncertain(), parameters);
		expect(error).toBeUndefined();
		expect(items[0]?.json.message).toBe(
			"It is not known whether the post was published on Always uncertain (shortpost). Check the platform. If the post is not there, turn on 'I Checked That It Is Not Online' to retry.",
		);
	});

	it('are handed over without a wait, as a hint states', async () => {
		const { items, hints } = await retry(await mixed(), { waitForOutcome: false });
		expect(items[0]?.json).not.toHaveProperty('publication');
		expect(hints.at(-1)?.message).toMatch(/<br>The post is handed over, not yet out\./);
	});
});
