import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import type { INodeType } from 'n8n-workflow';

/** The baseline node, compiled like the package: what runs TypeScript directly would add to its time. */
export function buildBaselineNode(): INodeType {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'baseline-node-'));
	try {
		const outfile = path.join(folder, 'BaselineNode.js');
		buildSync({
			entryPoints: [path.join(__dirname, 'BaselineNode.ts')],
			outfile,
			bundle: true,
			format: 'cjs',
			platform: 'node',
			target: 'es2022',
			// The one that n8n-core uses.
			alias: { 'n8n-workflow': createRequire(__filename).resolve('n8n-workflow') },
			external: [createRequire(__filename).resolve('n8n-workflow')],
		});
		const { BaselineNode }: { BaselineNode: new () => INodeType } =
			createRequire(__filename)(outfile);
		return new BaselineNode();
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
