import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { freePorts } from './freePorts';
import { TIMEOUT_MS, waitUntil } from './waitUntil';

const POSTGRES_FOLDER = '/usr/lib/postgresql';
/** On SIGTERM, PostgreSQL would wait for its clients to disconnect. */
const END_SIGNAL = 'SIGINT';
const MAX_ATTEMPTS = 5;

/** Folder of the newest PostgreSQL that Debian installed; undefined if there is none. */
function postgresBinFolder(): string | undefined {
	if (!existsSync(POSTGRES_FOLDER)) return undefined;
	const newest = readdirSync(POSTGRES_FOLDER).sort((a, b) => Number(b) - Number(a))[0];
	return newest && path.join(POSTGRES_FOLDER, newest, 'bin');
}

/** Whether Redis and PostgreSQL are installed: on Debian, `apt-get install redis-server postgresql`. */
export function canRunQueueMode(): boolean {
	return existsSync('/usr/bin/redis-server') && postgresBinFolder() !== undefined;
}

/** Redis and PostgreSQL on their own ports and in their own folders, and n8n's settings for them. */
export class QueueBackend {
	private constructor(
		private readonly folder: string,
		private readonly children: ChildProcess[],
		/** The settings of every n8n process in queue mode. */
		readonly env: Record<string, string>,
	) {}

	static async start(): Promise<QueueBackend> {
		const programs = postgresBinFolder();
		if (programs === undefined) throw new Error('PostgreSQL is not installed');
		for (let attempt = 1; ; attempt++) {
			const backend = await QueueBackend.tryToStart(programs);
			if (backend !== undefined) return backend;
			if (attempt === MAX_ATTEMPTS) throw new Error('PostgreSQL or Redis ended at its start');
		}
	}

	/** Returns undefined if one of them has ended: something else may have taken its port meanwhile. */
	private static async tryToStart(programs: string): Promise<QueueBackend | undefined> {
		const folder = mkdtempSync(path.join(os.tmpdir(), 'n8n-queue-'));
		const [redisPort = '', postgresPort = ''] = (await freePorts(2)).map(String);
		const data = path.join(folder, 'postgres');

		// PostgreSQL refuses to run as root.
		const isRoot = process.getuid?.() === 0;
		const asUser = isRoot
			? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
			: [];
		if (isRoot) run(['chown', 'postgres', folder]);
		run([...asUser, `${programs}/initdb`, '-D', data, '-U', 'n8n', '--auth=trust', '-E', 'UTF8']);
		const listen = ['-p', postgresPort, '-h', '127.0.0.1', '-k', folder];
		const children = [
			startProcess([...asUser, `${programs}/postgres`, '-D', data, ...listen]),
			startProcess(['redis-server', '--port', redisPort, '--save', '', '--dir', os.tmpdir()]),
		];
		const backend = new QueueBackend(folder, children, {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: redisPort,
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: postgresPort,
			DB_POSTGRESDB_DATABASE: 'n8n',
			DB_POSTGRESDB_USER: 'n8n',
			N8N_ENCRYPTION_KEY: 'one key for all processes',
		});
		const connect = [`${programs}/psql`, '-h', '127.0.0.1', '-p', postgresPort, '-U', 'n8n'];
		const createDatabase = [...connect, '-d', 'postgres', '-c', 'CREATE DATABASE n8n'];
		const hasStarted = () => succeeds(createDatabase) || children.some(hasEnded);
		await waitUntil(hasStarted, TIMEOUT_MS, 'PostgreSQL to start');
		if (!children.some(hasEnded)) return backend;
		await backend.stop();
		return undefined;
	}

	/** Stops both; call it when no n8n uses them any more. */
	async stop(): Promise<void> {
		for (const child of this.children) child.kill(END_SIGNAL);
		await waitUntil(() => this.children.every(hasEnded), TIMEOUT_MS, 'the databases to stop');
		rmSync(this.folder, { recursive: true, force: true });
	}
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
	return exitCode !== null || signalCode !== null;
}

function run([program = '', ...args]: string[]): void {
	const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
	if (status !== 0) throw new Error(`${program} failed:\n${stderr}`);
}

function succeeds([program = '', ...args]: string[]): boolean {
	return spawnSync(program, args).status === 0;
}

function startProcess([program = '', ...args]: string[]): ChildProcess {
	const child = spawn(program, args, { stdio: 'ignore' });
	process.once('exit', () => child.kill(END_SIGNAL));
	return child;
}
