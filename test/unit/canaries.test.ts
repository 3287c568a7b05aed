import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import canaries from '../canaries/canaries.json';

const ROOT = path.join(__dirname, '../..');
const NODES = path.join(ROOT, 'nodes/SocialPublishing');

// Running the canaries takes long. These tests only check that each still applies to the code.
it.each(canaries)('the line that a canary breaks exists exactly once: $name', ({ file, find }) => {
	const source = readFileSync(path.join(NODES, file), 'utf8');
	expect(source.split(find)).toHaveLength(2);
});

it.each(canaries)('the test that must detect a canary exists: $name', ({ check }) => {
	expect(existsSync(path.join(ROOT, check))).toBe(true);
});
