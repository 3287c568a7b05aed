import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/json';
import { getOrCompute } from '../shared/maps';

/** Limits how deep references are followed, because a schema may contain itself. */
const MAX_DEPTH = 8;

/**
 * Resolves the references of a JSON Schema within its document (`#/$defs/…`) and merges the parts of `allOf`.
 * References to other documents are ignored.
 *
 * @param root the document that contains the schema
 */
export function resolveSchema(schema: unknown, root: IDataObject): IDataObject {
	return resolve(schema, root, MAX_DEPTH, new Map());
}

/**
 * @param resolved the schemas resolved so far, by depth: without them, a schema that refers to itself in many places would
 *   be resolved over and over
 */
function resolve(
	schema: unknown,
	root: IDataObject,
	depthLeft: number,
	resolved: Map<number, Map<IDataObject, IDataObject>>,
): IDataObject {
	if (!isRecord(schema) || depthLeft === 0) return {};
	const known = getOrCompute<number, Map<IDataObject, IDataObject>>(
		resolved,
		depthLeft,
		() => new Map(),
	);
	const follow = (part: unknown) => resolve(part, root, depthLeft - 1, resolved);
	return getOrCompute(known, schema, () => merge(schema, root, follow));
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
