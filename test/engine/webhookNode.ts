import type { Request, Response } from 'express';
import { HookContext, WebhookContext } from 'n8n-core';
import {
	NodeHelpers,
	type ICredentialsHelper,
	type IDataObject,
	type IHttpRequestMethods,
	type INode,
	type INodeType,
	type IWebhookData,
	type IWebhookResponseData,
	type Workflow,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalDataFor } from './additionalData';
import { credentialReferences, type CredentialRecords } from './credentials';
import type { WebhookSlot } from './webhookServer';
import { buildWorkflow, savedNode, type NodeSetup } from './workflow';

export interface WebhookNodeSetup extends NodeSetup {
	credentials?: CredentialRecords;
	/** Identifies the node's webhooks; the same in every host of one workflow. */
	webhookId?: string;
	/** Address under which the node announces its webhooks, such as `https://n8n.example.com`. Default: the real one. */
	publicOrigin?: string;
}

export type HookMethod = 'checkExists' | 'create' | 'delete';

interface HookModes {
	executeMode: WorkflowExecuteMode;
	activateMode: WorkflowActivateMode;
}

/** One node with webhooks, and the calls that n8n makes to it. */
export class WebhookNode {
	constructor(
		private readonly setup: WebhookNodeSetup,
		private readonly credentialsHelper: ICredentialsHelper,
		private readonly origin: string,
	) {}

	/** A new instance of the workflow, as n8n builds one for every call. */
	load(staticData: IDataObject): Workflow {
		const { credentials = {}, webhookId = 'a1b2c3d4-0000-4000-8000-0123456789ab' } = this.setup;
		const node: INode = { ...savedNode(this.setup, credentialReferences(credentials)), webhookId };
		return buildWorkflow(this.setup, node, { staticData });
	}

	node(workflow: Workflow): INode {
		const [node] = Object.values(workflow.nodes);
		if (node === undefined) throw new Error('The workflow has no node');
		return node;
	}

	type(workflow: Workflow): INodeType {
		const { type, typeVersion } = this.node(workflow);
		return workflow.nodeTypes.getByNameAndVersion(type, typeVersion);
	}

	/** The webhooks that the node's description declares, with their paths. */
	webhooks(workflow: Workflow, slot: WebhookSlot): IWebhookData[] {
		const node = this.node(workflow);
		return (this.type(workflow).description.webhooks ?? []).map((webhookDescription) => {
			const evaluated = (property: 'path' | 'isFullPath' | 'httpMethod') =>
				workflow.expression.getSimpleParameterValue(
					node,
					webhookDescription[property],
					'internal',
					{},
				);
			const path = String(evaluated('path')).replace(/^\/|\/$/g, '');
			return {
				node: node.name,
				workflowId: workflow.id,
				webhookDescription,
				httpMethod: String(evaluated('httpMethod') ?? 'GET') as IHttpRequestMethods,
				path: NodeHelpers.getNodeWebhookPath(
					workflow.id,
					node,
					path,
					evaluated('isFullPath') === true,
				),
				isTest: slot === 'test',
				workflowExecuteAdditionalData: this.additionalData(),
			};
		});
	}

	/** Calls a life cycle method of the webhook. A method that the node does not have counts as done. */
	async callHook(
		method: HookMethod,
		workflow: Workflow,
		webhook: IWebhookData,
		{ executeMode, activateMode }: HookModes,
	): Promise<boolean | undefined> {
		const { webhookMethods } = this.type(workflow);
		const context = new HookContext(
			workflow,
			this.node(workflow),
			webhook.workflowExecuteAdditionalData,
			executeMode,
			activateMode,
			webhook,
		);
		const { name } = webhook.webhookDescription;
		return await webhookMethods?.[name]?.[method]?.call(context);
	}

	/** Hands a request to the node. */
	async receive(
		workflow: Workflow,
		webhook: IWebhookData,
		httpRequest: Request,
		httpResponse: Response,
	): Promise<IWebhookResponseData> {
		const type = this.type(workflow);
		if (type.webhook === undefined) throw new Error('The node has no webhook method');
		const context = new WebhookContext(
			workflow,
			this.node(workflow),
			{ ...this.additionalData(), httpRequest, httpResponse },
			webhook.isTest ? 'manual' : 'webhook',
			webhook,
			[],
			null,
		);
		return await type.webhook.call(context);
	}

	private additionalData() {
		return additionalDataFor(this.credentialsHelper, {
			origin: this.setup.publicOrigin ?? this.origin,
		});
	}
}
