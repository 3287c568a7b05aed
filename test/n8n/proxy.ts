import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';

import { TIMEOUT_MS, waitUntil } from './waitUntil';

const HAPROXY = '/usr/sbin/haproxy';
const CONFIGURATION = path.join(__dirname, '..', '..', 'docs', 'haproxy.cfg');

/** Whether HAProxy is installed: on Debian, `apt-get install haproxy`. */
export function canRunProxy(): boolean {
	return existsSync(HAPROXY);
}

/** The documented proxy in front of n8n. */
export class Proxy {
	private constructor(private readonly child: ChildProcess) {}

	static async start(port: number, n8nPort: number): Promise<Proxy> {
		const child = spawn(HAPROXY, ['-db', '-f', CONFIGURATION], {
			env: { PROXY_ADDRESS: `127.0.0.1:${port}`, N8N_ADDRESS: `127.0.0.1:${n8nPort}` },
			stdio: 'ignore',
		});
		await waitUntil(async () => await accepts(port), TIMEOUT_MS, 'HAProxy to listen');
		return new Proxy(child);
	}

	stop(): void {
		this.child.kill();
	}
}

async function accepts(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1');
		socket.on('connect', () => {
			socket.destroy();
			resolve(true);
		});
		socket.on('error', () => resolve(false));
	});
}
