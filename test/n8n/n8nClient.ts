import axios from 'axios';
import type FormData from 'form-data';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import type { RestClient, WorkflowJson } from './rest';

/** The response of a workflow's webhook. */
export interface WebhookResponse {
	status: number;
	body: string;
}

/** A real n8n as one of its users works with it. */
export abstract class N8nClient {
	/** The latest credential of each type; imported workflows use it. */
	private readonly credentials = new Map<string, { id: string; name: string }>();

	constructor(
		readonly rest: RestClient,
		readonly url: string,
		readonly n8nVersion: string,
	) {}

	/** Ends the work with this n8n and removes what it has left there. */
	abstract stop(): Promise<void>;

	/** What n8n has printed since this work began. */
	abstract get log(): string;

	/** Returns the secrets that occur in the log; a test expects none. */
	secretsInLog(secrets: string[]): string[] {
		const { log } = this;
		return secrets.filter((secret) => log.includes(secret));
	}

	async createCredential(
		type: string,
		data: ICredentialDataDecryptedObject,
		name = `${type} account`,
	): Promise<{ id: string; name: string }> {
		const credential = await this.rest.createCredential(name, type, data);
		this.credentials.set(type, credential);
		return credential;
	}

	/**
	 * Imports a workflow and selects its nodes' credentials, as a user does after an import.
	 *
	 * @returns the workflow's id
	 */
	async importWorkflow(workflow: WorkflowJson, { active = false } = {}): Promise<string> {
		const nodes = workflow.nodes.map((node) => ({
			...node,
			credentials: Object.fromEntries(
				Object.entries(node.credentials ?? {}).map(([type, credential]) => [
					type,
					this.credentials.get(type) ?? credential,
				]),
			),
		}));
		const id = await this.rest.createWorkflow({ ...workflow, nodes });
		if (active) await this.rest.activate(id);
		return id;
	}

	/**
	 * Calls a workflow's Webhook node with a form or a JSON object.
	 *
	 * @param webhookBaseUrl in queue mode: that of the process that receives webhooks
	 */
	async callWebhook(
		webhookPath: string,
		body: FormData | IDataObject = {},
		webhookBaseUrl = `${this.url}/`,
	): Promise<WebhookResponse> {
		const { status, data } = await axios.post<string>(
			`${webhookBaseUrl}webhook/${webhookPath}`,
			body,
			// A response of any status is a result, not an exception.
			{ validateStatus: () => true, responseType: 'text' },
		);
		return { status, body: data };
	}
}
