import type { INodeParameters } from 'n8n-workflow';

import { Agent, AGENTS_MODULE } from '../agents';
import { startScriptedModel, type Conversation, type ScriptedModel } from '../scriptedModel';
import { startTestbed, type Testbed } from '../testbed';

/** n8n's own Agents (a module that is off by default) run the node without a workflow. */
describe('an Agent of n8n 2', () => {
	let testbed: Testbed;
	let model: ScriptedModel | undefined;

	beforeAll(async () => {
		testbed = await startTestbed({ version: 2, env: AGENTS_MODULE });
	});

	afterAll(async () => {
		await model?.close();
		await testbed?.close();
	});

	it('creates one post despite a lost response, and schedules and cancels it as often as the model asks', async () => {
		const { n8n, service, workspaceId, credential } = testbed;
		const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
		const bread = { text: 'Fresh from the agent' };
		const statuses: unknown[] = [];
		const look = () => statuses.push([...service.state.posts.values()].map(({ status }) => status));
		const ofPost = (conversation: Conversation) => ({ post_id: idIn(conversation) });
		model = await startScriptedModel([
			() => {
				service.faults.add({
					operation: 'create_post',
					times: 5,
					action: { kind: 'drop', when: 'after' },
				});
				return { call: 'Create_Post', with: bread };
			},
			() => {
				service.faults.clear();
				return { call: 'Create_Post', with: bread };
			},
			(conversation) => {
				look();
				return { call: 'Cancel_Post', with: ofPost(conversation) };
			},
			(conversation) => {
				look();
				return { call: 'Schedule_Post', with: { ...ofPost(conversation), time: inAnHour } };
			},
			(conversation) => {
				look();
				return { call: 'Cancel_Post', with: ofPost(conversation) };
			},
			(conversation) => {
				look();
				return { call: 'Read_Post', with: ofPost(conversation) };
			},
			({ toolResults }) => ({ say: toolResults.at(-1) ?? '' }),
		]);
		const openAi = await n8n.createCredential('openAiApi', { apiKey: 'none', url: model.url });
		const agent = await Agent.create(
			n8n,
			'Bakery',
			{ model: openAi, service: credential },
			[
				tool('Create Post', 'create', {
					text: fromAi('text', 'What the post says'),
					accountIds: [service.accountId('Bread on Shortpost')],
					afterCreate: 'schedule',
					scheduledAt: inAnHour,
				}),
				tool('Schedule Post', 'schedule', {
					postId: byModel('post_id'),
					scheduledAt: fromAi('time', 'When the post goes out'),
				}),
				tool('Cancel Post', 'cancel', { postId: byModel('post_id') }),
				tool('Read Post', 'get', { postId: byModel('post_id') }),
			].map((each) => ({ ...each, parameters: { workspaceId, ...each.parameters } })),
		);

		const answer = await agent.chat('Announce fresh bread');

		const { toolResults } = model.conversation;
		expect(toolResults).toHaveLength(6);
		expect(toolResults[0]).toContain('The attempt to create the post may have succeeded.');
		expect(toolResults[0]).toContain('call the tool again with the same input');
		expect(toolResults[0]).not.toMatch(/Executions|new execution/);
		expect(statuses).toEqual([['scheduled'], ['draft'], ['scheduled'], ['draft']]);
		expect(answer).toContain('Fresh from the agent');
		expect(answer).toMatch(/"status":\s*"draft"/);
		expect(n8n.secretsInLog([service.token])).toEqual([]);
	});
});

function tool(name: string, operation: string, parameters: INodeParameters) {
	return { name, description: name, parameters: { resource: 'post', operation, ...parameters } };
}

function fromAi(key: string, description: string): string {
	return `={{ $fromAI('${key}', '${description}', 'string') }}`;
}

function byModel(key: string): INodeParameters {
	return { __rl: true, mode: 'id', value: fromAi(key, 'The ID of the post') };
}

function idIn({ toolResults }: Conversation): string {
	return /"id":\s*"([^"]+)"/.exec(toolResults[1] ?? '')?.[1] ?? '';
}
