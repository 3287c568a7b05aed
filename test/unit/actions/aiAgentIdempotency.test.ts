import { ExecuteContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../../engine';
import { byId, SocialPublishingTool, useNodeHarness } from '../support/nodeHarness';
import { draft, failed } from './createRecords';

const harness = useNodeHarness();

const keysOf = (operation: string) =>
	harness.journal(operation).map(({ headers }) => headers['idempotency-key']);
const bread = (parameters: INodeParameters = {}): INodeParameters => ({
	text: 'Fresh bread',
	accountIds: [harness.service.accountId('Bread on Shortpost')],
	...parameters,
});

describe('a tool of an AI Agent, where n8n counts each attempt as a run', () => {
	/** Runs the node three times, each with a new run index. */
	async function tryWith(parametersFor: (text: string) => INodeParameters): Promise<void> {
		let round = 0;
		const proxyOf = ExecuteContext.prototype.getWorkflowDataProxy;
		jest.spyOn(ExecuteContext.prototype, 'getWorkflowDataProxy').mockImplementation(function (
			this: ExecuteContext,
			index,
		) {
			return { ...proxyOf.call(this, index), $runIndex: round++ };
		});
		for (const text of ['Fresh bread', 'Fresh bread', 'Warm bread']) {
			await runNode({
				nodeType: new SocialPublishingTool(),
				credentials: harness.credentials,
				executionId: '9',
				parameters: parametersFor(text),
			});
		}
	}

	it('creates and publishes the same post once, and another post for another text', async () => {
		await tryWith((text) => ({
			resource: 'post',
			operation: 'create',
			workspaceId: byId(harness.workspaceId),
			...bread({ text, afterCreate: 'publish' }),
		}));
		expect(new Set(keysOf('create_post')).size).toBe(2);
		expect(new Set(keysOf('publish_post')).size).toBe(2);
		expect(harness.service.state.posts.size).toBe(2);
	});

	it('creates the same post once with an assistant tool', async () => {
		await tryWith((text) => ({
			resource: 'assistantTool',
			operation: 'call',
			toolName: 'create_post',
			argumentsInput: 'json',
			toolArguments: JSON.stringify({
				workspace_id: harness.workspaceId,
				text,
				destinations: [{ account_id: harness.service.accountId('Bread on Shortpost') }],
			}),
		}));
		expect(harness.journal('create_post')).toHaveLength(3);
		expect(harness.service.state.posts.size).toBe(2);
	});

	/** Runs the tool as the agent calls it, each time as a new run. */
	async function call(operation: string, parameters: INodeParameters) {
		return await runNode({
			nodeType: new SocialPublishingTool(),
			credentials: harness.credentials,
			executionId: '9',
			parameters: {
				resource: 'post',
				operation,
				workspaceId: byId(harness.workspaceId),
				waitForOutcome: false,
				...parameters,
			},
		});
	}

	it.each([
		['duplicate', 'duplicate_post'],
		['publish', 'publish_post'],
	])('carries out %s once when the agent repeats it after a lost response', async (name, sent) => {
		const { postId } = await draft(harness);
		const action = { kind: 'drop', when: 'after' } as const;
		harness.service.faults.add({ operation: sent, times: 5, action });
		const { error } = await call(name, { postId });
		expect(error?.description).toContain('call the tool again with the same input');
		expect(error?.description).not.toContain('Executions → Retry');
		expect((await call(name, { postId })).error).toBeUndefined();
		expect(new Set(keysOf(sent)).size).toBe(1);
		expect(harness.service.state.posts.size).toBe(name === 'duplicate' ? 2 : 1);
	});

	it('carries out retryDelivery once when the agent repeats it after a lost response', async () => {
		const { destinationId } = await failed(harness);
		const action = { kind: 'drop', when: 'after' } as const;
		harness.service.faults.add({ operation: 'retry_delivery', times: 5, action });
		expect((await call('retryDelivery', { destinationId })).error).toBeDefined();
		expect((await call('retryDelivery', { destinationId })).error).toBeUndefined();
		expect(new Set(keysOf('retry_delivery')).size).toBe(1);
	});

	it('sends commands for different posts with different keys', async () => {
		for (const { postId } of [await draft(harness), await draft(harness)]) {
			expect((await call('publish', { postId })).error).toBeUndefined();
		}
		expect(new Set(keysOf('publish_post')).size).toBe(2);
	});
});
