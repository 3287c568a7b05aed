import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.join(__dirname, '../../..');
const HOMEPAGE = 'https://github.com/somebody/n8n-nodes-social-publishing';

it('npm run homepage copies the homepage from package.json to all links and pictures', () => {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'homepage-'));
	const at = (file: string) => path.join(folder, file);
	for (const name of ['package.json', 'README.md', 'scripts', 'credentials', 'nodes']) {
		cpSync(path.join(root, name), at(name), { recursive: true });
	}
	const settings = JSON.parse(readFileSync(at('package.json'), 'utf8'));
	writeFileSync(
		at('package.json'),
		JSON.stringify({ ...settings, homepage: `${HOMEPAGE}#readme` }),
	);
	execFileSync(process.execPath, [at('scripts/setHomepage.mjs')]);
	for (const file of [
		'credentials/SocialPublishingApi.credentials.ts',
		'credentials/SocialPublishingOAuth2Api.credentials.ts',
		'nodes/SocialPublishing/SocialPublishing.node.json',
		'nodes/SocialPublishing/SocialPublishingPollTrigger.node.json',
		'nodes/SocialPublishing/SocialPublishingTrigger.node.json',
	]) {
		const text = readFileSync(at(file), 'utf8');
		expect(text).toContain(`${HOMEPAGE}/blob/main/docs/`);
		expect(text).not.toContain('https://example.com');
	}
	const pictures = /!\[[^\]]*\]\((\S+)\/raw\/main\/docs\/images\//g;
	const homepages = [...readFileSync(at('README.md'), 'utf8').matchAll(pictures)];
	expect(new Set(homepages.map(([, homepage]) => homepage))).toEqual(new Set([HOMEPAGE]));
	rmSync(folder, { recursive: true });
});
