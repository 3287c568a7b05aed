import type { IDataObject } from 'n8n-workflow';

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

export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** JSON with sorted keys: equal values have equal text. */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(withSortedKeys(value));
}

/** A replacer of JSON.stringify does the same in twice the time. */
function withSortedKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withSortedKeys);
	if (!isRecord(value)) return value;
	if (typeof value.toJSON === 'function') return withSortedKeys(value.toJSON());
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries.map(([key, entry]) => [key, withSortedKeys(entry)]));
}
