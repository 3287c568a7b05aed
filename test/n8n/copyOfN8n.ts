import { cpSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import type { RunningN8n } from './runningN8n';

/** Copies what n8n has stored, as a backup does, and starts it again. Returns the user folder of the copy. */
export async function copyUserFolder(n8n: RunningN8n): Promise<string> {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'n8n-copy-'));
	// SQLite must not be writing while its files are copied.
	await n8n.kill9();
	cpSync(n8n.userFolder, folder, { recursive: true, verbatimSymlinks: true });
	await n8n.start();
	await n8n.rest.logIn();
	return folder;
}
