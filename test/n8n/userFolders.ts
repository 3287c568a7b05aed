import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import type { HostVersion } from './install';
import { installPackedNode } from './packedNode';
import type { RunningN8n, StartOptions } from './runningN8n';

/** The environment variable with the template of a version's user folders, which the workers of Jest inherit. */
const templateVariable = (version: HostVersion) => `N8N_USER_FOLDER_TEMPLATE_${version}`;

/**
 * Starts and stops each n8n once. Each further n8n with a database of its own starts from a copy of what this one has
 * stored: the tables, the owner and the packed node. This saves a third of the CPU time of a start.
 */
export async function makeTemplates(
	start: (version: HostVersion) => Promise<RunningN8n>,
): Promise<void> {
	const make = async (version: HostVersion) => {
		const n8n = await start(version);
		await n8n.shutDown();
		rmSync(n8n.logFile);
		process.env[templateVariable(version)] = n8n.userFolder;
	};
	await Promise.all([make(1), make(2)]);
}

export function removeTemplates(): void {
	for (const version of [1, 2] as const) {
		const template = process.env[templateVariable(version)];
		if (template !== undefined) rmSync(template, { recursive: true, force: true });
	}
}

/** The user folder of an n8n that is about to start, and whether its database has an owner. */
export function makeUserFolder(
	version: HostVersion,
	{ userFolder, tarball, env }: StartOptions,
): { userFolder: string; hasOwner: boolean } {
	if (userFolder !== undefined) {
		installPackedNode(userFolder, tarball);
		return { userFolder, hasOwner: true };
	}
	const folder = mkdtempSync(path.join(os.tmpdir(), 'n8n-user-'));
	// With another database, the owner is missing, and often the encryption key is another one.
	const template = env?.DB_TYPE === undefined ? process.env[templateVariable(version)] : undefined;
	if (template === undefined) installPackedNode(folder, tarball);
	else cpSync(template, folder, { recursive: true, verbatimSymlinks: true });
	return { userFolder: folder, hasOwner: template !== undefined };
}
