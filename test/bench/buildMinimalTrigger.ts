import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';

/** n8n adds the prefix CUSTOM to all nodes in a custom extensions folder. */
export const MINIMAL_TRIGGER_TYPE = 'CUSTOM.minimalTrigger';

/** @returns the path of a folder for n8n's `N8N_CUSTOM_EXTENSIONS` */
export function buildMinimalTrigger(): string {
	const outdir = mkdtempSync(path.join(os.tmpdir(), 'minimal-trigger-'));
	buildSync({
		// n8n looks for files that end in `.node.js`, and for a class of the same name.
		entryPoints: { 'MinimalTrigger.node': path.join(__dirname, 'MinimalTrigger.ts') },
		outdir,
		bundle: true,
		format: 'cjs',
		platform: 'node',
	});
	return outdir;
}
