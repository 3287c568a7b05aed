import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

import type { Host } from './install';
import { TIMEOUT_MS, waitUntil } from './waitUntil';

/** The same on every current Linux. */
const MS_PER_CLOCK_TICK = 10;

/** What an n8n process does: everything (`start`) or, in queue mode, only receiving webhooks or running workflows. */
export type N8nRole = 'start' | 'webhook' | 'worker';

/** n8n prints this last, when all active workflows are activated again. */
const READY_LINES: Record<N8nRole, string> = {
	start: 'Editor is now accessible via',
	webhook: 'Webhook listener waiting for requests',
	worker: 'n8n worker is now ready',
};

/** One n8n process. Its output goes to a file, in which a test can look for secrets. */
export class N8nProcess {
	/** None of them may outlive the tests. */
	private static readonly all: N8nProcess[] = [];

	static {
		process.once('exit', () => N8nProcess.all.forEach((each) => each.signal('SIGKILL')));
	}

	private child?: ChildProcess;

	private logOffset = 0;

	constructor(
		private readonly host: Host,
		private readonly environment: NodeJS.ProcessEnv,
		readonly logFile: string,
		private readonly role: N8nRole = 'start',
	) {
		N8nProcess.all.push(this);
	}

	/**
	 * @returns milliseconds until n8n was ready
	 * @throws with the end of its log if n8n exits or is not ready in time
	 */
	async start(): Promise<number> {
		const startedAt = Date.now();
		this.logOffset = this.readLog().length;
		const log = openSync(this.logFile, 'a');
		// A separate process group: n8n starts task runners, which must end with it.
		const child = spawn(this.host.nodePath, [this.host.scriptPath, this.role], {
			detached: true,
			env: this.environment,
			stdio: ['ignore', log, log],
		});
		closeSync(log);
		this.child = child;

		const isReady = () => this.readLog().includes(READY_LINES[this.role], this.logOffset);
		await waitUntil(() => isReady() || hasEnded(child), TIMEOUT_MS, 'n8n to start');
		if (!isReady()) {
			this.signal('SIGKILL');
			throw new Error(`n8n did not start. The end of its log:\n${this.readLog().slice(-4_000)}`);
		}
		return Date.now() - startedAt;
	}

	/** Stops n8n as the operating system does at shutdown. */
	async stop(): Promise<void> {
		this.signal('SIGTERM');
		try {
			await this.ended(TIMEOUT_MS);
		} catch {
			await this.kill();
		}
	}

	/** Stops n8n like a power cut: nothing in memory is saved. */
	async kill(): Promise<void> {
		this.signal('SIGKILL');
		await this.ended(TIMEOUT_MS);
	}

	get isRunning(): boolean {
		return this.child !== undefined && !hasEnded(this.child);
	}

	readLog(): string {
		try {
			return readFileSync(this.logFile, 'utf8');
		} catch {
			return '';
		}
	}

	/** CPU time of n8n and all its threads since it started; undefined if /proc does not provide it. */
	cpuTimeMs(): number | undefined {
		try {
			const stat = readFileSync(`/proc/${this.child?.pid}/stat`, 'utf8');
			// After the name, which may contain spaces: fields 12 and 13, user and system time in clock ticks.
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
