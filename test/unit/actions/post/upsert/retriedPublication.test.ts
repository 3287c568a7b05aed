import type { NodeRun } from '../../../../engine';
import { breadRow, useTableHarness } from './table';

/** The publication of a row was accepted, but the row failed: a Retry of the execution goes on from there. */

const table = useTableHarness();

const publish = async (timeout: number, retryOf?: NodeRun) =>
	await table.upsert(
		[breadRow({ status: 'published' })],
		{ waitForOutcome: true, options: { timeout } },
		{ ...(retryOf && { retryOf }) },
	);

it('a Retry tries the delivery that failed again', async () => {
	table.service.setOutcome('Bread on Shortpost', { status: 'failed' }, { status: 'published' });
	const failed = await publish(60);
	expect(failed.error?.description).toContain('retry this execution');
	table.requests();
	const { items, error } = await publish(60, failed);
	expect(error).toBeUndefined();
	expect(table.requests()).toContain('retry_delivery');
	expect(items[0]?.json).toMatchObject({ key: 'row 1', action: 'published', changed: ['status'] });
	expect(table.posts).toMatchObject([{ status: 'published' }]);
});

it('a Retry keeps waiting for an outcome that is still open', async () => {
	table.service.setOutcome('Bread on Shortpost', { status: 'published', delayMs: 90_000 });
	const open = await publish(10);
	expect(open.error?.message).toMatch(/^Handed over, not yet confirmed: do not post it again/);
	const still = await publish(10, open);
	expect(still.error?.message).toMatch(/^Handed over, not yet confirmed: do not post it again/);
	const { items, error } = await publish(300, still);
	expect(error).toBeUndefined();
	expect(items[0]?.json.publication).toMatchObject({ settled: true, status: 'published' });
});
