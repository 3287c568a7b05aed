import fc from 'fast-check';

import { addLinkParameters } from '../../../../nodes/SocialPublishing/shared/text/addLinkParameters';

const add = (text: string) =>
	addLinkParameters(text, [['utm_source', 'a b&c']], (query) => query.includes('utm_'));
const TAG = 'utm_source=a%20b%26c';

it.each([
	['https://a.example/b', `https://a.example/b?${TAG}`],
	['HTTP://a.example', `HTTP://a.example?${TAG}`],
	['https://a.example/b?c=1', `https://a.example/b?c=1&${TAG}`],
	['https://a.example/b?', `https://a.example/b?${TAG}?`],
	['https://a.example/b?c=1&', `https://a.example/b?c=1&${TAG}`],
	['https://a.example/b#c', `https://a.example/b?${TAG}#c`],
	['https://a.example/b?c=%20#d?e#f', `https://a.example/b?c=%20&${TAG}#d?e#f`],
	['Read https://a.example/b, now.', `Read https://a.example/b?${TAG}, now.`],
	['(https://a.example/b).', `(https://a.example/b?${TAG}).`],
	[
		'https://a.example/?q=https://b.example/x_(y),https://c.example',
		`https://a.example/?q=https://b.example/x_(y)&${TAG},https://c.example?${TAG}`,
	],
	[
		'(https://a.example/?q=https://b.example),https://c.example',
		`(https://a.example/?q=https://b.example&${TAG}),https://c.example?${TAG}`,
	],
	['https://a.example/b_(c)', `https://a.example/b_(c)?${TAG}`],
	['[More](https://a.example/b)', `[More](https://a.example/b?${TAG})`],
	['"https://a.example/b"', `"https://a.example/b?${TAG}"`],
	['見る：https://a.example/b。', `見る：https://a.example/b?${TAG}。`],
	// Titles contain a wide colon, too.
	['https://a.example/b：c', `https://a.example/b：c?${TAG}`],
	['《https://a.example/b》', `《https://a.example/b?${TAG}》`],
	['‹https://a.example/b›', `‹https://a.example/b?${TAG}›`],
	['https://a.example/b، ثم', `https://a.example/b?${TAG}، ثم`],
	['👉https://a.example/b👈🏽', `👉https://a.example/b?${TAG}👈🏽`],
	['https://a.example/b❤️!', `https://a.example/b?${TAG}❤️!`],
	['https://a.example/ß/été', `https://a.example/ß/été?${TAG}`],
	['https://a.example,https://b.example', `https://a.example?${TAG},https://b.example?${TAG}`],
	['https://a.example?b=https://c.example', `https://a.example?b=https://c.example&${TAG}`],
	[
		'https://a.example?b=1,https://c.example?d=2',
		`https://a.example?b=1&${TAG},https://c.example?d=2&${TAG}`,
	],
	[
		'https://a.example/?b=https://c.example,https://d.example;https://e.example',
		`https://a.example/?b=https://c.example,https://d.example;https://e.example&${TAG}`,
	],
	['https://a.example\nhttps://b.example', `https://a.example?${TAG}\nhttps://b.example?${TAG}`],
])('addLinkParameters turns %j into %j', (text, expected) => {
	expect(add(text)).toBe(expected);
});

it.each([
	'https://a.example/b?utm_medium=mail',
	'https://',
	'https://?b=c',
	'www.a.example/b',
	'ftp://a.example/b',
	'mail@a.example',
	'',
])('addLinkParameters leaves %j as it is', (text) => {
	expect(add(text)).toBe(text);
});

it('addLinkParameters leaves out half an emoji, which a value that was cut may end with', () => {
	const value = 'Cake 🍰'.slice(0, 6);
	expect(addLinkParameters('https://a.example', [['utm_content', value]], () => false)).toBe(
		'https://a.example?utm_content=Cake%20',
	);
});

it('addLinkParameters adds only the parameters, wherever the links are', () => {
	const part = fc.constantFrom(
		'https://a.example',
		'/b',
		'?c=d',
		'#e',
		' ',
		'.',
		'(',
		')',
		'&',
		'x',
	);
	fc.assert(
		fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
			const text = parts.join('');
			expect(
				add(text)
					.replaceAll(new RegExp(`[?&]?${TAG}`, 'g'), '')
					.replaceAll(/[?&]/g, ''),
			).toBe(text.replaceAll(/[?&]/g, ''));
		}),
	);
});
