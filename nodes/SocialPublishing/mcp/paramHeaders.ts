import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/json';

/** An argument that is sent as a header as well, so that a gateway can read it without the body. */
interface ParamHeader {
	/** Where the argument is, from the outside in. */
	path: string[];
	/** The name of the header, without its prefix. */
	name: string;
}

export interface ParamHeaders {
	headers: ParamHeader[];
	/** Why the tool must not be used, as it completes "…, because"; undefined for a valid tool. */
	fault: string | undefined;
}

/** A keyword of the protocol in the JSON Schema of an argument. */
const ANNOTATION = 'x-mcp-header';
const PREFIX = 'Mcp-Param-';

const TYPES: unknown[] = ['string', 'integer', 'boolean'];

/** The name of a header (RFC 9110, `token`). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Keywords whose value is one schema or a list of schemas. */
const NESTED_SCHEMAS =
	'items prefixItems contains additionalProperties unevaluatedProperties unevaluatedItems propertyNames oneOf anyOf allOf not if then else'.split(
		' ',
	);
/** Keywords whose value has a schema for each name. */
const NAMED_SCHEMAS = 'patternProperties dependentSchemas $defs definitions'.split(' ');

/**
 * Reads which arguments are sent as headers. The protocol allows the annotation only on properties, at any depth, and excludes
 * a tool with an annotation that breaks one of its rules.
 *
 * @param schema the input schema exactly as received, because an annotation behind a reference is not allowed
 */
export function readParamHeaders(schema: unknown): ParamHeaders {
	const headers: ParamHeader[] = [];
	for (const { path, value, node } of annotationsIn(schema, [])) {
		const fault = faultOf(path, value, node, headers);
		if (fault !== undefined) return { headers: [], fault };
		headers.push({ path: path ?? [], name: String(value) });
	}
	return { headers, fault: undefined };
}

interface Annotation {
	/** Undefined where a value has no fixed place in the arguments. */
	path: string[] | undefined;
	value: unknown;
	node: IDataObject;
}

function* annotationsIn(node: unknown, path: string[] | undefined): Generator<Annotation> {
	if (!isRecord(node)) return;
	if (ANNOTATION in node) yield { path, value: node[ANNOTATION], node };
	if (isRecord(node.properties)) {
		for (const [name, property] of Object.entries(node.properties)) {
			yield* annotationsIn(property, path && [...path, name]);
		}
	}
	const others = [
		...NESTED_SCHEMAS.flatMap((keyword) => node[keyword]),
		...NAMED_SCHEMAS.flatMap((keyword) => Object.values(Object(node[keyword]))),
	];
	for (const schema of others) yield* annotationsIn(schema, undefined);
}

function faultOf(
	path: string[] | undefined,
	value: unknown,
	{ type }: IDataObject,
	earlier: ParamHeader[],
): string | undefined {
	if (path === undefined || path.length === 0)
		return `its schema has ${ANNOTATION} in a place other than a property`;
	const argument = path.join('.');
	if (typeof value !== 'string' || !TOKEN.test(value))
		return `${ANNOTATION} of the argument ${argument} is not the name of a header`;
	if (!TYPES.includes(type))
		return `the argument ${argument} has ${ANNOTATION}, but is not a string, an integer or a boolean`;
	const isTaken = earlier.some(({ name }) => name.toLowerCase() === value.toLowerCase());
	return isTaken ? `two arguments have the same ${ANNOTATION} (${value})` : undefined;
}

/** The headers for the arguments of a call. An argument that is missing or null has no header. */
export function paramHeadersFor(headers: ParamHeader[], args: IDataObject): Record<string, string> {
	const entries = headers.flatMap(({ path, name }) => {
		const text = asText(valueAt(args, path));
		return text === undefined ? [] : [[`${PREFIX}${name}`, encodeHeaderValue(text)]];
	});
	return Object.fromEntries(entries);
}

function valueAt(args: IDataObject, path: string[]): unknown {
	let value: unknown = args;
	for (const name of path) {
		value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
	}
	return value;
}

function asText(value: unknown): string | undefined {
	// Both sides must read the same number, so an integer beyond the exact ones has no header.
	const isInexact = Number.isInteger(value) && !Number.isSafeInteger(value);
	const isPlain = ['string', 'boolean', 'number'].includes(typeof value);
	return isPlain && !isInexact ? String(value) : undefined;
}

/** Encodes text as Base64 if it is not allowed in a header, in the form that the protocol defines. */
export function encodeHeaderValue(text: string): string {
	if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?/i.test(text))
		return text;
	return `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
