/** Adds the full stop that a text from the service, or one made from parts, may lack. */
export function asSentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** For a title, or a text that goes on. */
export function withoutStop(text: string): string {
	return text.replace(/\.$/, '');
}

/** The beginning of a text. */
export function cutText(text: string, maxCharacters: number): string {
	return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}…`;
}

/** The beginning and the end of a text: an error ends with what to do next. */
export function cutMiddle(text: string, maxCharacters: number): string {
	if (text.length <= maxCharacters) return text;
	const half = Math.floor(maxCharacters / 2);
	return `${text.slice(0, half)} … ${text.slice(-half)}`;
}

/** Shortens a text to a number of characters, on one line. */
export function shortenToLine(text: string, longest: number): string {
	const characters = [...text.replace(/\s+/g, ' ').trim()];
	if (characters.length <= longest) return characters.join('');
	return `${characters
		.slice(0, longest - 1)
		.join('')
		.trimEnd()}…`;
}
