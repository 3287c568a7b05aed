import { jsonParse, type IDataObject } from 'n8n-workflow';
import { InputFailure } from '../shared/failure';
import { isRecord } from '../shared/json';
import type { Item } from './item';

/** A field's value as it came out of the editor or an expression. */
export function readParameter(item: Item, name: string, fallback?: unknown): unknown {
	return item.functions.getNodeParameter(name, item.index, fallback, { extractValue: true });
}

/** A text field, an empty one included. Numbers, as expressions often give them, are taken as text. */
export function readText(item: Item, name: string, label: string): string {
	return asText(readParameter(item, name, ''), label);
}

export function asText(value: unknown, label: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value;
	if (typeof value === 'number') return String(value);
	throw new InputFailure(`${label} must be text, not ${kindOf(value)}`);
}

/** A switch. As text, as expressions often give it, it counts too; empty, it is as if it were not set. */
export function asBoolean(value: unknown, label: string, fallback: boolean): boolean {
	if (value === undefined || value === null || value === '') return fallback;
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw new InputFailure(`${label} must be true or false`);
}

/** The id of a record, from a picker or typed in. */
export function readId(item: Item, name: string, label: string): string {
	const id = readText(item, name, label).trim();
	if (id === '')
		throw new InputFailure(
			`${label} is empty`,
			`Choose it from the list or enter its ID. Nothing was sent.`,
		);
	return id;
}

/** A collection of optional fields; only those that the user has added are in it. */
export function readCollection(item: Item, name: string): IDataObject {
	const value = readParameter(item, name, {});
	return isRecord(value) ? value : {};
}

/** Ids as an array, also one in JSON, as one text with commas, or a single one. */
export function readIds(value: unknown, label: string): string[] {
	return asList(value, label)
		.map((entry) => asText(entry, label).trim())
		.filter((entry) => entry !== '');
}

/** Several values in one field: an array, also one that an expression has made JSON of, or a text with commas. */
export function asList(value: unknown, label: string): unknown[] {
	if (typeof value !== 'string') return [value ?? []].flat();
	return value.trim().startsWith('[') ? [readJson(value, label)].flat() : value.split(',');
}

/** A JSON field, which an expression may have filled with the value itself. */
export function readJson(value: unknown, label: string): unknown {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	try {
		return jsonParse<unknown>(value);
	} catch {
		throw invalidJson(label);
	}
}

function invalidJson(label: string): InputFailure {
	return new InputFailure(`${label} is not valid JSON`);
}

export function readJsonObject(value: unknown, label: string): IDataObject {
	const parsed = readJson(value, label) ?? {};
	if (!isRecord(parsed))
		throw new InputFailure(`${label} must be a JSON object, not ${kindOf(parsed)}`);
	return parsed;
}

export function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Binary field names from a text with commas, or a list. */
export function readPropertyNames(value: unknown, label: string): string[] {
	return asList(value, label)
		.map((name) => {
			if (typeof name === 'string') return name.trim();
			throw new InputFailure(
				`${label} must be the name of a binary field, such as data, not ${kindOf(name)}`,
			);
		})
		.filter((name) => name !== '');
}
