import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { INodeParameters } from 'n8n-workflow';

import { copyUserFolder } from '../copyOfN8n';
import { startN8n, type RunningN8n } from '../runningN8n';
import { shareTestbed, startTestbed, type OwnTestbed, type Testbed } from '../testbed';
import { actionStep, chain, webhookStep, type Step } from '../workflows';

const MINUTE_MS = 60_000;
const MODES = ['execution', 'content', 'once', 'custom'];

/** A step that makes keys in one of these ways. */
function publishingStep(
	{ workspaceId, service }: Testbed,
	idempotency: string,
	text: string,
): Step {
	const parameters: INodeParameters = {
		resource: 'post',
		operation: 'create',
		workspaceId,
		text,
		accountIds: [service.accountId('Bread on Shortpost')],
		afterCreate: 'publish',
		waitForOutcome: false,
		idempotency,
		...(idempotency === 'custom' && { idempotencyKey: 'row-1' }),
		...(idempotency === 'once' && { onceKey: 'row-1' }),
	};
	// Items that were posted before do not leave through the first output, but the next step must run nevertheless.
	const settings = { executeOnce: true, alwaysOutputData: true };
	return { ...actionStep(parameters, settings), name: idempotency };
}

/** A step for each of them; the text of its post is its name. */
const publishingSteps = (testbed: Testbed) =>
	MODES.map((idempotency) => publishingStep(testbed, idempotency, idempotency));

/** How many posts have been published with each text. */
async function published({ service }: Testbed): Promise<Record<string, number>> {
	await service.clock.advance(MINUTE_MS);
	const counts: Record<string, number> = {};
	for (const { text, destinations } of service.state.posts.values()) {
		const count = destinations.flatMap(({ publications }) => publications).length;
		counts[text ?? ''] = (counts[text ?? ''] ?? 0) + count;
	}
	return counts;
}

describe.each([2, 1] as const)('in n8n %i', (version) => {
	let testbed: Testbed;

	beforeAll(async () => {
		testbed = await shareTestbed(version);
	});

	afterAll(async () => await testbed?.close());

	it('the Retry of a workflow runs its sub-workflow as a new execution', async () => {
		const { n8n } = testbed;
		const subworkflow = chain('Sub-workflow', [
			{
				name: 'When Called',
				type: 'n8n-nodes-base.executeWorkflowTrigger',
				typeVersion: 1.1,
				parameters: { inputSource: 'passthrough' },
			},
			...publishingSteps(testbed),
			{
				name: 'Fails',
				type: 'n8n-nodes-base.stopAndError',
				parameters: { errorMessage: 'Not today' },
			},
		]);
		const webhookPath = randomUUID();
		const workflow = chain('Workflow', [
			webhookStep(webhookPath),
			// n8n 2 calls only sub-workflows that have been published.
			callStep(await n8n.importWorkflow(subworkflow, { active: version === 2 })),
		]);
		const workflowId = await n8n.importWorkflow(workflow, { active: true });
		await n8n.callWebhook(webhookPath);
		expect(await published(testbed)).toEqual({ execution: 1, content: 1, once: 1, custom: 1 });

		const { id } = await n8n.rest.newestExecution(workflowId);
		await n8n.rest.retryExecution(id, false);

		expect(await published(testbed)).toEqual({ execution: 2, content: 1, once: 1, custom: 1 });
	});
});

describe.each([2, 1] as const)('with a copy of n8n %i', (version) => {
	let testbed: OwnTestbed;
	let copy: RunningN8n | undefined;
	let copyFolder = '';

	beforeAll(async () => {
		testbed = await startTestbed({ version });
	});

	afterAll(async () => {
		await copy?.stop();
		if (copyFolder !== '') rmSync(copyFolder, { recursive: true, force: true });
		await testbed?.close();
	});

	it('a restored backup or copy of n8n repeats execution IDs, and therefore idempotency keys', async () => {
		const { n8n } = testbed;
		const webhookPath = randomUUID();
		const steps = [webhookStep(webhookPath), ...publishingSteps(testbed)];
		await n8n.importWorkflow(chain('Workflow', steps), { active: true });
		const otherPath = randomUUID();
		const other = publishingStep(testbed, 'execution', '={{ $json.body.text }}');
		const otherId = await n8n.importWorkflow(chain('Other', [webhookStep(otherPath), other]), {
			active: true,
		});
		copyFolder = await copyUserFolder(n8n);
		await n8n.callWebhook(webhookPath);
		expect(await published(testbed)).toEqual({ execution: 1, content: 1, once: 1, custom: 1 });
		await n8n.callWebhook(otherPath, { text: 'Before' });

		const tarball = process.env.PACKED_NODE ?? '';
		copy = await startN8n({ tarball, version, userFolder: copyFolder });
		await copy.callWebhook(webhookPath);

		const once = { execution: 1, content: 1, once: 1, custom: 1, Before: 1 };
		expect(await published(testbed)).toEqual(once);
		await copy.callWebhook(otherPath, { text: 'After' });
		const { data } = await copy.rest.newestExecution(otherId);
		expect(data.resultData.error?.message).toContain('used before with different content');
		await copy.callWebhook(webhookPath);
		expect(await published(testbed)).toEqual({ ...once, execution: 2 });
	});
});

function callStep(workflowId: string): Step {
	return {
		name: 'Call Sub-workflow',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: {
			workflowId: { __rl: true, mode: 'id', value: workflowId },
			workflowInputs: { mappingMode: 'defineBelow', value: {}, matchingColumns: [], schema: [] },
			options: {},
		},
	};
}
