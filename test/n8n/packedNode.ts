import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import type { Report } from './install';

const PROJECT_FOLDER = path.join(__dirname, '..', '..');

/**
 * Builds and packs the package as for publishing. If the environment variable PACKED_NODE contains the path of a
 * tarball, that one is used instead.
 *
 * @returns the tarball's path
 * @throws with the output of the step that failed
 */
export function packNode(report: Report): string {
	if (process.env.PACKED_NODE) return process.env.PACKED_NODE;

	report('Building the package …');
	runNpm(['run', 'build']);
	report('Packing the package …');
	const folder = mkdtempSync(path.join(os.tmpdir(), 'packed-node-'));
	const fileName = runNpm(['pack', '--silent', '--pack-destination', folder]).trim();
	return path.join(folder, path.basename(fileName));
}

/**
 * Installs the tarball where n8n keeps its community nodes.
 *
 * @throws with npm's output if it cannot be installed
 */
export function installPackedNode(userFolder: string, tarball: string): void {
	const folder = path.join(userFolder, '.n8n', 'nodes');
	mkdirSync(folder, { recursive: true });
	writeFileSync(
		path.join(folder, 'package.json'),
		'{ "name": "installed-nodes", "private": true }',
	);
	// Without peer dependencies, like n8n itself: it provides n8n-workflow to every node.
	const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
	runNpm(['install', tarball, ...options], folder);
}

function runNpm(args: string[], cwd = PROJECT_FOLDER): string {
	const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
	if (status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
	return stdout;
}
