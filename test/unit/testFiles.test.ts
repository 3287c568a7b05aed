import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** So that `npx jest <name>` runs one file, and a name in a report is enough to find it. */
it('no two test files have the same name', () => {
	const names = execFileSync('git', ['ls-files', '*.test.ts'], { cwd: path.join(__dirname, '..') })
		.toString()
		.trim()
		.split('\n')
		.map((file) => path.basename(file));
	const repeated = names.filter((name, index) => names.indexOf(name) !== index);
	expect(names.length).toBeGreaterThan(400);
	expect(repeated).toEqual([]);
});
