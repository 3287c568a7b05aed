import type { INodeParameters } from 'n8n-workflow';

import type { N8nClient } from './n8nClient';
import { ACTION_NODE_TYPE, CREDENTIAL_TYPE } from './workflows';

/** The module is off by default. */
export const AGENTS_MODULE = { N8N_ENABLED_MODULES: 'agents' };

/** A node that an agent can use. */
export interface NodeTool {
	name: string;
	description: string;
	/** `$fromAI` in a value is filled in by the model. */
	parameters: INodeParameters;
}

type Credential = { id: string; name: string };

/** An agent of n8n's own (Agents, not the AI Agent node), which has the node as its tools and no workflow. */
export class Agent {
	private constructor(
		private readonly n8n: N8nClient,
		private readonly path: string,
	) {}

	/** @param model in OpenAI's format */
	static async create(
		n8n: N8nClient,
		name: string,
		credentials: { model: Credential; service: Credential },
		tools: NodeTool[],
	): Promise<Agent> {
		const project = await n8n.rest.request<{ id: string }>('GET', '/projects/personal');
		const agents = `/projects/${project.id}/agents/v2`;
		const { id } = await n8n.rest.request<{ id: string }>('POST', agents, { name });
		const agent = new Agent(n8n, `${agents}/${id}`);
		// n8n 2.41 changes a configuration only if it is unchanged since it was read; n8n 2.39 returns no hash.
		const { configHash } = await n8n.rest.request<{ configHash?: string }>(
			'GET',
			`${agent.path}/config`,
		);
		await n8n.rest.request('PUT', `${agent.path}/config`, {
			...(configHash !== undefined && { baseConfigHash: configHash }),
			config: {
				name,
				model: 'openai/scripted',
				credential: credentials.model.id,
				instructions: 'Manage the posts of the bakery.',
				tools: tools.map((tool) => ({
					type: 'node',
					name: tool.name,
					description: tool.description,
					node: {
						nodeType: ACTION_NODE_TYPE,
						nodeTypeVersion: 1,
						nodeParameters: tool.parameters,
						credentials: { [CREDENTIAL_TYPE]: credentials.service },
					},
				})),
			},
		});
		return agent;
	}

	/**
	 * Sends a message, and waits for the end of the answer.
	 *
	 * @returns the text of the answer
	 * @throws with n8n's message if the agent cannot run
	 */
	async chat(message: string): Promise<string> {
		const events = await this.n8n.rest.stream('POST', `${this.path}/chat`, { message });
		const failure = events.find(({ type }) => type === 'error');
		if (failure !== undefined) throw new Error(JSON.stringify(failure));
		return events
			.filter(({ type }) => type === 'text-delta')
			.map(({ delta }) => String(delta))
			.join('');
	}
}
