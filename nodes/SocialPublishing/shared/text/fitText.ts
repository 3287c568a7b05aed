import { splitWords, type Word } from './words';

const ELLIPSIS = '…';
/** Punctuation that would look wrong before the ellipsis. */
const TRAILING_PUNCTUATION = /[.,;:…–—-]+$/u;

/**
 * Shortens a text to `limit` UTF-16 code units: its first words, an ellipsis, and as many of the later links
 * as fit. Words, links and emoji stay whole. Pure.
 *
 * @returns undefined if not even the first word fits
 */
export function shortenText(text: string, limit: number): string | undefined {
	if (text.length <= limit) return text;
	const words = splitWords(text);
	if (words[0] !== undefined) words[0].before = '';
	if (join(words).length <= limit) return join(words);

	const links = findLinks(words);
	let kept = 0;
	for (let length = 1; kept < links.length; kept++) {
		length += 1 + (links[kept]?.text.length ?? 0);
		if (length > limit) break;
	}
	for (; kept >= 0; kept--) {
		const shortened = withLinks(words, links.slice(0, kept), limit);
		if (shortened !== undefined) return shortened;
	}
	return undefined;
}

/** The links of a text that its shortened form lacks. Pure. */
export function droppedLinks(text: string, shortened: string): string[] {
	return findLinks(splitWords(text))
		.map((link) => link.text.replace(TRAILING_PUNCTUATION, ''))
		.filter((link) => !shortened.includes(link));
}

interface Link {
	text: string;
	/** Index of the first word that is this link. */
	index: number;
}

function findLinks(words: Word[]): Link[] {
	const links = new Map<string, Link>();
	for (const [index, { text, isLink }] of words.entries()) {
		if (isLink && !links.has(text)) links.set(text, { text, index });
	}
	return [...links.values()];
}

/** The longest beginning that leaves room for those of the links that it does not contain. */
function withLinks(words: Word[], links: Link[], limit: number): string | undefined {
	const unused = [...links];
	const later: string[] = [];
	let length = join(words).length;
	let laterLength = 0;
	for (let index = words.length - 1; index > 0; index--) {
		const word = words[index];
		const last = words[index - 1];
		if (word === undefined || last === undefined) return undefined;
		length -= word.before.length + word.text.length;
		if (unused.at(-1)?.index === index) {
			unused.pop();
			later.unshift(word.text);
			laterLength += 1 + word.text.length;
		}
		const end = withEllipsis(last);
		if (length - last.text.length + end.length + laterLength > limit) continue;
		return [join(words.slice(0, index - 1)) + last.before + end, ...later].join(' ');
	}
	return undefined;
}

function withEllipsis({ text, isOpenEnded }: Word): string {
	if (isOpenEnded) return `${text} ${ELLIPSIS}`;
	const bare = text.replace(TRAILING_PUNCTUATION, '');
	return `${bare === '' ? text : bare}${ELLIPSIS}`;
}

function join(words: Word[]): string {
	return words.map(({ before, text }) => before + text).join('');
}

/**
 * Splits a text into parts of at most `limit` UTF-16 code units, each as long as possible. Only white space between two
 * parts is left out. Words, links and emoji stay whole. Pure.
 *
 * @returns undefined if a word is longer than a part
 */
export function splitText(text: string, limit: number): string[] | undefined {
	if (text.length <= limit) return [text];
	const parts: string[] = [];
	let part = '';
	for (const word of splitWords(text)) {
		if (word.text.length > limit) return undefined;
		const longer = part === '' ? word.text : part + word.before + word.text;
		if (longer.length > limit) {
			parts.push(part);
			part = word.text;
		} else {
			part = longer;
		}
	}
	return part === '' ? parts : [...parts, part];
}
