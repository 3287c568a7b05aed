import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import canaries from './canaries.json';

/**
 * Shows that the checks can fail: replaces one place of the code at a time, in memory only, and runs the check that must
 * find it. Arguments select canaries by a part of their names.
 */
const root = path.join(__dirname, '../..');
const wanted = process.argv.slice(2);

/** @param index the canary to apply; undefined for none */
function passes(check: string, index?: number): boolean {
	const jest = path.join(root, 'node_modules/jest/bin/jest.js');
	const config = path.join(__dirname, 'jest.config.js');
	const args = [jest, '--config', config, '--maxWorkers=1', '--bail', check];
	const { status, stderr } = spawnSync(process.execPath, args, {
		cwd: root,
		encoding: 'utf8',
		// A property test prints the whole case that failed.
		maxBuffer: 256 * 1024 * 1024,
		env: { PROPERTY_RUNS: runsOf(check), ...process.env, CANARY: String(index ?? 'none') },
	});
	if (status !== 0 && !stderr.includes('Tests: ')) throw new Error(stderr);
	return status === 0;
}

/** At most as many as in CI: a canary is found much earlier. */
function runsOf(check: string): string {
	if (check.includes('slots')) return '60';
	return check.includes('forged') ? '4000' : '1000';
}

function requireOnce(file: string, find: string): void {
	const source = readFileSync(path.join(root, 'nodes/SocialPublishing', file), 'utf8');
	if (source.split(find).length !== 2) throw new Error(`${file} does not contain once: ${find}`);
}

const survivors: string[] = [];
const selected = [...canaries.entries()].filter(
	([, { name }]) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
for (const check of new Set(selected.map(([, canary]) => canary.check))) {
	// A check that always fails would find every canary.
	if (!passes(check)) throw new Error(`${check} fails without a canary`);
}
for (const [index, { name, file, find, check }] of selected) {
	requireOnce(file, find);
	const startMs = Date.now();
	const wasFound = !passes(check, index);
	if (!wasFound) survivors.push(name);
	const seconds = Math.round((Date.now() - startMs) / 1_000);
	console.log(`${wasFound ? 'found   ' : 'SURVIVED'}  ${name}  (${check}, ${seconds} s)`);
}
if (survivors.length > 0) {
	console.error(`Not found: ${survivors.join('; ')}`);
	process.exitCode = 1;
}
