import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Execution } from './execution';
import type { WorkflowJson } from './rest';
import type { Testbed } from './testbed';
import { actionStep, chain, LOOP, noOperationStep, splitOutStep, webhookStep } from './workflows';

/** A workflow that posts what it is sent, as an item says. */
export class PostingWorkflow {
	private constructor(
		private readonly testbed: Testbed,
		private readonly webhookPath: string,
		readonly id: string,
	) {}

	static async create(
		testbed: Testbed,
		more: INodeParameters = {},
		inLoop = false,
	): Promise<PostingWorkflow> {
		const webhookPath = randomUUID();
		const node = actionStep({
			resource: 'post',
			operation: 'create',
			workspaceId: testbed.workspaceId,
			text: '={{ $json.title }}',
			accountIds: '={{ [$json.account] }}',
			afterCreate: '={{ $json.ask }}',
			// With an expression there, n8n requires the fields of all choices.
			scheduledAt: '2030-01-06 09:00',
			waitForOutcome: false,
			...more,
		});
		const before = [webhookStep(webhookPath), splitOutStep('body.items')];
		const workflow = inLoop
			? aroundNode(chain('Loop', [...before, LOOP, noOperationStep()]), chain('', [node]))
			: chain('Posts', [...before, node]);
		const id = await testbed.n8n.importWorkflow(workflow, { active: true });
		return new PostingWorkflow(testbed, webhookPath, id);
	}

	/** Starts a run, and does not wait for it. */
	start(items: IDataObject[]): void {
		void this.call(items).catch(() => undefined);
	}

	async run(items: IDataObject[]): Promise<Execution> {
		await this.call(items);
		return await this.latest();
	}

	private async call(items: IDataObject[]): Promise<void> {
		const { n8n, webhookBaseUrl } = this.testbed;
		await n8n.callWebhook(this.webhookPath, { items }, webhookBaseUrl);
	}

	async latest(): Promise<Execution> {
		return await this.testbed.n8n.rest.newestExecution(this.id);
	}

	async latestId(): Promise<string> {
		return (await this.testbed.n8n.rest.executions(this.id)).at(-1)?.id ?? '';
	}
}

/** Puts a node between the second output of the loop and its input. */
function aroundNode(workflow: WorkflowJson, { nodes: [node] }: WorkflowJson): WorkflowJson {
	if (node === undefined) throw new Error('There is no node');
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	const [done = []] = workflow.connections[LOOP.name]?.main ?? [];
	return {
		...workflow,
		nodes: [...workflow.nodes, { ...node, id: 'step-in-loop' }],
		connections: {
			...workflow.connections,
			[LOOP.name]: { main: [done, to(node.name)] },
			[node.name]: { main: [to(LOOP.name)] },
		},
	};
}
