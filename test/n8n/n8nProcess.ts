import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Host } from './install';

const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 40_000;
const POLL_INTERVAL_MS = 100;
/** The same on every Linux of today. */
const MS_PER_CLOCK_TICK = 10;

/** What a process of n8n does: everything (`start`), or, in queue mode, only receive webhooks or run workflows. */
export type N8nRole = 'start' | 'webhook' | 'worker';

/** n8n prints this last, once the workflows that were on are on again. */
const READY_LINES: Record<N8nRole, string> = {
	start: 'Editor is now accessible via',
	webhook: 'Webhook listener waiting for requests',
	worker: 'n8n worker is now ready',
};

/** One process of n8n. Its output goes to a file, so that a test can look for secrets in it. */
export class N8nProcess {
	private child?: ChildProcess;

	private logOffset = 0;

	constructor(
		private readonly host: Host,
		private readonly environment: NodeJS.ProcessEnv,
		readonly logFile: string,
		private readonly role: N8nRole = 'start',
	) {
		process.once('exit', () => this.signal('SIGKILL'));
	}

	/**
	 * @returns milliseconds until n8n was ready
	 * @throws when n8n ends or is not ready within three minutes, with the end of its log
	 */
	async start(): Promise<number> {
		const startedAt = Date.now();
		this.logOffset = this.readLog().length;
		const log = openSync(this.logFile, 'a');
		// A process group of its own: n8n starts task runners, which must end with it.
		const child = spawn(this.host.nodePath, [this.host.scriptPath, this.role], {
			detached: true,
			env: this.environment,
			stdio: ['ignore', log, log],
		});
		closeSync(log);
		this.child = child;

		const isReady = () => this.readLog().includes(READY_LINES[this.role], this.logOffset);
		await waitUntil(() => isReady() || hasEnded(child), START_TIMEOUT_MS, 'n8n to start');
		if (!isReady()) {
			this.signal('SIGKILL');
			throw new Error(`n8n did not start. The end of its log:\n${this.readLog().slice(-4_000)}`);
		}
		return Date.now() - startedAt;
	}

	/** Ends n8n as an operating system would at shutdown. */
	async stop(): Promise<void> {
		this.signal('SIGTERM');
		try {
			await this.ended(STOP_TIMEOUT_MS);
		} catch {
			await this.kill();
		}
	}

	/** Ends n8n as a power cut would: nothing it holds in memory is saved. */
	async kill(): Promise<void> {
		this.signal('SIGKILL');
		await this.ended(STOP_TIMEOUT_MS);
	}

	readLog(): string {
		try {
			return readFileSync(this.logFile, 'utf8');
		} catch {
			return '';
		}
	}

	/** CPU time that n8n and all its threads have used since it started; undefined where /proc does not tell. */
	cpuTimeMs(): number | undefined {
		try {
			const stat = readFileSync(`/proc/${this.child?.pid}/stat`, 'utf8');
			// After the name, which may hold blanks: the 12th and 13th field, user and system time in clock ticks.
			const [userTicks, systemTicks] = stat
				.slice(stat.lastIndexOf(')') + 2)
				.split(' ')
				.slice(11, 13);
			return (Number(userTicks) + Number(systemTicks)) * MS_PER_CLOCK_TICK;
		} catch {
			return undefined;
		}
	}

	private async ended(timeoutMs: number): Promise<void> {
		const { child } = this;
		if (child) await waitUntil(() => hasEnded(child), timeoutMs, 'n8n to end');
	}

	private signal(signal: NodeJS.Signals): void {
		if (!this.child?.pid || hasEnded(this.child)) return;
		process.kill(-this.child.pid, signal);
	}
}

function hasEnded(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Polls until the condition holds.
 *
 * @throws when it does not within the time, naming what was waited for
 */
export async function waitUntil(
	condition: () => boolean | Promise<boolean>,
	timeoutMs: number,
	what: string,
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	while (!(await condition())) {
		if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s for ${what}, in vain`);
		await sleep(POLL_INTERVAL_MS);
	}
}

/** Ports that nobody listens on, all different. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = await Promise.all(
		Array.from({ length: count }, async () => {
			const server = createServer();
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			return server;
		}),
	);
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(
		servers.map(async (server) => await new Promise((resolve) => server.close(resolve))),
	);
	return ports;
}
