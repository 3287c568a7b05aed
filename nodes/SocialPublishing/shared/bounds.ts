import { isRecord } from './json';

/** n8n, like JSON.stringify, fails with values that are nested some thousand levels deep. */
const DEEPEST_LEVEL = 100;
const TOO_DEEP = '(nested too deeply)';

/** The beginning of a text. */
export function cutText(text: string, mostCharacters: number): string {
	return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
}

/** The beginning and the end of a text: an error ends with what to do next. */
export function cutMiddle(text: string, mostCharacters: number): string {
	if (text.length <= mostCharacters) return text;
	const half = Math.floor(mostCharacters / 2);
	return `${text.slice(0, half)} … ${text.slice(-half)}`;
}

/**
 * A copy of JSON data that is fit to be passed on: nothing in it is nested more than 100 levels deep.
 *
 * @param toText what becomes of each text, and of each name of a field
 * @param mostCharacters of all texts and values together; what comes after them is left out
 */
export function boundedCopy(
	data: unknown,
	toText: (text: string) => string = (text) => text,
	mostCharacters = Infinity,
): unknown {
	let charactersLeft = mostCharacters;

	function copyText(text: string): string {
		const copy = cutText(toText(text), Math.max(0, charactersLeft));
		charactersLeft -= copy.length;
		return copy;
	}

	function copy(value: unknown, level: number): unknown {
		if (typeof value === 'string') return copyText(value);
		charactersLeft--;
		if (Array.isArray(value)) {
			if (level > DEEPEST_LEVEL) return TOO_DEEP;
			const entries: unknown[] = [];
			for (const entry of value) {
				if (charactersLeft <= 0) break;
				entries.push(copy(entry, level + 1));
			}
			return entries;
		}
		if (!isRecord(value)) return value;
		if (level > DEEPEST_LEVEL) return TOO_DEEP;
		const fields: Array<[string, unknown]> = [];
		for (const name of Object.keys(value)) {
			if (charactersLeft <= 0) break;
			fields.push([copyText(name), copy(value[name], level + 1)]);
		}
		// Unlike an assignment, this also copies a field called `__proto__`.
		return Object.fromEntries(fields);
	}

	return copy(data, 1);
}
