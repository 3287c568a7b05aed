import { jsonParse, type IDataObject } from 'n8n-workflow';

import { memoize } from '../shared/maps';
import { InputFailure } from '../shared/failure';
import { isRecord } from '../shared/json';
import type { Item } from './item';

/** The fields of each item that have been read, by name. */
const valuesOf = memoize<Item, Map<string, unknown>>(() => new Map());

/**
 * The value of a field as the editor or an expression returned it. Each is read once per item, because n8n takes long to
 * evaluate an expression. n8n's own validation is skipped: it would search all fields of the node, and none declares any.
 *
 * @param fallback the same wherever the field is read
 */
export function readParameter(item: Item, name: string, fallback: unknown): unknown {
	const values = valuesOf(item);
	if (!values.has(name)) {
		const { functions, index } = item;
		values.set(name, functions.getNodeParameter(name, index, fallback, { skipValidation: true }));
	}
	return values.get(name);
}

/** The value of a text field, which may be empty. Numbers, which expressions often return, become text. */
export function readText(item: Item, name: string, label: string): string {
	return asText(readParameter(item, name, ''), label);
}

export function asText(value: unknown, label: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value;
	if (Number.isFinite(value)) return String(value);
	throw new InputFailure(`'${label}' must be text, not ${kindOf(value)}`);
}

/** A boolean. Text such as "true", which expressions often return, is accepted; empty text counts as not set. */
export function asBoolean(value: unknown, label: string, fallback: boolean): boolean {
	if (value === undefined || value === null || value === '') return fallback;
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw new InputFailure(`'${label}' must be true or false`);
}

/**
 * One of the values of a dropdown.
 *
 * @throws InputFailure for any other value, which an expression may have returned
 */
export function asChoice<T extends string>(
	value: unknown,
	choices: readonly T[],
	label: string,
): T {
	const chosen = choices.find((choice) => choice === value);
	if (chosen !== undefined) return chosen;
	const others = choices.slice(0, -1).join(', ');
	throw new InputFailure(`'${label}' must be ${others} or ${choices.at(-1)}`);
}

/** The ID in a resource locator or a text field, which may be empty. */
export function readOptionalId(item: Item, name: string, label: string): string {
	const value = readParameter(item, name, '');
	const isLocator = isRecord(value) && 'mode' in value && 'value' in value;
	return asText(isLocator ? value.value : value, label).trim();
}

/** The ID of a record, chosen from the list or typed in. */
export function readId(item: Item, name: string, label: string): string {
	const id = readOptionalId(item, name, label);
	if (id === '')
		throw new InputFailure(`'${label}' is empty`, 'Choose it from the list or enter its ID.');
	return id;
}

/** A collection of optional fields, which contains only those that the user added. */
export function readCollection(item: Item, name: string): IDataObject {
	const value = readParameter(item, name, {});
	return isRecord(value) ? value : {};
}

/** Texts, such as IDs, as an array, a JSON array, comma-separated text, or a single one. */
export function readIds(value: unknown, label: string): string[] {
	return asList(value, label)
		.map((entry) => asText(entry, label).trim())
		.filter((entry) => entry !== '');
}

/** Several values in one field: an array, a JSON array as text, or comma-separated text. */
function asList(value: unknown, label: string): unknown[] {
	if (typeof value !== 'string') return [value ?? []].flat();
	return value.trim().startsWith('[') ? [readJson(value, label)].flat() : value.split(',');
}

/** The value of a JSON field. An expression may have returned the parsed value. */
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
	return new InputFailure(`'${label}' is not valid JSON`);
}

export function readJsonObject(value: unknown, label: string): IDataObject {
	const parsed = readJson(value, label) ?? {};
	if (!isRecord(parsed))
		throw new InputFailure(`'${label}' must be a JSON object, not ${kindOf(parsed)}`);
	return parsed;
}

export function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	// What an expression makes of a missing number.
	if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Binary field names from a list or comma-separated text. */
export function readPropertyNames(value: unknown, label: string): string[] {
	return asList(value, label)
		.map((name) => {
			if (typeof name === 'string') return name.trim();
			throw new InputFailure(
				`'${label}' must be the name of a binary field, such as data, not ${kindOf(name)}`,
			);
		})
		.filter((name) => name !== '');
}
