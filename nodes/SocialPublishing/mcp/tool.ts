import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { getOrCompute, getOrRead } from '../shared/maps';
import { isRecord, readRecord, textOf } from '../shared/json';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { followCursors } from '../transport/paginate';
import type { Call } from '../transport/types';
import { readResponse, toCall } from './jsonRpc';
import { readToolResult, withToolError, type ToolResult } from './toolResult';

/** A tool as the service describes it. */
export interface Tool {
	name: string;
	description: string;
	/** The JSON Schema of each argument, by name. */
	properties: Record<string, IDataObject>;
	required: string[];
	/** The tool's complete description, as received. */
	record: IDataObject;
}

/** The maximum number of pages to read. A list of tools has far fewer. */
const MAX_PAGES = 50;

/** All tools, in the service's order. */
export async function listTools(
	connection: Connection,
	purpose = 'list the tools',
): Promise<Tool[]> {
	const fetchPage = async (cursor: string | undefined) => {
		const params = cursor === undefined ? {} : { cursor };
		const { data } = await call(
			connection,
			toCall({ purpose, method: 'tools/list', params, safety: 'safe' }),
		);
		const result = readRecord(data);
		const records = Array.isArray(result.tools) ? result.tools.filter(isRecord) : [];
		return { records, nextCursor: textOf(result.nextCursor) };
	};
	const tools: Tool[] = [];
	let pagesLeft = MAX_PAGES;
	for await (const { records } of followCursors(fetchPage, (page) => page.records)) {
		for (const record of records) tools.push(...readTool(record));
		if (--pagesLeft === 0) break;
	}
	return tools;
}

/** Empty for a record without a name. */
function readTool(record: IDataObject): Tool[] {
	const name = textOf(record.name);
	if (name === undefined) return [];
	const root = readRecord(record.inputSchema);
	const schema = resolveSchema(root, root);
	const properties: Record<string, IDataObject> = {};
	for (const [argument, property] of Object.entries(readRecord(schema.properties))) {
		properties[argument] = resolveSchema(property, root);
	}
	return [
		{
			name,
			description: textOf(record.description) ?? '',
			properties,
			required: [schema.required].flat().filter((argument) => typeof argument === 'string'),
			record,
		},
	];
}

/** The values that are arguments of the tool. */
export function argumentsFor({ properties }: Tool, values: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(values).filter(([name]) => name in properties));
}

export function purposeOf(toolName: string): string {
	return `call the tool ${toolName}`;
}

/** The tools of each connection, listed once per execution. */
const toolsOf = new WeakMap<Connection, Promise<Tool[]>>();

/** @throws ServiceFailure that lists the available tools if there is none with this name */
export async function findTool(connection: Connection, name: string): Promise<Tool> {
	const list = async () => await listTools(connection, purposeOf(name));
	const tools = await getOrRead(toolsOf, connection, list);
	const found = tools.find((tool) => tool.name === name);
	if (found !== undefined) return found;
	const names = tools.map((tool) => tool.name).join(', ');
	throw new ServiceFailure(
		`The service has no tool "${name}"`,
		names === ''
			? "The service offers no tools. Check the 'MCP URL' in the credential."
			: `Choose one of these: ${names}.`,
	);
}

/**
 * Calls a tool with complete arguments.
 *
 * @throws ServiceFailure, also if the tool itself reports an error
 */
export async function callTool(
	connection: Connection,
	name: string,
	args: IDataObject,
	options: Pick<Call, 'safety' | 'wasSentBefore' | 'repeatAdvice'> & { purpose?: string },
): Promise<ToolResult> {
	const { safety, purpose = purposeOf(name), wasSentBefore, repeatAdvice } = options;
	const params = { name, arguments: args };
	const { data } = await call(connection, {
		...toCall({ purpose, method: 'tools/call', params, name, safety }),
		wasSentBefore,
		repeatAdvice,
		readResponse: (...response) => withToolError(connection, safety, readResponse(...response)),
	});
	return readToolResult(connection, data);
}

/** Limits how deep references are followed, because a schema may contain itself. */
const MAX_DEPTH = 8;

/**
 * Resolves the references of a JSON Schema within its document (`#/$defs/…`) and merges the parts of `allOf`.
 * References to other documents are ignored.
 *
 * @param root the document that contains the schema
 */
function resolveSchema(schema: unknown, root: IDataObject): IDataObject {
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
