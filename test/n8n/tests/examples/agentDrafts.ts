import { readExample } from '../../examples';
import { resultOf } from '../../exampleTestbed';
import { startScriptedModel } from '../../scriptedModel';
import type { ExampleCheck } from './exampleCheck';

export const agentDrafts: ExampleCheck = {
	fileName: 'agent-drafts.json',
	title: 'lets an AI Agent save drafts, and publishes nothing even if the model tries to',

	async check(testbed) {
		const { n8n, service, workspaceId } = testbed;
		const model = await startScriptedModel([
			() => ({
				call: 'Create_Draft',
				with: { text: 'We bake sourdough now', afterCreate: 'publish', operation: 'publish' },
			}),
			() => ({ say: 'The draft is saved.' }),
		]);
		await n8n.createCredential('openAiApi', { apiKey: 'none', url: model.url });
		const workflow = readExample(agentDrafts.fileName, {
			'Create Draft': { workspaceId, accountIds: [service.accountId('Cakes on Pagebook')] },
		});
		// What n8n's chat panel hands over.
		workflow.pinData = {
			Chat: [{ json: { action: 'sendMessage', sessionId: 'test', chatInput: 'Sourdough is new' } }],
		};
		const workflowId = await n8n.importWorkflow(workflow);
		const execution = await testbed.run(workflowId, 'Chat');
		await model.close();

		expect(resultOf(execution, 'Writer')).toEqual({
			error: undefined,
			items: [{ output: 'The draft is saved.' }],
		});
		expect(model.conversation.tools).toEqual(['Create_Draft']);
		expect(testbed.statuses).toEqual([['We bake sourdough now', 'draft', 'pending']]);
		expect(service.journal.count({ operation: 'publish_post' })).toBe(0);
	},
};
