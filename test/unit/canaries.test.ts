import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import canaries from '../canaries/canaries.json';

const ROOT = path.join(__dirname, '../..');
const NODES = path.join(ROOT, 'nodes/SocialPublishing');

// Running them takes long, so at least each must still apply to the code as it is.
it.each(canaries)(
	'the line that the canary breaks exists exactly once: $name',
	({ file, find }) => {
		const source = readFileSync(path.join(NODES, file), 'utf8');
		expect(source.split(find)).toHaveLength(2);
	},
);

it.each(canaries)('the test that must catch the canary exists: $name', ({ check }) => {
	expect(existsSync(path.join(ROOT, check))).toBe(true);
});
