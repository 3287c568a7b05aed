import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { labelsInCode } from './support/labelsInCode';

const root = path.join(__dirname, '../..');
const recorded = JSON.parse(
	readFileSync(path.join(root, 'docs/images/labels.json'), 'utf8'),
) as Record<string, string[]>;
const pictures = readdirSync(path.join(root, 'docs/images'), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.png'))
	.map((file) => file.replace('.png', ''));

it('the labels of every picture in docs/images are recorded', () => {
	expect(Object.keys(recorded).sort()).toEqual(pictures.sort());
});

/** What a picture can show without being out of date. */
function labelsToday(picture: string): ReadonlySet<string> {
	if (!picture.startsWith('examples/')) return labelsInCode;
	const workflow = JSON.parse(readFileSync(path.join(root, `${picture}.json`), 'utf8')) as {
		nodes: Array<{ name: string }>;
	};
	return new Set(workflow.nodes.map(({ name }) => name));
}

it.each(Object.entries(recorded))(
	'%s.png shows only labels that exist: if not, run npm run pictures',
	(picture, labels) => {
		const today = labelsToday(picture);
		expect(labels.filter((label) => !today.has(label))).toEqual([]);
	},
);
