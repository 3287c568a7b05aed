import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { homepage as readme } from '../../package.json';

/** A homepage may lead to the README on the page of the repository. */
const [homepage = ''] = readme.split('#');
const root = path.join(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const filesBelow = (folder: string, extension: RegExp) =>
	readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => extension.test(file))
		.map((file) => path.join(folder, file));

const pages = [
	...readdirSync(root).filter((file) => file.endsWith('.md')),
	...filesBelow('docs', /\.md$/),
	'test/README.md',
	'test/mutation/survivors.md',
];
const shipped = [
	...filesBelow('nodes', /\.node\.json$|\.ts$/),
	...filesBelow('credentials', /\.ts$/),
];

/** The anchors that GitHub creates for the headings of a page. */
function anchorsOf(page: string): string[] {
	const headings = read(page).matchAll(/^#{1,6} (.+)$/gm);
	return [...headings].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.trim()
			.replace(/\s/g, '-'),
	);
}

const linksOfPage = (page: string) =>
	[...read(page).matchAll(/\]\(([^)\s]+)\)|(?:href|src)="([^"]+)"/g)].map(
		([, inMarkdown, inHtml]) => inMarkdown ?? inHtml ?? '',
	);

/** Links to the documentation in texts that n8n shows. Other addresses belong to n8n or are examples. */
const linksOfShippedFile = (file: string) =>
	[...read(file).matchAll(/https:\/\/[^\s"'`<>]+/g)]
		.map(([address]) => address)
		.filter((address) => address.startsWith(homepage));

const links = [
	...pages.flatMap((page) => linksOfPage(page).map((link) => [page, link] as const)),
	...shipped.flatMap((file) => linksOfShippedFile(file).map((link) => [file, link] as const)),
];

it('every node and credential links to the documentation', () => {
	const sources = new Set(
		links.filter(([, link]) => link.startsWith(homepage)).map(([file]) => file),
	);
	expect([...sources]).toEqual(
		expect.arrayContaining(shipped.filter((file) => /\.node\.json$|\.credentials\.ts$/.test(file))),
	);
});

it.each(links)('%s links to a page and heading that exist: %s', (source, link) => {
	const isOwn = link.startsWith(homepage);
	if (!isOwn && /^https?:/.test(link)) {
		expect(URL.canParse(link)).toBe(true);
		return;
	}
	const [address = '', anchor] = link
		.slice(isOwn ? homepage.length : 0)
		.replace(/^\/(blob|raw)\/[^/]+\//, '')
		.split('#');
	const target = isOwn
		? path.join('.', address || 'README.md')
		: address === ''
			? source
			: path.join(path.dirname(source), address);
	expect(existsSync(path.join(root, target))).toBe(true);
	if (anchor !== undefined) expect(anchorsOf(target)).toContain(anchor);
});

// They name files by the end of their paths.
describe.each(['CONTRIBUTING.md', 'test/README.md'])('%s', (page) => {
	const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
	const paths = tracked.split('\n').map((file) => `/${file}`);
	const named = [...read(page).matchAll(/`([\w./-]+(?:\.(?:ts|mjs|json|md|yml)|\/))`/g)];

	it.each([...new Set(named.map(([, name = '']) => name))])(
		'names a file or folder that exists: %s',
		(name) => {
			const isNamed = name.endsWith('/')
				? (file: string) => file.includes(`/${name}`)
				: (file: string) => file.endsWith(`/${name}`);
			expect(paths.some(isNamed)).toBe(true);
		},
	);
});
