import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import settings from '../../../package.json';

const root = path.join(__dirname, '../../..');
/** Nothing listens here, so a request to the registry fails with a different error. */
const REGISTRY = 'http://127.0.0.1:9/';
const OWNER = {
	author: { name: 'Somebody', email: 'somebody@publishing.example' },
	homepage: 'https://github.com/somebody/nodes',
	repository: { type: 'git', url: 'https://github.com/somebody/nodes.git' },
};
let folder: string;

beforeEach(() => {
	folder = mkdtempSync(path.join(os.tmpdir(), 'publishing-'));
	cpSync(path.join(root, 'scripts'), path.join(folder, 'scripts'), { recursive: true });
	save(settings);
});

afterEach(() => rmSync(folder, { recursive: true }));

const save = (content: object) =>
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify(content));

function run(command: string, ...args: string[]) {
	// If these were set, npm would publish with the provenance of a workflow.
	const env = { ...process.env, GITHUB_ACTIONS: '', GITLAB_CI: '' };
	return spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
}

/** Publishes without the scripts of the package, which a setting of npm can turn off. */
function publish(...options: string[]) {
	const token = `--${REGISTRY.replace('http:', '')}:_authToken=none`;
	const to = [`--registry=${REGISTRY}`, token, '--fetch-retries=0', '--ignore-scripts'];
	return run('npm', 'publish', ...to, ...options);
}

it.each([[[]], [['--provenance=false']], [['--access=public', '--force']]])(
	'npm refuses to publish the package by hand with the options %j',
	(options) => {
		const { status, stderr } = publish(...options);
		expect(status).not.toBe(0);
		expect(stderr).toContain('EPRIVATE');
	},
);

it('npm refuses to publish the package without the provenance of a workflow, even if it is public', () => {
	expect(run('npm', 'pkg', 'delete', 'private').status).toBe(0);
	const { status, stderr } = publish();
	expect(status).not.toBe(0);
	expect(stderr).toContain('provenance generation not supported');
});

it('a release stops if package.json contains a placeholder', () => {
	const script = path.join(folder, 'scripts/checkOwner.mjs');
	const { status, stderr } = run(process.execPath, script);
	expect(status).toBe(1);
	expect(stderr).toContain('Fill in author.email, homepage, repository.url in package.json');

	save({ ...settings, ...OWNER });
	expect(run(process.execPath, script)).toMatchObject({ status: 0, stderr: '' });
});
