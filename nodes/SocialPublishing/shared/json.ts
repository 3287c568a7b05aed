import type { IDataObject } from 'n8n-workflow';

import { cutText } from './text/sentences';

/** The record in a response: `data` itself, or an empty record where the service sent none. */
export function readRecord(data: unknown): IDataObject {
	return isRecord(data) ? data : {};
}

export function firstText(...candidates: unknown[]): string | undefined {
	for (const candidate of candidates) {
		// JSON may contain a number that is too large for JavaScript.
		if (Number.isFinite(candidate)) return String(candidate);
		const text = textOf(candidate);
		if (text !== undefined) return text;
	}
	return undefined;
}

/** The values in a record under these names. */
export function valuesOf(record: IDataObject, names: string[]): Array<IDataObject[string]> {
	return names.map((name) => record[name]);
}

export function firstTextIn(record: IDataObject, names: string[]): string | undefined {
	return firstText(...valuesOf(record, names));
}

export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Whether a value is neither missing nor empty. */
export function isGiven(value: unknown): boolean {
	return value !== undefined && value !== null && value !== '';
}

/** The value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** JSON with sorted keys: equal values have equal text. */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(withSortedKeys(value));
}

/** A replacer for JSON.stringify would take twice the time. */
function withSortedKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withSortedKeys);
	if (!isRecord(value)) return value;
	if (typeof value.toJSON === 'function') return withSortedKeys(value.toJSON());
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries.map(([key, entry]) => [key, withSortedKeys(entry)]));
}

/** n8n, like JSON.stringify, fails with values that are nested some thousand levels deep. */
const MAX_DEPTH = 100;
const TOO_DEEP = '(nested too deeply)';

/**
 * A copy of JSON data that is nested at most 100 levels deep.
 *
 * @param toText changes each text and each field name
 * @param maxCharacters for all texts and values together; the rest is left out
 */
export function boundedCopy(
	data: unknown,
	toText: (text: string) => string = (text) => text,
	maxCharacters = Infinity,
): unknown {
	let charactersLeft = maxCharacters;

	function copyText(text: string): string {
		const copy = cutText(toText(text), Math.max(0, charactersLeft));
		charactersLeft -= copy.length;
		return copy;
	}

	function copy(value: unknown, level: number): unknown {
		if (typeof value === 'string') return copyText(value);
		charactersLeft--;
		if (Array.isArray(value)) {
			if (level > MAX_DEPTH) return TOO_DEEP;
			const entries: unknown[] = [];
			for (const entry of value) {
				if (charactersLeft <= 0) break;
				entries.push(copy(entry, level + 1));
			}
			return entries;
		}
		if (!isRecord(value)) return value;
		if (level > MAX_DEPTH) return TOO_DEEP;
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
