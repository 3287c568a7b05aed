import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';

import type { WorkflowJson } from './rest';
import {
	ACTION_NODE_TYPE,
	CREDENTIAL_TYPE,
	POLL_TRIGGER_NODE_TYPE,
	TRIGGER_NODE_TYPE,
} from './workflows';

const EXAMPLES_FOLDER = path.join(__dirname, '..', '..', 'examples');

/** The fields that a user fills in after importing an example, by step name. */
export type FilledIn = Record<string, INodeParameters>;

/** The names of the files with example workflows. */
export function exampleFiles(): string[] {
	return readdirSync(EXAMPLES_FOLDER)
		.filter((name) => name.endsWith('.json'))
		.sort();
}

/**
 * Reads an example workflow and fills in the fields that a user fills in after importing it.
 *
 * @throws if the example has no step of a name in `filledIn`
 */
export function readExample(fileName: string, filledIn: FilledIn = {}): WorkflowJson {
	const text = readFileSync(path.join(EXAMPLES_FOLDER, fileName), 'utf8');
	const workflow = JSON.parse(text) as WorkflowJson;
	for (const [name, parameters] of Object.entries(filledIn)) {
		const node = workflow.nodes.find((candidate) => candidate.name === name);
		if (!node) throw new Error(`${fileName} has no step named ${name}`);
		Object.assign(node.parameters, parameters);
	}
	return { ...workflow, nodes: workflow.nodes.map(withCredential) };
}

/** The kinds of the credentials that n8n's editor selects by itself when somebody imports a workflow. */
const CREDENTIAL_TYPES = new Map([
	[ACTION_NODE_TYPE, CREDENTIAL_TYPE],
	[`${ACTION_NODE_TYPE}Tool`, CREDENTIAL_TYPE],
	[TRIGGER_NODE_TYPE, CREDENTIAL_TYPE],
	[POLL_TRIGGER_NODE_TYPE, CREDENTIAL_TYPE],
	['n8n-nodes-base.emailSend', 'smtp'],
	['n8n-nodes-base.formTrigger', 'httpBasicAuth'],
	['@n8n/n8n-nodes-langchain.lmChatOpenAi', 'openAiApi'],
]);

/** The same for the steps Webhook and Wait, by the value of the field Authentication. */
const WEBHOOK_CREDENTIALS = new Map([
	['basicAuth', 'httpBasicAuth'],
	['headerAuth', 'httpHeaderAuth'],
]);

/** The examples name no credentials: n8n would treat them as selected, although they do not exist. */
function withCredential(node: WorkflowJson['nodes'][number]): WorkflowJson['nodes'][number] {
	const { authentication, incomingAuthentication = authentication } = node.parameters;
	const type =
		CREDENTIAL_TYPES.get(node.type) ?? WEBHOOK_CREDENTIALS.get(String(incomingAuthentication));
	return type === undefined ? node : { ...node, credentials: { [type]: { id: null, name: '' } } };
}
