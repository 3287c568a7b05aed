import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/json';

/** The most schemas to follow from one. The arguments of a tool take far fewer. */
const MAX_SCHEMAS = 1_000;

/**
 * Resolves the references of a JSON Schema within its document (`#/$defs/…`) and merges the parts of `allOf`.
 * References to other documents are ignored.
 *
 * @param root the document that contains the schema
 * @param resolved the schemas resolved so far: one that contains itself is empty within itself
 */
export function resolveSchema(
	schema: unknown,
	root: IDataObject,
	resolved = new Map<IDataObject, IDataObject>(),
): IDataObject {
	if (!isRecord(schema) || resolved.size >= MAX_SCHEMAS) return {};
	const known = resolved.get(schema);
	if (known !== undefined) return known;
	resolved.set(schema, {});
	const merged = merge(schema, root, (part) => resolveSchema(part, root, resolved));
	resolved.set(schema, merged);
	return merged;
}

function merge(
	schema: IDataObject,
	root: IDataObject,
	follow: (part: unknown) => IDataObject,
): IDataObject {
	const { $ref, allOf, ...keywords } = schema;
	const parts: IDataObject[] = [...listOf(allOf), resolveReference($ref, root)].map(follow);
	const all = [...parts, keywords];
	const merged: IDataObject = Object.assign({}, ...all);
	if (all.some(({ properties }) => isRecord(properties))) {
		merged.properties = Object.assign({}, ...all.map(({ properties }) => properties));
		merged.required = all.flatMap(({ required }) => listOf(required));
	}
	for (const name of ['anyOf', 'oneOf']) {
		if (Array.isArray(keywords[name])) merged[name] = keywords[name].map(follow);
	}
	return merged;
}

function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

/** Resolves a reference whose fragment is a JSON Pointer (RFC 6901). */
function resolveReference(reference: unknown, root: IDataObject): unknown {
	if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
	const tokens = reference.slice(1).split('/').slice(1);
	let value: unknown = root;
	for (const token of tokens) {
		const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
		value = isRecord(value) ? value[key] : undefined;
	}
	return value;
}
