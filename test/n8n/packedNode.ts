import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import type { Report } from './install';

const PROJECT_FOLDER = path.join(__dirname, '..', '..');

/**
 * Builds the package and packs it as it would be published; the environment variable PACKED_NODE may name a tarball
 * that has been made already.
 *
 * @returns the tarball's path, in a temporary folder
 * @throws with the output of the step that failed
 */
export function packNode(report: Report): string {
	if (process.env.PACKED_NODE) return process.env.PACKED_NODE;

	report('Building the package …');
	runNpm(['run', 'build']);
	report('Packing it …');
	const folder = mkdtempSync(path.join(os.tmpdir(), 'packed-node-'));
	const fileName = runNpm(['pack', '--silent', '--pack-destination', folder]).trim();
	return path.join(folder, path.basename(fileName));
}

function runNpm(args: string[]): string {
	const { status, stdout, stderr } = spawnSync('npm', args, {
		cwd: PROJECT_FOLDER,
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
	return stdout;
}
