import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';

/** n8n puts every node of a folder of custom nodes under this name. */
export const LEAST_TRIGGER_TYPE = 'CUSTOM.leastTrigger';

/** @returns a folder for n8n's `N8N_CUSTOM_EXTENSIONS` */
export function buildLeastTrigger(): string {
	const outdir = mkdtempSync(path.join(os.tmpdir(), 'least-trigger-'));
	buildSync({
		// n8n looks for files that end so, and for a class of the same name.
		entryPoints: { 'LeastTrigger.node': path.join(__dirname, 'LeastTrigger.ts') },
		outdir,
		bundle: true,
		format: 'cjs',
		platform: 'node',
	});
	return outdir;
}
