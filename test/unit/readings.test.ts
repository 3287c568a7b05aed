import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../../nodes/SocialPublishing');
const readingsFolder = path.join('api', 'readings');

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
const readings = files.filter(({ file }) => file.startsWith(readingsFolder));
// transport/ must not import api/, so it contains a few tagged readings of its own.
const others = files.filter(({ file }) => !/^(api.readings|transport)\b/.test(file));

/** Names that the service's description states. */
const STATED = [
	'account_id',
	'brand_id',
	'created_at',
	'delivery_id',
	'end_date',
	'media_ids',
	'next_cursor',
	'needs_review',
	'reconnect_required',
	'scheduled_at',
	'start_date',
];
/** Names of the node's own outputs and events. */
const OWN = [
	'account_name',
	'destination_id',
	'empty_days',
	'error_message',
	'media_id',
	'post_id',
	'post_url',
];
/** In the code, only fields of records have such names. Names of one word are too common to search for. */
const FIELD_NAME = /(?<![\w$])[a-z]+(?:_[a-z]+)+(?![\w$])/g;

function fieldNamesIn(text: string): Set<string> {
	const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, '');
	return new Set(code.match(FIELD_NAME));
}

const guessed = new Set(readings.flatMap(({ text }) => [...fieldNamesIn(text)]));
for (const name of [...STATED, ...OWN]) guessed.delete(name);

it('the search finds the guessed names', () => {
	expect([...guessed]).toEqual(
		expect.arrayContaining(['display_name', 'published_url', 'publish_at', 'needs_reconnect']),
	);
});

it.each(others.map(({ file, text }) => [file, text]))(
	'%s contains no guessed name, which only api/readings/ may',
	(_file, text) => {
		const names = [...fieldNamesIn(text)].filter((name) => guessed.has(name));
		expect(names).toEqual([]);
		expect(text).not.toMatch(/\b(permalink|createdAt|updatedAt|publishedAt|partSize)\b/);
		// `readRecordId` reads the ID of a record.
		expect(text).not.toMatch(/firstText\((?!item\b)[\w.?]+\.id\)/);
	},
);

it.each(readings.map(({ file, text }) => [file, text]))(
	'%s tags its guesses with // reading(<gap>)',
	(file, text) => {
		const hasGuess = [...fieldNamesIn(text)].some((name) => guessed.has(name));
		if (hasGuess) expect([file, /\/\/ reading\([^)]+\)/.test(text)]).toEqual([file, true]);
	},
);

it('every tag names its gap', () => {
	const tags = files.flatMap(({ text }) => text.match(/\/\/ reading\b.*/g) ?? []);
	expect(tags.filter((tag) => !/^\/\/ reading\([^()]+\)(: |$)/.test(tag))).toEqual([]);
});
