import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import axios from 'axios';
import type FormData from 'form-data';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { environmentVariables, installPackage } from './environmentVariables';
import { installHost, type HostVersion, type Report } from './install';
import { freePorts, N8nProcess } from './n8nProcess';
import { RestClient, type WorkflowJson } from './rest';

export interface StartOptions {
	/** The packed node, as `npm pack` made it. */
	tarball: string;
	/** 2 when left out. */
	version?: HostVersion;
	/** A free one when left out. */
	port?: number;
	/** Environment variables for n8n, over those the harness sets. */
	env?: Record<string, string>;
	/** An existing n8n user folder to start on; a fresh one when left out. */
	userFolder?: string;
	report?: Report;
}

/** What a webhook of a workflow answered. */
export interface WebhookResponse {
	status: number;
	body: string;
}

/** A real n8n with the packed node installed as a user would have it. Every start gets an n8n of its own. */
export class RunningN8n {
	/** Each credential made so far by its type; the last one of a type is given to imported workflows. */
	private readonly credentials = new Map<string, { id: string; name: string }>();

	/** In queue mode: the processes beside the main one, which start after it and end with it. */
	readonly beside: N8nProcess[] = [];

	constructor(
		readonly url: string,
		readonly rest: RestClient,
		readonly userFolder: string,
		readonly n8nVersion: string,
		private readonly process: N8nProcess,
		/** How long the last start took. */
		public startDurationMs: number,
		private readonly ownsUserFolder: boolean,
	) {}

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
	 * Imports a workflow and fills in the credentials that its nodes ask for, as a user does after an import.
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

	/** Sends what a workflow's Webhook node waits for: a form with files, or a value that becomes JSON. */
	async callWebhook(
		webhookPath: string,
		body: FormData | IDataObject = {},
	): Promise<WebhookResponse> {
		const { status, data } = await axios.post<string>(
			`${this.url}/webhook/${webhookPath}`,
			body,
			// An answer of any status is the result, not an exception.
			{ validateStatus: () => true, responseType: 'text' },
		);
		return { status, body: data };
	}

	async restart(): Promise<void> {
		await this.forEach(async (each) => await each.stop());
		await this.start();
	}

	/** Starts again after `kill9`. */
	async start(): Promise<void> {
		this.startDurationMs = await this.process.start();
		await Promise.all(this.beside.map(async (each) => await each.start()));
	}

	async kill9(): Promise<void> {
		await this.forEach(async (each) => await each.kill());
	}

	/** Ends n8n and removes what it wrote. */
	async stop(): Promise<void> {
		await this.forEach(async (each) => await each.stop());
		if (this.ownsUserFolder) rmSync(this.userFolder, { recursive: true, force: true });
	}

	private async forEach(action: (process: N8nProcess) => Promise<void>): Promise<void> {
		await Promise.all([this.process, ...this.beside].map(action));
	}

	/** Everything n8n has printed, all starts together. */
	get log(): string {
		return [this.process, ...this.beside].map((each) => each.readLog()).join('\n');
	}

	/** CPU time of the main process so far; undefined where that cannot be read. */
	cpuTimeMs(): number | undefined {
		return this.process.cpuTimeMs();
	}

	get logFile(): string {
		return this.process.logFile;
	}

	/** Those of the given secrets that n8n printed; a test expects none. */
	secretsInLog(secrets: string[]): string[] {
		const { log } = this;
		return secrets.filter((secret) => log.includes(secret));
	}
}

/**
 * Installs n8n when needed, puts the packed node into a user folder, starts n8n and sets up its owner.
 *
 * @throws when n8n cannot be installed or does not start, with the end of npm's or n8n's output
 */
export async function startN8n(options: StartOptions): Promise<RunningN8n> {
	const host = await installHost(options.version ?? 2, options.report ?? console.log);
	const userFolder = options.userFolder ?? mkdtempSync(path.join(os.tmpdir(), 'n8n-user-'));
	installPackage(userFolder, options.tarball);

	const [freePort = 0, brokerPort = 0] = await freePorts(2);
	const port = options.port ?? freePort;
	const environment = environmentVariables(host, userFolder, { port, brokerPort }, options.env);
	const n8nProcess = new N8nProcess(host, environment, path.join(userFolder, 'n8n.log'));
	const url = `http://127.0.0.1:${port}`;
	const rest = new RestClient(url);
	try {
		const startDurationMs = await n8nProcess.start();
		if (options.userFolder === undefined) await rest.setUpOwner();
		else await rest.logIn();
		return new RunningN8n(
			url,
			rest,
			userFolder,
			host.n8nVersion,
			n8nProcess,
			startDurationMs,
			options.userFolder === undefined,
		);
	} catch (error) {
		await n8nProcess.kill();
		throw error;
	}
}
