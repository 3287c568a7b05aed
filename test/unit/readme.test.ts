import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { resources } from '../../nodes/SocialPublishing/actions/resources';
import { devDependencies, homepage } from '../../package.json';
import { exampleFiles } from '../n8n/examples';
import { connectionErrors } from '../n8n/typicalErrors/connectionErrors';
import { inputErrors } from '../n8n/typicalErrors/inputErrors';
import { postErrors } from '../n8n/typicalErrors/postErrors';

const root = path.join(__dirname, '../..');
const images = path.join(root, 'docs/images');
const page = (name: string) => readFileSync(path.join(root, name), 'utf8');
const readme = page('README.md');

/** The rows of the table below a heading of a page, as lists of cells. */
function tableBelow(heading: string, text: string): string[][] {
	const [, section = ''] = text.split(`${heading}\n`);
	const lines = (section.split('\n## ')[0] ?? '').split('\n');
	return lines
		.filter((line) => line.startsWith('|') && !line.startsWith('| -'))
		.slice(1)
		.map((line) => line.split('|').slice(1, -1))
		.map((cells) => cells.map((cell) => cell.trim()));
}

describe('the README', () => {
	it('shows its pictures by absolute addresses below the homepage, as npm and n8n require', () => {
		const addresses = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, address]) => address);
		expect(addresses.length).toBeGreaterThan(1);
		const [address = ''] = homepage.split('#');
		const elsewhere = addresses.filter((each) => !each?.startsWith(`${address}/raw/main/docs/`));
		expect(elsewhere).toEqual([]);
	});

	it.each(resources.map(({ option, operations }) => [option.name, operations] as const))(
		'leads to a page that lists exactly the operations of %s',
		(resource, operations) => {
			const row = tableBelow('# Operations', page('docs/operations.md')).find(([names = '']) =>
				names.split(', ').includes(resource),
			);
			const listed = row?.[1]?.replace(/ \(.*?\)/g, '').split(', ');
			expect(listed?.sort()).toEqual(operations.map(({ option }) => option.name).sort());
		},
	);

	const errors = tableBelow('## What the error says', page('docs/errors.md'));
	const quotes = errors.map(([text = '']) => text.slice(1, -1));
	const provoked = [...connectionErrors, ...inputErrors, ...postErrors];
	it('leads to a page that quotes as many errors as tests in a real n8n cause', () => {
		expect(quotes).toHaveLength(provoked.length);
	});

	it.each(provoked.map(({ name, message }) => [name, message] as const))(
		'leads to a page that quotes an error of a test in a real n8n: %s',
		(_name, message) => {
			expect(quotes.filter((quote) => message.test(quote))).toHaveLength(1);
		},
	);

	it('leads to a page that names the versions of n8n that the tests run in', () => {
		const hosts = path.join(root, 'test/n8n/hosts');
		const versions = readdirSync(hosts).map((host) => {
			const text = readFileSync(path.join(hosts, host, 'package.json'), 'utf8');
			return (JSON.parse(text) as { dependencies: { n8n: string } }).dependencies.n8n;
		});
		const table = tableBelow('# Compatibility', page('docs/compatibility.md'));
		const named = table.map(([version]) => version);
		expect(named.slice(0, versions.length).sort()).toEqual(versions.sort());
	});

	it('states the version of ImageMagick that the build bundles', () => {
		expect(readme).toContain(
			`\`@imagemagick/magick-wasm\` ${devDependencies['@imagemagick/magick-wasm']}`,
		);
	});

	it.each(exampleFiles().map((file) => path.parse(file).name))(
		'links to the example %s, and to a page that shows its picture',
		(name) => {
			expect(readme).toContain(`](examples/${name}.json)`);
			expect(page('docs/examples.md')).toContain(`](../examples/${name}.json)`);
			expect(page('docs/examples.md')).toContain(`](images/examples/${name}.png)`);
		},
	);
});

it.each(
	readdirSync(images, { recursive: true, encoding: 'utf8' }).filter((file) =>
		file.endsWith('.png'),
	),
)('the picture %s has at most 150 kB, and a page shows it', (file) => {
	expect(statSync(path.join(images, file)).size).toBeLessThanOrEqual(150_000);
	const pages = [
		'README.md',
		...readdirSync(path.join(root, 'docs')).map((page) => `docs/${page}`),
	];
	const texts = pages
		.filter((page) => page.endsWith('.md') && existsSync(path.join(root, page)))
		.map((page) => readFileSync(path.join(root, page), 'utf8'));
	expect(texts.some((text) => text.includes(`images/${file}`))).toBe(true);
});
