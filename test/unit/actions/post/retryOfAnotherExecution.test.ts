import type { INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../../engine';
import {
	DAY_MS,
	GET_POST,
	NOT_CONFIRMED,
	RETRY,
	RETRY_OPERATIONS,
	useFailedDelivery,
} from './failedDelivery';

/** The service goes on showing the failure before the second retry, which is therefore under way. */

const failed = useFailedDelivery();
const { service, open, sent } = failed;
const failAgain = () => failed.change({ failed_at: '2026-12-01T10:00:00Z' });

describe.each(RETRY_OPERATIONS)('post:%s', (operation) => {
	const run = async (options: INodeParameters = {}, retryOf?: NodeRun) =>
		await failed.run(operation, options, retryOf);

	it('follows its own retry after it has followed that of another execution', async () => {
		await open();
		await run({ waitForOutcome: false });
		service.advance(60_000);
		const followed = await run({ options: { timeout: 60 } });
		expect(followed.error?.message).toBe(NOT_CONFIRMED);
		failAgain();
		const { error } = await run({ options: { timeout: 60 } }, followed);
		expect(error?.message).toBe(NOT_CONFIRMED);
		expect(sent()).toBe(2);
		await run({ waitForOutcome: false });
		expect(sent()).toBe(2);
	});

	it('does not send another retry while one of the other operation is under way', async () => {
		await open();
		for (const first of RETRY_OPERATIONS.filter((each) => each !== operation)) {
			await failed.run(first, { waitForOutcome: false });
		}
		service.advance(60_000);
		const before = service.lines().length;
		expect((await run({ waitForOutcome: false })).error).toBeUndefined();
		// A list may lack the post.
		expect(new Set(service.lines().slice(before))).toEqual(new Set([GET_POST]));
		expect(sent()).toBe(1);
	});

	it('follows a retry that it sends a day after the response to the first one was lost', async () => {
		let isLost = true;
		await open(() => (isLost ? undefined : { status: 202 }));
		const first = await run({ options: { timeout: 60 } });
		expect(first.error?.description).toMatch(
			/^The attempt to retry the delivery(?: to 3)? may have succeeded\./,
		);
		isLost = false;
		failAgain();
		service.advance(DAY_MS);
		const { error } = await run({ options: { timeout: 60 } }, first);
		expect(error?.message).toBe(NOT_CONFIRMED);
	});

	it('reads the post once before a retry', async () => {
		await open();
		await run({ waitForOutcome: false });
		service.advance(60_000);
		failAgain();
		const before = service.lines().length;
		await run({ waitForOutcome: false });
		const lines = service.lines().slice(before);
		expect(lines.slice(0, lines.indexOf(RETRY))).toEqual([GET_POST]);
		expect(sent()).toBe(2);
	});
});
