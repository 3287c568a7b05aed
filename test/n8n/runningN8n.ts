import { rmSync } from 'node:fs';
import path from 'node:path';

import { environmentVariables } from './environmentVariables';
import { freePorts } from './freePorts';
import { installHost, type HostVersion, type Report } from './install';
import { N8nClient } from './n8nClient';
import { N8nProcess } from './n8nProcess';
import { RestClient } from './rest';
import { makeUserFolder } from './userFolders';

/**
 * n8n 1 has one connection to SQLite by default. A killed n8n then loses saved changes, and transactions of several users at the
 * same time can leave the connection useless: "no such savepoint", then "near "-": syntax error" for every change.
 */
export const SAFE_DATABASE = { DB_SQLITE_POOL_SIZE: '4' };

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

interface Instance {
	url: string;
	userFolder: string;
	n8nVersion: string;
	startDurationMs: number;
	ownsUserFolder: boolean;
}

/** A real n8n of its own with the packed node installed, as on a user's machine, for its owner. */
export class RunningN8n extends N8nClient {
	/** In queue mode: the processes that start after the main one and end with it. */
	readonly otherProcesses: N8nProcess[] = [];

	readonly userFolder: string;
	/** Duration of the last start. */
	startDurationMs: number;
	private readonly ownsUserFolder: boolean;

	constructor(
		rest: RestClient,
		private readonly process: N8nProcess,
		instance: Instance,
	) {
		super(rest, instance.url, instance.n8nVersion);
		this.userFolder = instance.userFolder;
		this.startDurationMs = instance.startDurationMs;
		this.ownsUserFolder = instance.ownsUserFolder;
	}

	async restart(): Promise<void> {
		await this.shutDown();
		await this.start();
	}

	/** Starts again after `kill9` or `shutDown`. */
	async start(): Promise<void> {
		this.startDurationMs = await this.process.start();
		await Promise.all(this.otherProcesses.map(async (each) => await each.start()));
	}

	async kill9(): Promise<void> {
		await this.forEach(async (each) => await each.kill());
	}

	/** Stops n8n, which can start again. */
	async shutDown(): Promise<void> {
		await this.forEach(async (each) => await each.stop());
	}

	/** Stops n8n and removes the files it wrote. */
	async stop(): Promise<void> {
		await this.shutDown();
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

	/** False after it has ended, for whatever reason. */
	get isRunning(): boolean {
		return this.process.isRunning;
	}
}

/**
 * Installs n8n if necessary, installs the packed node in a user folder, starts n8n and sets up its owner.
 *
 * @throws with the end of npm's or n8n's output if n8n cannot be installed or does not start
 */
export async function startN8n(options: StartOptions): Promise<RunningN8n> {
	const host = await installHost(options.version ?? 2, options.report ?? console.log);
	const { userFolder, hasOwner } = makeUserFolder(host.version, options);

	const [freePort = 0, brokerPort = 0] = await freePorts(2);
	const port = options.port ?? freePort;
	const environment = environmentVariables(host, userFolder, { port, brokerPort }, options.env);
	const n8nProcess = new N8nProcess(host, environment, path.join(userFolder, 'n8n.log'));
	const url = `http://127.0.0.1:${port}`;
	const rest = new RestClient(url);
	try {
		const startDurationMs = await n8nProcess.start();
		if (hasOwner) await rest.logIn();
		else await rest.setUpOwner();
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
