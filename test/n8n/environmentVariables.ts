import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Host } from './install';

/** None of our own environment: what a test runner or npm sets there would change how n8n behaves. */
export function environmentVariables(
	host: Host,
	userFolder: string,
	{ port, brokerPort }: { port: number; brokerPort: number },
	more: Record<string, string> = {},
): NodeJS.ProcessEnv {
	return {
		HOME: process.env.HOME,
		TMPDIR: process.env.TMPDIR,
		PATH: [path.dirname(host.nodePath), process.env.PATH].join(path.delimiter),
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		N8N_SECURE_COOKIE: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_LOG_LEVEL: 'debug',
		...more,
	};
}

/** Installs the tarball where n8n keeps its community nodes. */
export function installPackage(userFolder: string, tarball: string): void {
	const folder = path.join(userFolder, '.n8n', 'nodes');
	mkdirSync(folder, { recursive: true });
	writeFileSync(
		path.join(folder, 'package.json'),
		'{ "name": "installed-nodes", "private": true }',
	);
	// Without peers, as n8n itself does it: it lends every node its own n8n-workflow.
	const args = [
		'install',
		tarball,
		'--legacy-peer-deps',
		'--ignore-scripts',
		'--no-audit',
		'--no-fund',
	];
	const npm = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
	if (npm.status !== 0) throw new Error(`npm could not install ${tarball}:\n${npm.stderr}`);
}
