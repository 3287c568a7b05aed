import { WIDE_PUNCTUATION } from './words';

const CHARACTER = `[^\\s<>"“”„«»\`|\\\\^{}${WIDE_PUNCTUATION}]`;
const UNSEPARATED = `(?![,;]https?://)${CHARACTER}`;
/** The rest of a link whose query contains a link: a parameter may be a list of links. */
const WITH_LINK_IN_QUERY = `(?:(?!\\?)${UNSEPARATED})*\\?(?:${UNSEPARATED})*?https?://(?:(?!(?<=[)\\]])[,;]https?://)${CHARACTER})+`;
/** Another link after a comma or semicolon is a link of its own; one in a parameter is not. */
const LINK = new RegExp(`https?://(?:${WITH_LINK_IN_QUERY}|(?:${UNSEPARATED})+)`, 'giu');
/** Punctuation or an emoji at the end of a link belongs to the sentence around it. */
const SENTENCE_END =
	/(?:[.,;:!?'*_~]|(?!\p{ASCII})[\p{P}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200d|\ufe0f)$/u;
const CLOSING = new Map([
	[')', '('],
	[']', '['],
]);

/**
 * Adds parameters to the query of each http(s) link in a text. Everything else in the text and in its links stays as it
 * is. Pure.
 *
 * @param parameters names and values, not encoded yet
 * @param isLeftAlone whether a link with this query, without its question mark, stays as it is
 */
export function addLinkParameters(
	text: string,
	parameters: Array<[name: string, value: string]>,
	isLeftAlone: (query: string) => boolean,
): string {
	const added = parameters.map(([name, value]) => `${name}=${encoded(value)}`).join('&');
	const withParameters = (link: string) => {
		const [address = '', ...fragments] = link.split('#');
		const [, query] = /\?(.*)$/s.exec(address) ?? [];
		if (isLeftAlone(query ?? '')) return link;
		const joint = query === undefined ? '?' : query === '' || query.endsWith('&') ? '' : '&';
		const fragment = fragments.map((part) => `#${part}`).join('');
		return `${address}${joint}${added}${fragment}`;
	};
	return splitAtLinks(text)
		.map((part, index) => (index % 2 === 1 ? withParameters(part) : part))
		.join('');
}

/** A text that was cut in the middle of an emoji cannot be encoded, so the half is left out. */
function encoded(value: string): string {
	return encodeURIComponent(value.replace(/\p{Surrogate}/gu, ''));
}

/** The parts of a text: the second, fourth, … is an http(s) link, and each of the others may be empty. Pure. */
export function splitAtLinks(text: string): string[] {
	const parts: string[] = [];
	let end = 0;
	for (const { 0: match, index } of text.matchAll(LINK)) {
		const link = withoutEnd(match);
		if (!hasHost(link)) continue;
		parts.push(text.slice(end, index), link);
		end = index + link.length;
	}
	return [...parts, text.slice(end)];
}

function hasHost(address: string): boolean {
	return /^https?:\/\/[^/?#]+/i.test(address);
}

/** A bracket at the end belongs to the link only if it was opened there. */
function withoutEnd(match: string): string {
	const last = match.at(-1) ?? '';
	const opening = CLOSING.get(last);
	const isOpenedBefore =
		opening !== undefined && match.split(opening).length >= match.split(last).length;
	if (isOpenedBefore) return match;
	const rest = opening === undefined ? match.replace(SENTENCE_END, '') : match.slice(0, -1);
	return rest === match ? match : withoutEnd(rest);
}
