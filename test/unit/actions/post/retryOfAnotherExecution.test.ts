import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../../engine';
import { byId } from '../../support/nodeHarness';
import { useScriptedService, type Reply } from '../../support/scriptedService';

/** The service goes on showing the failure before the second retry, which is therefore under way. */

const service = useScriptedService();

const NOT_CONFIRMED = 'Handed over, not yet confirmed: do not post it again. Still open: 3';
const RETRY = 'POST /workspaces/1/destinations/9/retry';
const GET_POST = 'GET /workspaces/1/posts/7';
const DAY_MS = 24 * 60 * 60 * 1_000;

let delivery: IDataObject;

async function open(answer: () => Reply | undefined = () => ({ status: 202 })): Promise<void> {
	delivery = { id: 9, account_id: 3, status: 'failed', failed_at: '2026-12-01T09:00:00Z' };
	const post = () => ({ id: 7, destinations: [delivery] });
	await service.open({
		[RETRY]: answer,
		'GET /workspaces/1/posts': () => ({ data: { items: [post()], next_cursor: null } }),
		[GET_POST]: () => ({ data: post() }),
	});
}

const failAgain = () => void (delivery = { ...delivery, failed_at: '2026-12-01T10:00:00Z' });

const targets: Record<string, INodeParameters> = {
	retryFailed: { postId: byId('7') },
	retryDelivery: { destinationId: '9' },
};
const sent = () => service.sent(RETRY).length;

describe.each(Object.keys(targets))('post:%s', (operation) => {
	const run = async (options: INodeParameters = {}, retryOf?: NodeRun) =>
		await service.run(
			`post:${operation}`,
			{ ...targets[operation], ...options },
			{ ...(retryOf && { retryOf }) },
		);

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

	it('follows a retry that it sends a day after the response to the first one was lost', async () => {
		let isLost = true;
		await open(() => (isLost ? undefined : { status: 202 }));
		const first = await run({ options: { timeout: 60 } });
		expect(first.error?.description).toContain('It is not known whether this took effect');
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
