import { createHash } from 'node:crypto';
import path from 'node:path';

import { changesBetween, sharedState } from './sharedState';

const ROOT = path.join(__dirname, '../..');

/**
 * Runs test files in one process, in an order that follows from Jest's seed. Fails if one of them leaves something changed
 * that the others use.
 *
 * @param files from the root of the project
 */
export function runSuite(files: string[]): void {
	const leaks: string[] = [];
	let before = sharedState();
	const findLeaks = (file: string, when: string) => {
		const after = sharedState();
		const changes = changesBetween(before, after);
		before = after;
		if (changes.length === 0) return;
		leaks.push(`${file} ${when} ${changes.join(', ')}`);
		// With a clock that stands still, the next files would wait forever.
		jest.useRealTimers();
		before = sharedState();
	};
	for (const file of inOrder(files)) {
		describe(file, () => {
			jest.requireActual(path.join(ROOT, file));
			findLeaks(file, 'changes as soon as it is loaded:');
			// Jest runs the hooks of a file in the order of their definition, so this one is its last.
			afterAll(() => {
				jest.restoreAllMocks();
				findLeaks(file, 'leaves changed:');
			});
		});
	}
	it('no test file changes what the others use', () => {
		expect(leaks).toEqual([]);
	});
}

/** `SUITE_FILES` states which files to run, and in which order: see findLeak.js. */
function inOrder(files: string[]): string[] {
	const { SUITE_FILES } = process.env;
	if (SUITE_FILES !== undefined) return SUITE_FILES.split(' ');
	const rank = (file: string) =>
		createHash('sha1').update(`${jest.getSeed()} ${file}`).digest('hex');
	return files
		.map((file) => ({ file, rank: rank(file) }))
		.sort((one, other) => (one.rank < other.rank ? -1 : 1))
		.map(({ file }) => file);
}
