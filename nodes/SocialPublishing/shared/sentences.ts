/** Adds the full stop that a text from the service, or one made from parts, may lack. */
export function asSentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** For a title, or a text that goes on. */
export function withoutStop(text: string): string {
	return text.replace(/\.$/, '');
}
