import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Side } from './expected';

const ROOT = path.join(__dirname, '../..');
const CODE = ['nodes', 'credentials'];
const TESTS = ['test', 'gulp', 'package.json', 'jest.config.js'];
/** What Jest prints of a world. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const run = promisify(execFile);

/** A state of the code in a folder of its own, with the present tests. It finds `node_modules` in the folders above. */
export class State {
	private readonly folder: string;

	constructor(side: Side) {
		this.folder = path.join(ROOT, '.cache/recorder', side);
	}

	/** Copies the code of a commit, or that of the working tree. */
	prepare(commit: string | undefined): void {
		rmSync(this.folder, { recursive: true, force: true });
		mkdirSync(this.folder, { recursive: true });
		copy(commit === undefined ? [...TESTS, ...CODE] : TESTS, this.folder);
		if (commit === undefined) return;
		const archive = execFileSync('git', ['archive', commit, ...CODE], {
			cwd: ROOT,
			maxBuffer: MAX_OUTPUT_BYTES,
		});
		execFileSync('tar', ['-x', '-C', this.folder], { input: archive });
	}

	/**
	 * Plays a world.
	 *
	 * @returns the record of each seed: see `unpack`
	 */
	async record(world: string, first: number, last: number): Promise<Map<number, string>> {
		const file = path.join(this.folder, 'recorded.txt');
		rmSync(file, { force: true });
		const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
		const config = path.join(this.folder, 'test/recorder/jest.config.js');
		await run(process.execPath, [jest, '--config', config], {
			cwd: this.folder,
			maxBuffer: MAX_OUTPUT_BYTES,
			env: {
				...process.env,
				RECORDED_WORLD: world,
				RECORDED_SEEDS: `${first}-${last}`,
				RECORDED_FILE: file,
				// What Node does beside JavaScript, such as reading files, ends in the order in which it began.
				UV_THREADPOOL_SIZE: '1',
			},
		});
		return readRecords(file);
	}
}

/** Copies what Git knows or would add: not the installations of n8n, for example. */
function copy(places: string[], to: string): void {
	const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...places];
	const files = execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8' }).split('\0');
	for (const file of new Set(files)) {
		const from = path.join(ROOT, file);
		if (file !== '' && existsSync(from)) cpSync(from, path.join(to, file));
	}
}

function readRecords(file: string): Map<number, string> {
	const lines = readFileSync(file, 'utf8').trim().split('\n');
	return new Map(lines.map((line) => [Number.parseInt(line), line.slice(line.indexOf(' ') + 1)]));
}
