import type { Response } from 'express';
import type { INode, IWebhookDescription, IWebhookResponseData, Workflow } from 'n8n-workflow';

/** Sends n8n's response to a node's result in response mode "on received", unless the node has responded itself. */
export function sendResponse(
	response: Response,
	result: IWebhookResponseData,
	workflow: Workflow,
	{ node, description }: { node: INode; description: IWebhookDescription },
): void {
	if (result.noWebhookResponse === true) return;
	const { expression } = workflow;
	const evaluated = (property: 'responseCode' | 'responseData' | 'responseMode') =>
		expression.getSimpleParameterValue(node, description[property], 'webhook', {});

	const responseMode = evaluated('responseMode') ?? 'onReceived';
	if (responseMode !== 'onReceived') {
		throw new Error(`The engine for tests does not respond in mode "${responseMode}"`);
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
		// If a description omits this, n8n sends the name of its own default as the text of the response.
		const responseData = evaluated('responseData') ?? 'firstEntryJson';
		if (responseData === 'noData') return undefined;
		return responseData || (webhookResponse ?? { message: 'Workflow was started' });
	}
}
