import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import type { INodeType } from 'n8n-workflow';

/** The least node, compiled like the package: what runs TypeScript directly would add to its time. */
export function buildLeastNode(): INodeType {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'least-node-'));
	try {
		const outfile = path.join(folder, 'LeastNode.js');
		buildSync({
			entryPoints: [path.join(__dirname, 'LeastNode.ts')],
			outfile,
			bundle: true,
			format: 'cjs',
			platform: 'node',
			target: 'es2022',
			// The one that n8n-core uses.
			alias: { 'n8n-workflow': createRequire(__filename).resolve('n8n-workflow') },
			external: [createRequire(__filename).resolve('n8n-workflow')],
		});
		const { LeastNode }: { LeastNode: new () => INodeType } = createRequire(__filename)(outfile);
		return new LeastNode();
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
