import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../shared/json';

/** How many references deep a schema is followed: it may contain itself. */
const MOST_STEPS = 8;

/**
 * A JSON Schema with what it refers to within its document (`#/$defs/…`), and all parts of `allOf`, put in their
 * place. Of other documents nothing is known.
 *
 * @param root the document
 */
export function resolveSchema(
	schema: unknown,
	root: IDataObject,
	stepsLeft = MOST_STEPS,
): IDataObject {
	if (!isRecord(schema) || stepsLeft === 0) return {};
	const follow = (part: unknown) => resolveSchema(part, root, stepsLeft - 1);
	const { $ref, allOf, ...own } = schema;
	const parts: IDataObject[] = [...listOf(allOf), find($ref, root)].map(follow);
	const all = [...parts, own];
	const merged: IDataObject = Object.assign({}, ...all);
	if (all.some(({ properties }) => isRecord(properties))) {
		merged.properties = Object.assign({}, ...all.map(({ properties }) => properties));
		merged.required = all.flatMap(({ required }) => listOf(required));
	}
	for (const name of ['anyOf', 'oneOf']) {
		if (Array.isArray(own[name])) merged[name] = own[name].map(follow);
	}
	return merged;
}

function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

/** What a JSON Pointer (RFC 6901) in a fragment leads to. */
function find(reference: unknown, root: IDataObject): unknown {
	if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
	const names = reference.slice(1).split('/').slice(1);
	let place: unknown = root;
	for (const name of names) {
		const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
		place = isRecord(place) ? place[key] : undefined;
	}
	return place;
}
