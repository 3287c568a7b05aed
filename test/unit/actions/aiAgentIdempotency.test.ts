import { ExecuteContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { runNode } from '../../engine';
import { byId, openStudio, type Studio } from '../support/nodeHarness';

let studio: Studio;

beforeEach(async () => {
	studio = await openStudio();
});
afterEach(async () => await studio.close());

const keysOf = (operation: string) =>
	studio.journal(operation).map(({ headers }) => headers['idempotency-key']);
const bread = (parameters: INodeParameters = {}): INodeParameters => ({
	text: 'Fresh bread',
	accountIds: [studio.service.accountId('Bread on Shortpost')],
	...parameters,
});

describe('as an AI Agent’s tool, where n8n counts every try as a round', () => {
	class Tool extends SocialPublishing {
		constructor() {
			super();
			this.description = { ...this.description, name: 'socialPublishingTool' };
		}
	}

	/** Runs the node three times, each as a round of its own. */
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
				nodeType: new Tool(),
				credentials: studio.credentials,
				executionId: '9',
				parameters: parametersFor(text),
			});
		}
	}

	it('the same post is made and published once, and another post is another', async () => {
		await tryWith((text) => ({
			resource: 'post',
			operation: 'create',
			workspaceId: byId(studio.workspaceId),
			...bread({ text, afterCreate: 'publish' }),
		}));
		expect(new Set(keysOf('create_post')).size).toBe(2);
		expect(new Set(keysOf('publish_post')).size).toBe(2);
		expect(studio.service.state.posts.size).toBe(2);
	});

	it('the same post is made once by an assistant tool', async () => {
		await tryWith((text) => ({
			resource: 'assistantTool',
			operation: 'call',
			toolName: 'create_post',
			argumentsInput: 'json',
			toolArguments: JSON.stringify({
				workspace_id: studio.workspaceId,
				text,
				destinations: [{ account_id: studio.service.accountId('Bread on Shortpost') }],
			}),
		}));
		expect(studio.journal('create_post')).toHaveLength(3);
		expect(studio.service.state.posts.size).toBe(2);
	});
});
