import { startLocalServer, type LocalServer } from './localServer';
import type { HostVersion, Report } from './install';
import { SAFE_DATABASE, startN8n, type RunningN8n } from './runningN8n';
import { SHARED_HOSTS, type Membership } from './sharedN8n';

/** n8n accepts ten requests with invitations in five minutes, but each can invite many people. */
const INVITED_AT_ONCE = 20;
const LOG_END_CHARACTERS = 4_000;

/** An n8n of one version, which starts when a test first needs it. */
class SharedHost {
	private started?: Promise<RunningN8n>;
	private invitations: Array<{ id: string; link: string }> = [];
	private userCount = 0;

	constructor(
		private readonly version: HostVersion,
		private readonly report: Report,
	) {}

	/** Makes a new user. Starts n8n if it does not run. */
	async join(): Promise<Membership> {
		const { rest, url, n8nVersion, logFile } = await this.runningN8n();
		let invitation = this.invitations.pop();
		while (invitation === undefined) {
			const emails = Array.from(
				{ length: INVITED_AT_ONCE },
				() => `user-${++this.userCount}@example.com`,
			);
			this.invitations.push(...(await rest.invite(emails)));
			invitation = this.invitations.pop();
		}
		const { id: userId, link } = invitation;
		return { url, n8nVersion, logFile, userId, link };
	}

	/**
	 * Removes a user with their workflows, credentials and data.
	 *
	 * @throws with the end of the log if n8n has ended
	 */
	async leave(userId: string): Promise<void> {
		const n8n = await this.started;
		if (!n8n?.isRunning) throw new Error(this.obituary(n8n));
		await n8n.rest.request('DELETE', `/users/${userId}`);
	}

	async stop(): Promise<void> {
		const n8n = await this.started?.catch(() => undefined);
		await n8n?.stop();
	}

	private async runningN8n(): Promise<RunningN8n> {
		const n8n = await this.started?.catch(() => undefined);
		if (n8n?.isRunning) return n8n;
		if (n8n !== undefined) this.report(`${this.obituary(n8n)}\nStarting it again.`);
		this.started = this.start();
		return await this.started;
	}

	private async start(): Promise<RunningN8n> {
		this.invitations = [];
		const tarball = process.env.PACKED_NODE ?? '';
		const { version, report } = this;
		return await startN8n({ tarball, version, report, env: SAFE_DATABASE });
	}

	private obituary(n8n: RunningN8n | undefined): string {
		const end = n8n?.log.slice(-LOG_END_CHARACTERS) ?? '';
		return `The n8n ${this.version} that the test files share has ended. The end of its log:\n${end}`;
	}
}

/**
 * The n8n that the test files with default settings share, one of each version. They belong to Jest's main process,
 * which outlives the files; the files run in other processes, and reach it over HTTP.
 */
export class SharedHosts {
	private constructor(
		private readonly server: LocalServer,
		private readonly hosts: SharedHost[],
	) {}

	static async open(report: Report): Promise<SharedHosts> {
		const hosts = { 1: new SharedHost(1, report), 2: new SharedHost(2, report) };
		// One request after the other, so that two files do not start the same n8n.
		let last: Promise<unknown> = Promise.resolve();
		const server = await startLocalServer(({ url = '' }, response) => {
			const [, action, version, userId = ''] = url.split('/');
			const host = hosts[version === '1' ? 1 : 2];
			// Without it, a process that was busy might use a connection that has just been closed.
			response.setHeader('Connection', 'close');
			const answer = async () => (action === 'join' ? await host.join() : await host.leave(userId));
			last = last.then(answer).then(
				(result) => response.end(JSON.stringify(result ?? null)),
				(error: unknown) =>
					response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
			);
		});
		process.env[SHARED_HOSTS] = server.url;
		// Without a listener, an interrupted process ends without the event on which N8nProcess kills what it has started.
		for (const signal of ['SIGINT', 'SIGTERM'] as const)
			process.once(signal, () => process.exit(1));
		return new SharedHosts(server, Object.values(hosts));
	}

	async close(): Promise<void> {
		this.server.close();
		await Promise.all(this.hosts.map(async (host) => await host.stop()));
	}
}
