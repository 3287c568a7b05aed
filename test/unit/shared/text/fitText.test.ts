import fc from 'fast-check';

import { shortenText, splitText } from '../../../../nodes/SocialPublishing/shared/text/fitText';
import { splitWords } from '../../../../nodes/SocialPublishing/shared/text/words';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Texts as people post them: words, links, tags, emoji, combining marks, scripts without spaces. */
const piece = fc.oneof(
	fc.constantFrom(
		'Fresh',
		'bread,',
		'(really)',
		'naïve',
		'cafe\u0301',
		'https://example.com/a?b=c#d',
		'www.example.com/x',
		'example.com/path',
		'#bread',
		'@baker',
		'👩‍👩‍👧‍👦',
		'👍🏽👍🏽',
		'🇩🇪🇫🇷',
		'1️⃣',
		'焼きたてのパンを買いました。',
		'新鲜面包，每天烘焙！',
		'ขนมปังสดใหม่ทุกวัน',
		'10\u00a0km',
		'…',
	),
	fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
);
const gap = fc.constantFrom(' ', '  ', '\n', '\r\n\r\n', '\t', '');
const texts = fc
	.array(fc.tuple(piece, gap), { minLength: 1, maxLength: 40 })
	.map((pieces) => pieces.flat().join(''));
const limits = fc.integer({ min: 1, max: 120 });

const withoutSpace = (text: string) => text.replace(/[^\S\u00a0\u202f\ufeff]+/g, '');
const linksIn = (text: string) => text.match(/(?:https?:\/\/|www\.)\S+/g) ?? [];

/** Where a text may be cut without harm to a grapheme. */
function boundariesOf(text: string): Set<number> {
	return new Set([...[...graphemes.segment(text)].map(({ index }) => index), text.length]);
}

it('splitWords keeps all but the white space at the end of a text, and splits no grapheme', () => {
	fc.assert(
		fc.property(texts, (text) => {
			const words = splitWords(text);
			const whole = words.map(({ before, text: word }) => before + word).join('');
			expect(text.startsWith(whole)).toBe(true);
			expect(withoutSpace(text.slice(whole.length))).toBe('');
			let position = 0;
			for (const { before, text: word } of words) {
				position += before.length;
				expect(boundariesOf(text)).toContain(position);
				position += word.length;
			}
		}),
		{ numRuns: 300 },
	);
});

describe('splitText', () => {
	it('keeps the text and its order, in parts within the limit', () => {
		fc.assert(
			fc.property(texts, limits, (text, limit) => {
				const parts = splitText(text, limit);
				if (parts === undefined) {
					expect(splitWords(text).some(({ text: word }) => word.length > limit)).toBe(true);
					return;
				}
				expect(withoutSpace(parts.join(''))).toBe(withoutSpace(text));
				for (const part of parts) expect(part.length).toBeLessThanOrEqual(limit);
				expect(parts.flatMap(linksIn).length).toBeLessThanOrEqual(linksIn(parts.join(' ')).length);
			}),
			{ numRuns: 300 },
		);
	});

	it('splits only between words, and fills each part', () => {
		fc.assert(
			fc.property(texts, limits, (text, limit) => {
				const parts = splitText(text, limit) ?? [];
				const words = splitWords(text).map(({ text: word }) => word);
				expect(parts.flatMap((part) => splitWords(part).map((word) => word.text)).join('')).toBe(
					parts.length === 0 ? '' : words.join(''),
				);
				for (const [index, part] of parts.slice(0, -1).entries()) {
					const [next] = splitWords(parts[index + 1] ?? '');
					expect(`${part}${next?.text}`.length).toBeGreaterThan(limit - 4);
				}
			}),
			{ numRuns: 200 },
		);
	});

	it.each([
		['one two three', 7, ['one two', 'three']],
		['one\n\ntwo', 4, ['one', 'two']],
		['short', 10, ['short']],
		['See https://example.com/a now', 25, ['See https://example.com/a', 'now']],
		['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 11, ['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦']],
		['焼きたてのパン。', 5, ['焼きたての', 'パン。']],
		['10\u00a0km run', 6, ['10\u00a0km', 'run']],
		['https://example.com/very/long', 20, undefined],
	])('splits %j into parts of at most %d characters: %j', (text, limit, parts) => {
		expect(splitText(text, limit)).toEqual(parts);
	});
});

describe('shortenText', () => {
	it('returns words of the text in their order, within the limit', () => {
		fc.assert(
			fc.property(texts, limits, (text, limit) => {
				const short = shortenText(text, limit);
				if (short === undefined || short === text) return;
				expect(short.length).toBeLessThanOrEqual(limit);
				const [start = '', ...end] = short.split(/ ?…(?: (?=\S*(?:www|http|\.)))?/u);
				expect(text.trimStart().startsWith(start.trimStart())).toBe(true);
				for (const link of linksIn(end.join(' '))) expect(text).toContain(link);
			}),
			{ numRuns: 300 },
		);
	});

	it.each([
		['Fresh bread every day', 12, 'Fresh bread…'],
		['Fresh bread, every day', 13, 'Fresh bread…'],
		['Fresh bread every day https://example.com/a', 30, 'Fresh… https://example.com/a'],
		['See https://example.com/a for more news', 27, 'See https://example.com/a …'],
		['See https://a.example/1 or https://b.example/2', 28, 'See https://a.example/1 or…'],
		['Made by @baker and friends', 18, 'Made by @baker …'],
		['Fresh 👩‍👩‍👧‍👦👩‍👩‍👧‍👦 bread', 20, 'Fresh 👩‍👩‍👧‍👦…'],
		['Fresh bread   ', 11, 'Fresh bread'],
		['Supercalifragilistic', 10, undefined],
		['https://example.com/very/long/link and more', 20, undefined],
	])('shortens %j to at most %d characters: %j', (text, limit, short) => {
		expect(shortenText(text, limit)).toBe(short);
	});
});

it.each([
	['a'.repeat(100_000)],
	['a.'.repeat(50_000)],
	['a b '.repeat(25_000)],
	['面包'.repeat(20_000)],
	['👍🏽'.repeat(20_000)],
	[Array.from({ length: 2_000 }, (_, index) => `word https://a.example/${index}`).join(' ')],
])('splitText and shortenText fit a very long text: %.20s', (text) => {
	const parts = splitText(text, 1_000) ?? [];
	const short = shortenText(text, 1_000) ?? '';
	for (const part of [...parts, short]) expect(part.length).toBeLessThanOrEqual(1_000);
});
