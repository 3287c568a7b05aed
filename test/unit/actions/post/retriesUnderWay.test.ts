import type { INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../../engine';
import { byId } from '../../support/nodeHarness';
import {
	DAY_MS,
	NOT_CONFIRMED,
	RETRY,
	RETRY_OPERATIONS,
	useFailedDelivery,
} from './failedDelivery';

/** After a retry, a service may still show the earlier failure for any time. While it does, the retry is under way. */

const failed = useFailedDelivery();
const { service, open, sent } = failed;

describe.each(RETRY_OPERATIONS)('post:%s', (operation) => {
	const run = async (options: INodeParameters = {}, retryOf?: NodeRun) =>
		await failed.run(operation, options, retryOf);

	it('waits while the delivery still shows the earlier failure, then reports it as open', async () => {
		await open();
		const { error } = await run({ options: { timeout: 120 } });
		expect(error?.message).toBe(NOT_CONFIRMED);
		expect(sent()).toBe(1);
	});

	it('does not send another retry in the Retries of the execution', async () => {
		await open();
		const first = await run({ options: { timeout: 60 } });
		const second = await run({ options: { timeout: 60 } }, first);
		expect(second.error?.message).toBe(NOT_CONFIRMED);
		const third = await run({ options: { timeout: 60 } }, second);
		expect(third.error?.message).toBe(NOT_CONFIRMED);
		expect(sent()).toBe(1);
	});

	it('does not send another retry in a later execution, with or without a wait', async () => {
		await open();
		await run({ waitForOutcome: false });
		service.advance(60_000);
		expect((await run({ options: { timeout: 60 } })).error?.message).toBe(NOT_CONFIRMED);
		const { error, hints } = await run({ waitForOutcome: false });
		expect(error).toBeUndefined();
		expect(hints.at(-1)?.message).toMatch(/^The post is handed over, not yet out\./);
		expect(sent()).toBe(1);
	});

	it('follows the retry of another execution to its outcome', async () => {
		await open();
		await run({ waitForOutcome: false });
		service.advance(60_000);
		failed.afterRead = () => void failed.change({ status: 'published' });
		expect((await run()).items[0]?.json.publication).toMatchObject({ published: ['3'] });
		expect(sent()).toBe(1);
	});

	it('sends another retry once the delivery has failed again', async () => {
		await open();
		const first = await run({ options: { timeout: 60 } });
		failed.change({ failed_at: '2026-12-01T10:00:00Z' });
		await run({ options: { timeout: 60 } }, first);
		expect(sent()).toBe(2);
		failed.change({ failed_at: '2026-12-01T11:00:00Z' });
		service.advance(60_000);
		await run({ options: { timeout: 60 } });
		expect(sent()).toBe(3);
	});

	it.each([
		['for another reason', { error: 'The token has expired' }],
		['at another time', { failed_at: '2026-12-01T09:00:02Z' }],
	])(
		'sends another retry in a later execution as soon as the delivery has failed again %s',
		async (_how, change) => {
			await open();
			await run({ waitForOutcome: false });
			service.advance(2_000);
			failed.change(change);
			await run({ waitForOutcome: false });
			expect(sent()).toBe(2);
		},
	);

	it('does not send another retry when only the number of attempts has changed at once', async () => {
		await open();
		await run({ waitForOutcome: false });
		service.advance(2_000);
		failed.change({ retry_count: 1 });
		await run({ waitForOutcome: false });
		expect(sent()).toBe(1);
	});

	it.each([
		['another failure', { status: 'failed', error: 'The token has expired' }],
		['a success', { status: 'published' }],
	])(
		'sends another retry from an equal record once it has seen that the first ended with %s',
		async (_outcome, change) => {
			await open();
			const before = failed.delivery;
			failed.afterRead = () => void (sent() > 0 && failed.change(change));
			await run();
			expect(sent()).toBe(1);
			service.advance(60_000);
			failed.afterRead = () => undefined;
			failed.delivery = before;
			await run({ waitForOutcome: false });
			expect(sent()).toBe(2);
		},
	);

	it('takes a record from before a success for outdated, not for a new failure', async () => {
		await open();
		const before = failed.delivery;
		failed.afterRead = () => void (sent() > 0 && failed.change({ status: 'published' }));
		await run();
		failed.delivery = before;
		failed.afterRead = () => undefined;
		await run({ waitForOutcome: false });
		expect(sent()).toBe(1);
	});

	it('does not send another retry in another process of n8n, until the delivery has failed again', async () => {
		await open();
		await run({ waitForOutcome: false });
		service.advance(60_000);
		const { error, hints } = await failed.runElsewhere(operation, { waitForOutcome: false });
		expect(error).toBeUndefined();
		expect(hints.at(-1)?.message).toMatch(/^The post is handed over, not yet out\./);
		expect(sent()).toBe(1);
		const waiting = await failed.runElsewhere(operation, { options: { timeout: 60 } });
		expect(waiting.error?.message).toBe(NOT_CONFIRMED);
		expect(sent()).toBe(1);

		failed.change({ failed_at: '2026-12-01T10:00:00Z' });
		await failed.runElsewhere(operation, { waitForOutcome: false });
		expect(sent()).toBe(2);
	});

	it('sends another retry a day later in another process', async () => {
		await open();
		await run({ waitForOutcome: false });
		service.advance(DAY_MS + 1);
		await failed.runElsewhere(operation, { waitForOutcome: false });
		expect(sent()).toBe(2);
	});

	it('sends another retry a day later, when this process has forgotten the first', async () => {
		await open();
		await run({ waitForOutcome: false });
		service.advance(DAY_MS + 1);
		await run({ waitForOutcome: false });
		expect(sent()).toBe(2);
	});
});

it('the outcome of a retry whose response was lost is compared with the failure before its first attempt', async () => {
	let isLost = true;
	await open(() => {
		if (!isLost) return { status: 202 };
		failed.change({ failed_at: '2026-12-01T10:00:00Z' });
		return undefined;
	});
	const parameters = { postId: byId('7'), options: { timeout: 60 } };
	const first = await service.run('post:retryFailed', parameters);
	expect(first.error?.description).toContain(
		'The attempt to retry the delivery to 3 may have succeeded.',
	);
	isLost = false;
	const second = await service.run('post:retryFailed', parameters, { retryOf: first });
	expect(second.error?.message).toMatch(/^Not published on /);
});

it('Retry On Fail reports the delivery that was retried as well as the one that was refused', async () => {
	await service.open({
		'GET /workspaces/1/posts/7': () => ({
			data: {
				id: 7,
				destinations: [
					{ id: 8, account_id: 3, status: 'failed' },
					{ id: 9, account_id: 4, status: 'failed' },
				],
			},
		}),
		'POST /workspaces/1/destinations/8/retry': () => ({ status: 403, error: { code: 'no' } }),
		[RETRY]: () => ({ status: 202 }),
	});
	const { error } = await service.run(
		'post:retryFailed',
		{ postId: byId('7') },
		{ retryOnFail: { maxTries: 3, waitBetweenTriesMs: 1 } },
	);
	expect(error?.message).toContain('Could not retry the delivery to 3');
	expect(error?.description).toContain('The service has accepted the retry for 4.');
	expect(sent()).toBe(1);
});
