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
	const body = toBody();
	if (typeof body === 'string') response.send(body);
	else response.json(body);

	function toBody(): unknown {
		const { webhookResponse, workflowData } = result;
		if (workflowData === undefined) {
			return webhookResponse ?? { message: 'Webhook call received' };
		}
		// Where a description leaves this out, n8n sends the name of its own default as the text of the answer.
		const responseData = evaluated('responseData') ?? 'firstEntryJson';
		if (responseData === 'noData') return undefined;
		return responseData || (webhookResponse ?? { message: 'Workflow was started' });
	}
}
