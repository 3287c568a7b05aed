const LINK = /https?:\/\/[^\s<>"“”„«»`|\\^{}。、！？」』）】]+/giu;
/** Punctuation at the end of a link belongs to the sentence around it. */
const SENTENCE_END = /[.,;:!?'’…*_~]$/u;
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
	const added = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
	return text.replace(LINK, (match) => {
		const link = withoutEnd(match);
		const [address = '', ...fragments] = link.split('#');
		const [, query] = /\?(.*)$/s.exec(address) ?? [];
		if (!hasHost(address) || isLeftAlone(query ?? '')) return match;
		const joint = query === undefined ? '?' : query === '' || query.endsWith('&') ? '' : '&';
		const fragment = fragments.map((part) => `#${part}`).join('');
		return `${address}${joint}${added}${fragment}${match.slice(link.length)}`;
	});
}

function hasHost(address: string): boolean {
	return /^https?:\/\/[^/?]+/i.test(address);
}

/** A bracket at the end belongs to the link only if it was opened there. */
function withoutEnd(match: string): string {
	const last = match.at(-1) ?? '';
	const opening = CLOSING.get(last);
	const isOpenedBefore =
		opening !== undefined && match.split(opening).length >= match.split(last).length;
	if (isOpenedBefore || (opening === undefined && !SENTENCE_END.test(match))) return match;
	return withoutEnd(match.slice(0, -1));
}
