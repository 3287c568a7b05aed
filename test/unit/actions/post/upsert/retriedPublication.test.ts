import { runNode, type NodeRun } from '../../../../engine';
import { SocialPublishingTool } from '../../../support/nodeHarness';
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

it('a Retry with a corrected text reports that the correction came too late, and retries nothing', async () => {
	table.service.setOutcome('Bread on Shortpost', { status: 'failed' }, { status: 'published' });
	const failed = await publish(60);
	table.requests();
	const { error } = await table.upsert(
		[breadRow({ status: 'published' })],
		{ waitForOutcome: true, text: 'Corrected bread' },
		{ retryOf: failed },
	);
	expect(error?.message).toContain('can no longer be changed');
	expect(table.requests()).not.toContain('retry_delivery');
});

it('the next row that an AI Agent publishes is published although the one before failed', async () => {
	table.service.setOutcome('Bread on Shortpost', { status: 'failed' }, { status: 'published' });
	const callAsTool = async (row: object) =>
		await runNode({
			nodeType: new SocialPublishingTool(),
			credentials: table.credentials,
			executionId: '9',
			input: [{ json: breadRow({ ...row, status: 'published' }) }],
			parameters: {
				resource: 'post',
				operation: 'upsert',
				...table.parameters({ workspaceId: table.workspaceId, waitForOutcome: true }),
			},
		});
	await table.one(breadRow({ key: 'row 2', text: 'Cake' }));
	expect((await callAsTool({})).error).toBeDefined();
	expect((await callAsTool({ key: 'row 2', text: 'Cake' })).error).toBeUndefined();
	const cake = table.posts.find(({ text }) => text === 'Cake');
	expect(cake?.status).toBe('published');
});
