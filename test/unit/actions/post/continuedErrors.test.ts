import type { INodeParameters } from 'n8n-workflow';

import { useNodeHarness } from '../../support/nodeHarness';
import { draft, failed } from '../createRecords';

/** With On Error → Continue, the execution is a success, and n8n offers no Retry of it. */

const harness = useNodeHarness();

const lose = (operation: string) =>
	harness.service.faults.add({ operation, times: 5, action: { kind: 'drop', when: 'after' } });

/** The error in the output of a publication. */
async function errorOf(
	parameters: INodeParameters,
	continueOnFail: 'continueRegularOutput' | 'continueErrorOutput' = 'continueRegularOutput',
): Promise<string> {
	const { outputs } = await harness.run('post', 'publish', parameters, { continueOnFail });
	return String(outputs.flat()[0]?.json.error);
}

it.each([
	[
		{},
		'Check whether it took effect before you try again: a new execution would do it a second time.',
	],
	[
		{ options: { idempotency: 'custom', idempotencyKey: 'k' } },
		'try again with the same key and content within 23 hours.',
	],
])('a lost response with %j comes with advice that works', async (parameters, advice) => {
	const { postId } = await draft(harness);
	lose('publish_post');
	const error = await errorOf({ postId, ...parameters }, 'continueErrorOutput');
	expect(error).toContain('The attempt to publish the post may have succeeded.');
	expect(error).toContain(advice);
	expect(error).not.toMatch(/retry this execution/);
});

it('the error of an open outcome does not advise retrying the execution', async () => {
	const { postId } = await draft(harness, 'Slow');
	const error = await errorOf({ postId, options: { timeout: 1 } });
	expect(error).toContain('To keep waiting, use Post → Wait for Outcome.');
	expect(error).not.toMatch(/retry this execution/);
});

it('the error of a retry with an unknown post does not advise retrying the execution', async () => {
	const { destinationId } = await failed(harness);
	const action = { kind: 'status', when: 'before', status: 403, code: 'no_access' } as const;
	harness.service.faults.add({ operation: 'list_posts', times: 50, action });
	const parameters = { destinationId, options: { timeout: 1 } };
	const continueOnFail = 'continueRegularOutput';
	const { items } = await harness.run('post', 'retryDelivery', parameters, { continueOnFail });
	expect(String(items[0]?.json.error)).not.toMatch(/retry this execution/);
});

it('the error advises the Retry if the node stops', async () => {
	const { postId } = await draft(harness);
	lose('publish_post');
	const { error } = await harness.run('post', 'publish', { postId });
	expect(error?.description).toContain('retry this execution (Executions → Retry)');
});

it.each(['12', '24', '2027', 12])(
	'Scheduled At %j is refused before anything is sent',
	async (time) => {
		const { postId } = await draft(harness);
		harness.requests();
		const scheduledAt = `={{ ${JSON.stringify(time)} }}`;
		const { error } = await harness.run('post', 'schedule', { postId, scheduledAt });
		expect(error?.message).toBe(`'Scheduled At' is "${time}": that is not a full date`);
		expect(error?.description).toContain('Nothing was sent.');
		expect(harness.requests()).toEqual([]);
	},
);
