import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';

/** n8n puts every node of a folder of custom nodes under this name. */
export const MINIMAL_TRIGGER_TYPE = 'CUSTOM.minimalTrigger';

/** @returns a folder for n8n's `N8N_CUSTOM_EXTENSIONS` */
export function buildMinimalTrigger(): string {
	const outdir = mkdtempSync(path.join(os.tmpdir(), 'minimal-trigger-'));
	buildSync({
		// n8n looks for files that end so, and for a class of the same name.
		entryPoints: { 'MinimalTrigger.node': path.join(__dirname, 'MinimalTrigger.ts') },
		outdir,
		bundle: true,
		format: 'cjs',
		platform: 'node',
	});
	return outdir;
}
