import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import sabotages from '../sabotage/sabotages.json';

const ROOT = path.join(__dirname, '../..');
const NODES = path.join(ROOT, 'nodes/SocialPublishing');

// Running them takes long, so at least each must still apply to the code as it is.
it.each(sabotages)('the place to sabotage exists exactly once: $name', ({ file, find }) => {
	const source = readFileSync(path.join(NODES, file), 'utf8');
	expect(source.split(find)).toHaveLength(2);
});

it.each(sabotages)('the check that must notice exists: $name', ({ check }) => {
	expect(existsSync(path.join(ROOT, check))).toBe(true);
});
