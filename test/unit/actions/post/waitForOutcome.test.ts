import type { INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../../engine';
import { byId, useNodeHarness } from '../../support/nodeHarness';
import { draft, failed, scheduled } from '../createRecords';
import { publishOn, services } from './publishOn';

describe.each(services)('waiting for an outcome, with %s', (_dialect, options) => {
	const harness = useNodeHarness(options);

	const publish = async (accounts: string[], options: INodeParameters = {}, retryOf?: NodeRun) =>
		await publishOn(harness, accounts, options, retryOf);

	it.each([
		[
			'Always fails (pagebook)',
			'Not published on Always fails (pagebook): The platform rejected the post',
			/^To try again, retry this execution/,
		],
		[
			'Always blocked (pagebook)',
			'Not published on Always blocked (pagebook): blocked – The platform refused the post',
			/^To try again, retry this execution/,
		],
		[
			'Always uncertain (shortpost)',
			'It is not known whether the post was published on Always uncertain (shortpost)',
			/^Always uncertain \(shortpost\): it is not known .* Look at the platform first\./,
		],
	])(
		'a failure on %s is an error, "%s", unless failures are accepted',
		async (label, title, advice) => {
			const account = label.replace(/ \(.+/, '');
			const id = harness.service.accountId(account);
			const { error } = await publish([account]);
			expect(error?.message).toBe(title);
			expect(error?.description).toMatch(advice);
			expect(error?.description).toContain(`Account IDs: ${label} = ${id}.`);
			expect(error?.context?.data).toMatchObject({ post: { id: expect.any(String) } });

			const { items } = await publish([account], { failOn: 'never' });
			expect(items[0]?.json.publication).toMatchObject({
				settled: true,
				failed: [id],
				published: [],
				accounts: [
					{ account_id: id, name: account, platform: label.slice(account.length + 2, -1) },
				],
			});
		},
	);

	it('a partial failure is an error if Fail the Step If is "any", not if it is "all"', async () => {
		const accounts = ['Bread on Shortpost', 'Always fails'];
		const { error } = await publish(accounts);
		expect(error?.message).toBe(
			'Published on Bread on Shortpost (shortpost), not on Always fails (pagebook): The platform rejected the post',
		);
		const reached = harness.service.accountId('Bread on Shortpost');
		expect(error?.description).toMatch(
			/^Published on Bread on Shortpost \(shortpost\): https:\S+ – do not publish it there again\./,
		);

		const { items } = await publish(accounts, { failOn: 'all' });
		expect(items[0]?.json.publication).toMatchObject({
			settled: true,
			status: 'partial',
			published: [reached],
			failed: [harness.service.accountId('Always fails')],
		});
	});

	it('a draft and a scheduled post are reported immediately', async () => {
		for (const [made, message] of [
			[await draft(harness), 'The post is a draft. It has not been published.'],
			[
				await scheduled(harness),
				expect.stringMatching(/^The post is scheduled for 20.+Z\. It has not/),
			],
		] as const) {
			harness.requests();
			const { items, error } = await harness.run('post', 'waitForOutcome', { postId: made.postId });
			expect(error).toBeUndefined();
			expect(items[0]?.json.publication).toMatchObject({ settled: true, message });
			expect(harness.requests()).toEqual(['get_post']);
		}
	});

	it.each(['any', 'all'])(
		'open deliveries are an error when the time is up if Fail the Step If is "%s", and a Retry of the execution only waits',
		async (failOn) => {
			const accounts = ['Bread on Shortpost', 'Slow'];
			const timedOut = await publish(accounts, { timeout: 10, failOn });

			const slow = harness.service.accountId('Slow');
			const [post] = harness.service.state.posts.values();
			const { message, description, context } = timedOut.error ?? {};
			expect(message).toBe(
				`Handed over, not yet confirmed: do not post it again. Still open: Slow (worklink)`,
			);
			// Every sentence once, separated by single spaces.
			expect(description?.replaceAll(/https:[^\s)]+/g, 'LINK')).toBe(
				'The outcome was not known within 10 seconds. ' +
					'Published on Bread on Shortpost (shortpost): LINK – do not publish it there again. ' +
					`Post ID: ${post?.id} (LINK). Account IDs: Slow (worklink) = ${slow}. ` +
					'To keep waiting, use Post → Wait for Outcome, or retry this execution (Executions → Retry).',
			);
			expect(context?.data).toMatchObject({
				code: 'publishing',
				post: { id: post?.id, text: 'Fresh bread' },
				etag: expect.any(String),
			});

			harness.requests();
			const { items, error } = await publish(accounts, { failOn }, timedOut);
			expect(error).toBeUndefined();
			expect(items[0]?.json.publication).toMatchObject({ settled: true, status: 'published' });
			expect(new Set(harness.requests())).toEqual(new Set(['get_post']));
		},
	);

	it('open deliveries are returned when the time is up if failures are accepted', async () => {
		const accounts = ['Bread on Shortpost', 'Slow'];
		const { items, error, hints } = await publish(accounts, { timeout: 10, failOn: 'never' });

		expect(error).toBeUndefined();
		const slow = harness.service.accountId('Slow');
		const message = 'Published: Bread on Shortpost (shortpost). Still open: Slow (worklink).';
		expect(items[0]?.json).toMatchObject({
			id: expect.any(String),
			etag: expect.any(String),
			publication: { settled: false, open: [slow], message },
		});
		expect(hints.map((hint) => hint.message)).toEqual([message]);

		const postId = byId(String(items[0]?.json.id));
		const options = { timeout: 5 };
		const early = await harness.run('post', 'waitForOutcome', { postId, options });
		expect(early.error?.message).toMatch(/^Handed over, not yet confirmed: do not post it again/);
		const later = await harness.run('post', 'waitForOutcome', { postId });
		expect(later.items[0]?.json.publication).toMatchObject({ settled: true, status: 'published' });
	});

	it('a hint states that the post is handed over, without a wait', async () => {
		const { items, error, hints } = await harness.run('post', 'create', {
			text: 'Fresh bread',
			accountIds: [harness.service.accountId('Always fails')],
			afterCreate: 'publish',
			waitForOutcome: false,
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).not.toHaveProperty('publication');
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^The post is handed over, not yet out\./),
		]);
	});

	it('a retried delivery is followed to its new outcome', async () => {
		const { destinationId, id } = await failed(harness);
		harness.service.setOutcome('Always fails', { status: 'published' });

		const { items, error } = await harness.run('post', 'retryDelivery', {
			destinationId,
		});

		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ id, publication: { status: 'published' } });
	});
});
