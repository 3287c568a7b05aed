import type { INodeParameters } from 'n8n-workflow';

import { PostMaker } from '../postMaker';
import { outputOf } from '../execution';
import { startScriptedModel, type Conversation, type ScriptedModel } from '../scriptedModel';
import { shareTestbed, type Testbed } from '../testbed';
import { ACTION_NODE_TYPE, actionStep, chain, webhookStep, type Step } from '../workflows';

describe.each([2, 1] as const)('an AI Agent in n8n %i', (version) => {
	let testbed: Testbed;
	let model: ScriptedModel | undefined;

	beforeAll(async () => {
		testbed = await shareTestbed(version);
		await testbed.n8n.createCredential('httpBearerAuth', { token: testbed.service.token });
	});

	afterEach(async () => {
		await model?.close();
		model = undefined;
	});

	afterAll(async () => {
		await testbed?.close();
	});

	/** Runs an agent with these tools, whose model follows the script. Returns its final text. */
	async function ask(tools: Step[], script: Parameters<typeof startScriptedModel>[0]) {
		const { n8n } = testbed;
		model = await startScriptedModel(script);
		await n8n.createCredential('openAiApi', { apiKey: 'none', url: model.url });
		const webhookPath = `agent-${version}-${tools.length}-${tools[0]?.type.split('.')[1]}`;
		const workflow = chain('Agent', [webhookStep(webhookPath), agentStep]);
		// The default of new workflows in the editor. Without it, an agent continues before its tools have run.
		workflow.settings = { executionOrder: 'v1' };
		for (const [index, step] of [modelStep, ...tools].entries()) {
			const node = {
				id: `sub-${index}`,
				typeVersion: 1,
				position: [0, 0] as [number, number],
				...step,
			};
			const connectionType = step === modelStep ? 'ai_languageModel' : 'ai_tool';
			workflow.nodes.push(node);
			workflow.connections[step.name] = {
				[connectionType]: [[{ node: agentStep.name, type: connectionType, index: 0 }]],
			};
		}
		const id = await n8n.importWorkflow(workflow, { active: true });
		await n8n.callWebhook(webhookPath, {});
		const execution = await n8n.rest.newestExecution(id);
		expect(execution.data.resultData.error).toBeUndefined();
		return String(outputOf(execution, agentStep.name)[0]?.json.output);
	}

	it('creates a draft with the node and reads the post', async () => {
		const { service, workspaceId } = testbed;
		const tools = [
			toolStep('Create Draft', {
				operation: 'create',
				workspaceId,
				text: fromAi('text', 'What the post says'),
				accountIds: [service.accountId('Bread on Shortpost')],
			}),
			toolStep('Read Post', {
				operation: 'get',
				workspaceId,
				postId: { __rl: true, mode: 'id', value: fromAi('post_id', 'The id of the post') },
			}),
		];

		const text = await ask(tools, [
			() => ({ call: 'Create_Draft', with: { text: 'Fresh from the agent' } }),
			(conversation) => ({ call: 'Read_Post', with: { post_id: idIn(conversation) } }),
			({ toolResults }) => ({
				say: `The post is a ${/"status":\s*"(\w+)"/.exec(toolResults[1] ?? '')?.[1]}.`,
			}),
		]);

		expect(text).toBe('The post is a draft.');
		expect(model?.conversation.tools.sort()).toEqual(['Create_Draft', 'Read_Post']);
		expect([...service.state.posts.values()].map(({ text }) => text)).toEqual([
			'Fresh from the agent',
		]);
	});

	it('receives only the fields of a post that are selected in Output', async () => {
		const { service, workspaceId } = testbed;
		await new PostMaker(service).saveDrafts(['Fresh bread']);
		const [id = ''] = [...service.state.posts.keys()].slice(-1);
		const postId = { __rl: true, mode: 'id', value: id };
		const readPost = (name: string, parameters: INodeParameters) =>
			toolStep(name, { operation: 'get', workspaceId, postId, ...parameters });
		const tools = [
			readPost('Read Status', { output: 'selectedFields', fields: ['status'] }),
			readPost('Read All', { output: 'raw' }),
			readPost('Read as Saved Before', { simplify: false }),
			readPost('Read Simplified', {}),
		];

		await ask(tools, [
			() => ({ call: 'Read_Status', with: {} }),
			() => ({ call: 'Read_All', with: {} }),
			() => ({ call: 'Read_as_Saved_Before', with: {} }),
			() => ({ call: 'Read_Simplified', with: {} }),
			() => ({ say: 'Done.' }),
		]);

		const [status, all, asBefore, simplified] = model?.conversation.toolResults ?? [];
		expect(JSON.parse(status ?? '')).toEqual([{ id, status: 'draft' }]);
		expect(all).toContain('"destinations"');
		expect(asBefore).toBe(all);
		expect(simplified).toContain('"published_urls"');
	});

	it('reaches the service without this node, through n8n’s own MCP Client', async () => {
		const { service, workspaceId } = testbed;
		service.journal.clear();
		const client: Step = {
			name: 'MCP Client',
			type: '@n8n/n8n-nodes-langchain.mcpClientTool',
			typeVersion: 1.2,
			credentials: { httpBearerAuth: { id: null, name: '' } },
			parameters: {
				endpointUrl: service.mcpUrl,
				serverTransport: 'httpStreamable',
				authentication: 'bearerAuth',
				include: 'all',
			},
		};

		const text = await ask(
			[client],
			[
				({ tools }) => ({
					call: tools.find((name) => name.endsWith('create_post')) ?? '',
					with: {
						workspace_id: workspaceId.value,
						idempotency_key: `agent-${version}`,
						text: 'Through MCP',
						destinations: [{ account_id: service.accountId('Bread on Shortpost') }],
					},
				}),
				({ toolResults }) => ({ say: toolResults[0] ?? '' }),
			],
		);

		expect(text).toContain('Through MCP');
		expect(model?.conversation.tools).toHaveLength(34);
		const operations = service.journal.entries.map(({ operation }) => operation);
		expect(operations).toEqual(expect.arrayContaining(['initialize', 'tools/list', 'create_post']));
	});
});

const agentStep: Step = {
	name: 'AI Agent',
	type: '@n8n/n8n-nodes-langchain.agent',
	typeVersion: 3,
	parameters: { promptType: 'define', text: 'Announce fresh bread', options: {} },
};

const modelStep: Step = {
	name: 'Model',
	type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
	typeVersion: 1.2,
	credentials: { openAiApi: { id: null, name: '' } },
	parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
};

/** The node as a tool of an agent. */
function toolStep(name: string, parameters: INodeParameters): Step {
	const step = actionStep({ resource: 'post', ...parameters });
	return { ...step, name, type: `${ACTION_NODE_TYPE}Tool` };
}

function fromAi(key: string, description: string): string {
	return `={{ $fromAI('${key}', '${description}', 'string') }}`;
}

function idIn({ toolResults }: Conversation): string {
	return /"id":\s*"([^"]+)"/.exec(toolResults[0] ?? '')?.[1] ?? '';
}
