import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { testsOf } from './areas';

const UNIT_TESTS = path.join(__dirname, '../unit');

/** The paths of the test files at `name`, a folder or the name of one test file without its ending. */
function testFilesAt(name: string): string[] {
	const place = path.join(UNIT_TESTS, name);
	if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) return [`${place}.test.ts`];
	return readdirSync(place, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.test.ts'))
		.map((file) => path.join(place, file));
}

// All in one test file: Jest loads n8n's engine anew for each, which takes longer than most tests.
for (const file of testsOf(process.env.MUTATION_AREA).flatMap(testFilesAt)) {
	describe(path.relative(UNIT_TESTS, file), () => {
		jest.requireActual(file);
	});
}
