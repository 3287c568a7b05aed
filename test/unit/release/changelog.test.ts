import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.join(__dirname, '../../..');
let folder: string;

beforeEach(() => {
	folder = mkdtempSync(path.join(os.tmpdir(), 'changelog-'));
	for (const name of ['package.json', 'scripts', 'CHANGELOG.md']) {
		cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
	}
	git('init', '--quiet');
	git('remote', 'add', 'origin', 'https://example.com/nodes.git');
	commit('feat: publish posts');
	git('tag', '0.1.0');
});

afterEach(() => rmSync(folder, { recursive: true }));

function git(...args: string[]) {
	const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
	execFileSync('git', [...identity, ...args], { cwd: folder });
}

const commit = (message: string) => git('commit', '--quiet', '--allow-empty', '-m', message);

/** Generates the changelog as a release does before it commits the new version. */
function makeChangelog(version: string): string {
	const file = path.join(folder, 'package.json');
	writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version }));
	const script = require.resolve('auto-changelog/src/index.js');
	execFileSync(process.execPath, [script, '-p'], { cwd: folder });
	return readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8');
}

it('the changelog lists only new features, fixes and performance improvements', () => {
	commit('feat: post to all accounts of a brand');
	commit('fix(trigger): say when an event is too old');
	commit('perf: send one request less');
	commit('test: post twice');
	commit('refactor: move the tests');
	commit('feat: bring in the brands');
	const [entry] = makeChangelog('0.2.0').split('<!--');
	expect(entry).toMatch(
		/## 0\.2\.0.*\s+### New\s+- Post to all accounts of a brand\s+### Fixed\s+- Say when an event is too old\s+### Faster\s+- Send one request less\s*$/,
	);
});

it('the changelog keeps the entries of earlier releases, including the handwritten first one', () => {
	const written = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8').split('<!--')[1];
	commit('fix: publish posts once');
	makeChangelog('0.1.1');
	git('tag', '0.1.1');
	commit('feat: publish videos');
	const [generated, byHand] = makeChangelog('0.2.0').split('<!--');
	expect(generated).toMatch(
		/Publish videos\s+## 0\.1\.1 \(.+\)\s+### Fixed\s+- Publish posts once\s*$/,
	);
	expect(byHand).toBe(written);
});

it('the changelog has an entry for the version in package.json', () => {
	const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
	expect(makeChangelog(version)).toContain(`\n## ${version}`);
});
