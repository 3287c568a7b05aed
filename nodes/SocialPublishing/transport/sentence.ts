/** A text of the service, or put together from parts, with the full stop that it may lack. */
export function asSentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}
