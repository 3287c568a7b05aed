import { randomUUID } from 'node:crypto';
import { ExecuteContext } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	Workflow,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type ITaskDataConnections,
} from 'n8n-workflow';

import { additionalDataFor, credentialsHelperFor, type CredentialSetup } from './additionalData';
import { useBinaryMode } from './binary';
import { credentialReferences } from './credentials';
import { EngineNodeTypes } from './nodeTypes';
import { savedNode, type NodeSetup } from './workflow';

export interface CallToolOptions
	extends Pick<NodeSetup, 'nodeType' | 'parameters' | 'typeVersion'>,
		CredentialSetup {
	/** What the model has filled in; `$fromAI` in a parameter reads it. */
	args?: INodeParameters;
	/** Items instead of the arguments, for a file. */
	input?: INodeExecutionData[];
}

/** What a model learns of a call: the items of the first output, or the message of the error. */
export type ToolAnswer =
	| { status: 'success'; items: INodeExecutionData[] }
	| { status: 'error'; error: string };

/**
 * Runs one node as n8n's Agents run it: without a workflow, an execution, or run data. Each call has a node ID of its own.
 *
 * A copy of `executeNodeDirectly` in n8n 2.39.10, n8n/dist/node-execution/ephemeral-node-executor.js: that file is part of
 * n8n's server, which needs a database.
 */
export async function callTool(options: CallToolOptions): Promise<ToolAnswer> {
	await useBinaryMode('filesystem');
	const node: INode = {
		...savedNode(options, credentialReferences(options.credentials ?? {})),
		id: randomUUID(),
		name: 'Target Node',
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: new EngineNodeTypes(options.nodeType),
	});
	const additionalData = additionalDataFor(await credentialsHelperFor(options));
	const items = options.input ?? [{ json: options.args ?? {} }];
	const inputData: ITaskDataConnections = { main: [items] };
	const executeData = { node, data: inputData, source: null };
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		createEmptyRunExecutionData(),
		0,
		items,
		inputData,
		executeData,
		[],
	);
	const { execute } = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	try {
		const output = await execute?.call(context);
		const first = Array.isArray(output) ? output[0] : undefined;
		return first
			? { status: 'success', items: first }
			: { status: 'error', error: 'No output data' };
	} catch (error) {
		return { status: 'error', error: error instanceof Error ? error.message : String(error) };
	}
}
