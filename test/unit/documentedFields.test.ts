import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { allFields } from './support/formFields';

const docs = path.join(__dirname, '../../docs');
const pages = readdirSync(docs)
	.filter((file) => file.endsWith('.md'))
	.map((file) => readFileSync(path.join(docs, file), 'utf8').replace(/\s+/g, ' '));

const optionalFields = new SocialPublishing().description.properties
	.filter(({ type }) => type === 'collection')
	.flatMap(({ options = [] }) =>
		allFields(options.filter((option) => 'type' in option)).map(({ displayName }) => displayName),
	);

/** In running text, a label is in italics. In a table of options, it is a cell of its own or one of several. */
function isNamedOn(page: string, label: string): boolean {
	const cells = page.split('|').flatMap((cell) => cell.split(', '));
	return page.includes(`_${label}_`) || cells.some((cell) => cell.trim() === label);
}

it.each([...new Set(optionalFields)])('a page in docs/ names the option or filter %s', (label) => {
	expect(pages.some((page) => isNamedOn(page, label))).toBe(true);
});
