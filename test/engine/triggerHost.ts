import type { Server } from 'node:http';
import type { Request, Response } from 'express';
import type {
	IDataObject,
	INodeExecutionData,
	IWebhookData,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { credentialsHelperFor, type CredentialSetup } from './additionalData';
import { sendResponse } from './webhookResponse';
import { WebhookNode, type HookMethod, type WebhookNodeSetup } from './webhookNode';
import { sendRequest, type HttpResponse, type WebhookRequest } from './webhookRequest';
import { RefusedRequest, listen, originOf, readBody, type WebhookSlot } from './webhookServer';
import { WorkflowRecord } from './workflowRecord';

export interface TriggerHostOptions extends WebhookNodeSetup, CredentialSetup {
	/** Shared among hosts that act as processes of the same n8n, or as one n8n before and after a restart. */
	record?: WorkflowRecord;
}

/** Items by output. */
type Items = INodeExecutionData[][];

/** The result of a request to a webhook. */
export interface WebhookCall extends HttpResponse {
	/** What the workflow started with; undefined if it did not start. */
	workflowData?: Items;
}

/** An execution that a webhook call has started. */
export interface StartedExecution {
	slot: WebhookSlot;
	workflowData: Items;
	/** Set where the node's webhook method threw: n8n then starts an execution that fails. */
	error?: unknown;
}

/** What n8n does around one webhook trigger: its life cycle, and the requests it receives over HTTP. */
export class TriggerHost {
	/** All executions started so far, oldest first. */
	readonly started: StartedExecution[] = [];

	/** Static data of the webhooks that the editor listens on; undefined while it does not listen. */
	private testStaticData?: IDataObject;

	/** Calls received, by the sender's port; each ends with the items that its execution has started with. */
	private readonly calls = new Map<number | undefined, Promise<Items | undefined>>();

	private constructor(
		private readonly trigger: WebhookNode,
		private readonly server: Server,
		/** Static data, and whether the workflow is published. */
		readonly record: WorkflowRecord,
	) {}

	static async start(options: TriggerHostOptions): Promise<TriggerHost> {
		const credentialsHelper = await credentialsHelperFor(options);
		const server = await listen(async (slot, path, request, response) => {
			const call = host.receive(slot, path, request, response);
			host.calls.set(request.socket.remotePort, call);
			await call;
		});
		const trigger = new WebhookNode(options, credentialsHelper, originOf(server));
		const host = new TriggerHost(trigger, server, options.record ?? new WorkflowRecord());
		return host;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	/** The node's webhook address on this machine, whatever address the node announces. */
	webhookUrl(slot: WebhookSlot = 'production'): string {
		const { path } = this.onlyWebhook(this.trigger.load({}), slot);
		return `${originOf(this.server)}/${slot === 'test' ? 'webhook-test' : 'webhook'}/${path}`;
	}

	/**
	 * Publishes the workflow (`activate`; `update` after a change; `init` at n8n's start), or listens for a test event
	 * (`manual`). What the node throws is thrown on, after n8n's attempt to take back what was registered.
	 */
	async activate(mode: WorkflowActivateMode = 'activate'): Promise<void> {
		const slot = mode === 'manual' ? 'test' : 'production';
		const workflow = this.trigger.load(slot === 'test' ? {} : this.record.staticData);
		const executeMode = slot === 'test' ? 'manual' : 'trigger';
		try {
			for (const webhook of this.trigger.webhooks(workflow, slot)) {
				const call = async (method: HookMethod) =>
					await this.trigger.callHook(method, workflow, webhook, {
						executeMode,
						activateMode: mode,
					});
				if (!(await call('checkExists'))) await call('create');
			}
		} catch (error) {
			// What create stored before it failed is lost, unless in a test, which lives in memory. n8n only logs it
			// when the taking back fails too.
			this.testStaticData = slot === 'test' ? workflow.staticData : undefined;
			await this.deactivate(slot).catch(() => undefined);
			throw error;
		}
		if (slot === 'test') {
			this.testStaticData = workflow.staticData;
		} else {
			this.record.save(workflow);
			this.record.active = true;
		}
	}

	/**
	 * Unpublishes the workflow, or stops listening for a test event. Throws what the node throws, where n8n only logs
	 * it; as in n8n, the static data stays as it was then.
	 */
	async deactivate(slot: WebhookSlot = 'production'): Promise<void> {
		const workflow = this.trigger.load(
			slot === 'test' ? (this.testStaticData ?? {}) : this.record.staticData,
		);
		if (slot === 'test') this.testStaticData = undefined;
		else this.record.active = false;
		for (const webhook of this.trigger.webhooks(workflow, slot)) {
			await this.trigger.callHook('delete', workflow, webhook, {
				executeMode: 'internal',
				activateMode: 'update',
			});
		}
		if (slot === 'production') this.record.save(workflow);
	}

	/** Sends a real request to the webhook and waits until n8n is done with it. */
	async send(request: WebhookRequest & { slot?: WebhookSlot }): Promise<WebhookCall> {
		const { senderPort, ...answer } = await sendRequest(this.webhookUrl(request.slot), request);
		const workflowData = await this.calls.get(senderPort)?.catch(() => undefined);
		return { ...answer, workflowData };
	}

	/** Waits until n8n is done with every request received so far, regardless of the sender. */
	async settled(): Promise<void> {
		await Promise.allSettled(this.calls.values());
	}

	/** Calls one life cycle method of the production webhook by itself, and stores the static data. */
	async call(method: HookMethod): Promise<boolean | undefined> {
		const workflow = this.trigger.load(this.record.staticData);
		const webhook = this.onlyWebhook(workflow, 'production');
		const result = await this.trigger.callHook(method, workflow, webhook, {
			executeMode: 'trigger',
			activateMode: 'activate',
		});
		this.record.save(workflow);
		return result;
	}

	private onlyWebhook(workflow: Workflow, slot: WebhookSlot): IWebhookData {
		const [webhook, ...others] = this.trigger.webhooks(workflow, slot);
		if (webhook === undefined || others.length > 0) {
			throw new Error('This needs a node with one webhook');
		}
		return webhook;
	}

	private async receive(
		slot: WebhookSlot,
		path: string,
		request: Request,
		response: Response,
	): Promise<Items | undefined> {
		const listening = slot === 'test' ? this.testStaticData !== undefined : this.record.active;
		const workflow = this.trigger.load(slot === 'test' ? {} : this.record.staticData);
		if (slot === 'test' && this.testStaticData) workflow.setTestStaticData(this.testStaticData);
		const webhook = this.trigger
			.webhooks(workflow, slot)
			.find((each) => each.path === path && each.httpMethod === request.method);
		if (!listening || !webhook) {
			const asked = `${request.method} ${path}`;
			throw new RefusedRequest(404, `The requested webhook "${asked}" is not registered.`);
		}

		const node = this.trigger.node(workflow);
		await readBody(request, node.typeVersion);
		const result = await this.trigger
			.receive(workflow, webhook, request, response)
			.catch((error: unknown) => {
				this.started.push({ slot, workflowData: [[{ json: {} }]], error });
				throw new Error('Workflow Webhook Error: Workflow could not be started!');
			});
		const { workflowData } = result;
		if (workflowData) this.started.push({ slot, workflowData });
		if (slot === 'production') this.record.save(workflow);
		sendResponse(response, result, workflow, { node, description: webhook.webhookDescription });
		// The editor listens for one event.
		if (slot === 'test' && workflowData) await this.deactivate('test');
		return workflowData;
	}
}
