import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { makeSuites } from '../suites/suites';
import canaries from './canaries.json';

/**
 * Shows that the checks can fail: replaces one place of the code at a time, in memory only, and runs the check that must
 * find it. Arguments select canaries by a part of their names. With `--suites`, each check runs in its suite, after other
 * files in a random order; checks that always run alone are left out.
 */
const root = path.join(__dirname, '../..');
const inSuites = process.argv.includes('--suites');
const wanted = process.argv.slice(2).filter((argument) => argument !== '--suites');
const suites = inSuites
	? makeSuites(['test/unit'], '.cache/canaries').filter((file) => file.startsWith('.cache/'))
	: [];

/** What Jest runs for a check: its file or, with `--suites`, its suite; undefined if it is in none. */
function fileFor(check: string): string | undefined {
	const contains = (suite: string) =>
		readFileSync(path.join(root, suite), 'utf8').includes(`"${check}"`);
	return inSuites ? suites.find(contains) : check;
}

/** @param index the canary to apply; undefined for none */
function passes(file: string, index?: number): boolean {
	const jest = path.join(root, 'node_modules/jest/bin/jest.js');
	const config = path.join(__dirname, 'jest.config.js');
	const args = [jest, '--config', config, '--maxWorkers=1', '--bail', file];
	const { status, stderr } = spawnSync(process.execPath, args, {
		cwd: root,
		encoding: 'utf8',
		// A property test prints the whole case that failed.
		maxBuffer: 256 * 1024 * 1024,
		env: {
			...(inSuites ? { CI: 'true' } : { PROPERTY_RUNS: runsOf(file) }),
			...process.env,
			CANARY: String(index ?? 'none'),
			CANARY_SUITES: String(inSuites),
		},
	});
	if (status !== 0 && !stderr.includes('Tests: ')) throw new Error(stderr);
	return status === 0;
}

/** At most as many as in CI: a canary is found much earlier. */
function runsOf(file: string): string {
	if (file.includes('slots')) return '60';
	return file.includes('forged') ? '4000' : '1000';
}

function requireOnce(file: string, find: string): void {
	const source = readFileSync(path.join(root, 'nodes/SocialPublishing', file), 'utf8');
	if (source.split(find).length !== 2) throw new Error(`${file} does not contain once: ${find}`);
}

const survivors: string[] = [];
const selected = [...canaries.entries()].flatMap(([index, canary]) => {
	const isWanted = wanted.length === 0 || wanted.some((part) => canary.name.includes(part));
	const jestFile = fileFor(canary.check);
	return isWanted && jestFile !== undefined ? [{ ...canary, index, jestFile }] : [];
});
for (const jestFile of new Set(selected.map((canary) => canary.jestFile))) {
	// A check that always fails would find every canary.
	if (!passes(jestFile)) throw new Error(`${jestFile} fails without a canary`);
}
for (const { index, name, file, find, check, jestFile } of selected) {
	requireOnce(file, find);
	const startMs = Date.now();
	const wasFound = !passes(jestFile, index);
	if (!wasFound) survivors.push(name);
	const seconds = Math.round((Date.now() - startMs) / 1_000);
	console.log(`${wasFound ? 'found   ' : 'SURVIVED'}  ${name}  (${check}, ${seconds} s)`);
}
if (survivors.length > 0) {
	console.error(`Not found: ${survivors.join('; ')}`);
	process.exitCode = 1;
}
