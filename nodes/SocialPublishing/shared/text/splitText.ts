import { splitWords } from './words';

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
