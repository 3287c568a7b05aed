import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.join(__dirname, '../../..');
let folder: string;

beforeEach(() => {
	folder = mkdtempSync(path.join(os.tmpdir(), 'changelog-'));
	for (const name of ['package.json', 'scripts']) {
		cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
	}
	git('init', '--quiet');
	git('remote', 'add', 'origin', 'https://example.com/nodes.git');
});

afterEach(() => rmSync(folder, { recursive: true }));

function git(...args: string[]) {
	const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
	execFileSync('git', [...identity, ...args], { cwd: folder });
}

const commit = (message: string) => git('commit', '--quiet', '--allow-empty', '-m', message);

/** As the release does, before it commits the new version. */
function makeChangelog(): string {
	const script = require.resolve('auto-changelog/src/index.js');
	execFileSync(process.execPath, [script, '-p'], { cwd: folder });
	return readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8');
}

it('the changelog tells users what is new and what was fixed, and nothing else', () => {
	commit('feat: post to all accounts of a brand');
	commit('fix(trigger): say when an event is too old');
	commit('perf: send one request less');
	commit('test: post twice');
	commit('refactor: move the tests');
	commit('feat: bring in the brands');
	const changelog = makeChangelog();
	expect(changelog).toMatch(
		/## 0\.\d+\.\d+.*\s+### New\s+- Post to all accounts of a brand\s+### Fixed\s+- Say when an event is too old\s+### Faster\s+- Send one request less\s*$/,
	);
});

it('earlier releases stay in the changelog', () => {
	commit('feat: publish posts');
	git('tag', '0.0.1');
	commit('fix: publish posts once');
	expect(makeChangelog()).toMatch(
		/Publish posts once\s+## 0\.0\.1 \(.+\)\s+### New\s+- Publish posts\s*$/,
	);
});
