import { randomUUID } from 'node:crypto';
import FormData from 'form-data';
import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { outputOf, type Execution } from './execution';
import type { N8nClient } from './n8nClient';
import { actionStep, chain, splitOutStep, webhookStep } from './workflows';

/** The input of one run of the node. */
export interface OperationInput {
	/** Becomes `$json.body` of the node's only input item. */
	body?: IDataObject;
	/** Each becomes one input item; replaces `body` and `files`. */
	items?: IDataObject[];
	/** Binary data of the input item, by property name. */
	files?: Record<string, { content: Uint8Array<ArrayBuffer>; fileName: string; mimeType: string }>;
	/** Settings of the node itself, such as `onError`. */
	settings?: Partial<INode>;
}

/** The result of one run of the node. */
export interface OperationResult {
	/** HTTP status of the workflow's response: 200, or 500 if the node failed. */
	status: number;
	items: INodeExecutionData[];
	/** The `json` of each item. */
	records: IDataObject[];
	/** The error that the editor shows if the node failed. */
	error?: { message: string; description?: string | null };
	execution: Execution;
}

/**
 * Runs one operation of the action node as a black box: imports a workflow of a webhook and the node into a running
 * n8n, activates it and calls it over HTTP. Parameters may be expressions (`={{ … }}`) that refer to the input.
 */
export async function runOperation(
	n8n: N8nClient,
	parameters: INodeParameters,
	input: OperationInput = {},
): Promise<OperationResult> {
	const webhookPath = randomUUID();
	const node = actionStep(parameters, input.settings);
	const workflowId = await n8n.importWorkflow(
		chain(`${String(parameters.resource)}: ${String(parameters.operation)}`, [
			webhookStep(webhookPath),
			...(input.items ? [splitOutStep('body.items')] : []),
			node,
		]),
		{ active: true },
	);
	const response = await n8n.callWebhook(webhookPath, toBody(input));
	await n8n.rest.deactivate(workflowId);

	const [started] = await n8n.rest.executions(workflowId);
	if (!started)
		throw new Error(`The workflow was not executed: ${response.status} ${response.body}`);
	const execution = await n8n.rest.finishedExecution(started.id);
	const items = outputOf(execution, node.name);
	return {
		status: response.status,
		items,
		records: items.map(({ json }) => json),
		error: execution.data.resultData.error,
		execution,
	};
}

function toBody({ body, items, files }: OperationInput): FormData | IDataObject {
	if (!files) return items ? { items } : (body ?? {});
	const form = new FormData();
	for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value));
	for (const [property, { content, fileName, mimeType }] of Object.entries(files)) {
		form.append(property, Buffer.from(content), { filename: fileName, contentType: mimeType });
	}
	return form;
}
