import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import axios from 'axios';
import type FormData from 'form-data';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { environmentVariables } from './environmentVariables';
import { freePorts } from './freePorts';
import { installHost, type HostVersion, type Report } from './install';
import { N8nProcess } from './n8nProcess';
import { installPackedNode } from './packedNode';
import { RestClient, type WorkflowJson } from './rest';

export interface StartOptions {
	/** Path of the packed node, created by `npm pack`. */
	tarball: string;
	/** Default 2. */
	version?: HostVersion;
	/** Default: any free port. */
	port?: number;
	/** Environment variables that override those of the test harness. */
	env?: Record<string, string>;
	/** An existing n8n user folder; default: a new one. */
	userFolder?: string;
	report?: Report;
}

/** The response of a workflow's webhook. */
export interface WebhookResponse {
	status: number;
	body: string;
}

interface Instance {
	url: string;
	userFolder: string;
	n8nVersion: string;
	startDurationMs: number;
	ownsUserFolder: boolean;
}

/** A real n8n with the packed node installed, as on a user's machine. Every instance is independent. */
export class RunningN8n {
	/** The latest credential of each type; imported workflows use it. */
	private readonly credentials = new Map<string, { id: string; name: string }>();

	/** In queue mode: the processes that start after the main one and end with it. */
	readonly otherProcesses: N8nProcess[] = [];

	readonly url: string;
	readonly userFolder: string;
	readonly n8nVersion: string;
	/** Duration of the last start. */
	startDurationMs: number;
	private readonly ownsUserFolder: boolean;

	constructor(
		readonly rest: RestClient,
		private readonly process: N8nProcess,
		instance: Instance,
	) {
		this.url = instance.url;
		this.userFolder = instance.userFolder;
		this.n8nVersion = instance.n8nVersion;
		this.startDurationMs = instance.startDurationMs;
		this.ownsUserFolder = instance.ownsUserFolder;
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

	/** Calls a workflow's Webhook node with a form or a JSON object. */
	async callWebhook(
		webhookPath: string,
		body: FormData | IDataObject = {},
	): Promise<WebhookResponse> {
		const { status, data } = await axios.post<string>(
			`${this.url}/webhook/${webhookPath}`,
			body,
			// A response of any status is a result, not an exception.
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
		await Promise.all(this.otherProcesses.map(async (each) => await each.start()));
	}

	async kill9(): Promise<void> {
		await this.forEach(async (each) => await each.kill());
	}

	/** Stops n8n and removes the files it wrote. */
	async stop(): Promise<void> {
		await this.forEach(async (each) => await each.stop());
		if (this.ownsUserFolder) rmSync(this.userFolder, { recursive: true, force: true });
	}

	private async forEach(action: (process: N8nProcess) => Promise<void>): Promise<void> {
		await Promise.all([this.process, ...this.otherProcesses].map(action));
	}

	/** Everything n8n has printed since its first start. */
	get log(): string {
		return [this.process, ...this.otherProcesses].map((each) => each.readLog()).join('\n');
	}

	/** CPU time of the main process so far; undefined if it cannot be read. */
	cpuTimeMs(): number | undefined {
		return this.process.cpuTimeMs();
	}

	get logFile(): string {
		return this.process.logFile;
	}

	/** Returns the secrets that occur in the log; a test expects none. */
	secretsInLog(secrets: string[]): string[] {
		const { log } = this;
		return secrets.filter((secret) => log.includes(secret));
	}
}

/**
 * Installs n8n if necessary, installs the packed node in a user folder, starts n8n and sets up its owner.
 *
 * @throws with the end of npm's or n8n's output if n8n cannot be installed or does not start
 */
export async function startN8n(options: StartOptions): Promise<RunningN8n> {
	const host = await installHost(options.version ?? 2, options.report ?? console.log);
	const userFolder = options.userFolder ?? mkdtempSync(path.join(os.tmpdir(), 'n8n-user-'));
	installPackedNode(userFolder, options.tarball);

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
		return new RunningN8n(rest, n8nProcess, {
			url,
			userFolder,
			n8nVersion: host.n8nVersion,
			startDurationMs,
			ownsUserFolder: options.userFolder === undefined,
		});
	} catch (error) {
		await n8nProcess.kill();
		throw error;
	}
}
