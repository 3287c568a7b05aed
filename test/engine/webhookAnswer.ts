import { Readable } from 'node:stream';
import type { Response } from 'express';
import type { INode, IWebhookDescription, IWebhookResponseData, Workflow } from 'n8n-workflow';

/** Sends what n8n sends for a node's result, in response mode "on received", where the node has not answered itself. */
export function sendAnswer(
	response: Response,
	result: IWebhookResponseData,
	workflow: Workflow,
	node: INode,
	description: IWebhookDescription,
): void {
	if (result.noWebhookResponse === true) return;
	const { expression } = workflow;
	const evaluated = (property: 'responseCode' | 'responseData' | 'responseMode') =>
		expression.getSimpleParameterValue(node, description[property], 'webhook', {});

	const responseMode = evaluated('responseMode') ?? 'onReceived';
	if (responseMode !== 'onReceived') {
		throw new Error(`The engine for tests does not answer in mode "${responseMode}"`);
	}
	response.status(Number(evaluated('responseCode') ?? 200));
	const started = result.workflowData !== undefined;
	const fixed = started ? evaluated('responseData') : undefined;
	const standard = { message: started ? 'Workflow was started' : 'Webhook call received' };
	const body: unknown =
		fixed === 'noData' ? undefined : (fixed ?? result.webhookResponse ?? standard);

	if (body instanceof Readable) body.pipe(response);
	else if (typeof body === 'string') response.send(body);
	else response.json(body);
}
