/** Adds the full stop that a text from the service, or one made from parts, may lack. */
export function asSentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}
