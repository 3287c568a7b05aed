import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { getOrCompute, getOrRead } from '../shared/maps';
import { canonicalJson, isRecord, readRecord, textOf } from '../shared/json';
import type { Connection } from '../transport/connection';
import { followCursors } from '../transport/paginate';
import type { Call } from '../transport/types';
import { readResponse } from './jsonRpc';
import { paramHeadersFor, readParamHeaders, type ParamHeaders } from './paramHeaders';
import { sendToolsRequest } from './protocol';
import { HEADER_MISMATCH } from './protocolErrors';
import { resolveSchema } from './schema';
import { readToolResult, TOOL_EXPLANATIONS, withToolError, type ToolResult } from './toolResult';

/** A tool as the service describes it. A tool with a fault must not be offered or called. */
export interface Tool extends ParamHeaders {
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

/** All tools, also those with a fault, in the service's order, each once. */
export async function listTools(
	connection: Connection,
	purpose = 'list the tools',
): Promise<Tool[]> {
	const fetchPage = async (cursor: string | undefined) => {
		const params = cursor === undefined ? {} : { cursor };
		const method = 'tools/list';
		const request = { purpose, method, params, safety: 'safe' } as const;
		const { data } = await sendToolsRequest(connection, request);
		const result = readRecord(data);
		const records = Array.isArray(result.tools) ? result.tools.filter(isRecord) : [];
		return { records, nextCursor: textOf(result.nextCursor) };
	};
	// A list that changes between two of its pages may have a tool on both.
	const tools = new Map<string, Tool>();
	let pagesLeft = MAX_PAGES;
	for await (const { records } of followCursors(fetchPage)) {
		for (const tool of records.flatMap(readTool)) getOrCompute(tools, tool.name, () => tool);
		if (--pagesLeft === 0) break;
	}
	return [...tools.values()];
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
			...readParamHeaders(record.inputSchema),
		},
	];
}

export function purposeOf(toolName: string): string {
	return `call the tool ${toolName}`;
}

/** The tools of each connection, listed once per execution. */
const toolsOf = new WeakMap<Connection, Promise<Tool[]>>();

async function knownTools(connection: Connection, purpose: string): Promise<Tool[]> {
	return await getOrRead(toolsOf, connection, async () => await listTools(connection, purpose));
}

/** @throws ServiceFailure that lists the available tools if there is none with this name */
export async function findTool(connection: Connection, name: string): Promise<Tool> {
	const tools = await knownTools(connection, purposeOf(name));
	const found = requireValid(tools.find((tool) => tool.name === name));
	if (found !== undefined) return found;
	const names = tools
		.filter(isValid)
		.map((tool) => tool.name)
		.join(', ');
	throw new ServiceFailure(
		`The service has no tool "${name}"`,
		names === ''
			? "The service offers no tools. Check the 'MCP URL' in the credential."
			: `Choose one of these: ${names}.`,
	);
}

export function isValid({ fault }: Tool): boolean {
	return fault === undefined;
}

function requireValid(tool: Tool | undefined): Tool | undefined {
	if (tool?.fault === undefined) return tool;
	throw new ServiceFailure(
		`The tool "${tool.name}" cannot be called: ${tool.fault}`,
		"The description of the tool breaks a rule of the protocol. Report this to the service's support.",
	);
}

type CallOptions = Pick<Call, 'safety' | 'wasSentBefore' | 'repeatAdvice'> & { purpose?: string };

/**
 * Calls a tool with complete arguments.
 *
 * @throws ServiceFailure, also if the tool itself reports an error
 */
export async function callTool(
	connection: Connection,
	name: string,
	args: IDataObject,
	options: CallOptions,
): Promise<ToolResult> {
	const { safety, purpose = purposeOf(name) } = options;
	const readHeaders = async () => {
		// A tool that only reads is also called if the list lacks it.
		const tools = await knownTools(connection, purpose);
		const tool = requireValid(tools.find((each) => each.name === name));
		return paramHeadersFor(tool?.headers ?? [], args);
	};
	const paramHeaders = await readHeaders();
	const send = async (headers: Record<string, string>) =>
		await sendToolsRequest(connection, {
			...options,
			purpose,
			method: 'tools/call',
			params: { name, arguments: args },
			paramHeaders: headers,
			readResponse: (...response) => withToolError(connection, safety, readResponse(...response)),
			explanations: TOOL_EXPLANATIONS,
		});
	const { data } = await send(paramHeaders).catch(async (error: unknown) => {
		if (!isHeaderMismatch(error)) throw error;
		// The service does not carry out such a call. Its tool may have changed since it was listed.
		toolsOf.delete(connection);
		const newHeaders = await readHeaders();
		if (canonicalJson(newHeaders) === canonicalJson(paramHeaders)) throw error;
		return await send(newHeaders);
	});
	return readToolResult(connection, data);
}

/** Calls a tool with those of the values that are its arguments. */
export async function callToolWith(
	connection: Connection,
	name: string,
	values: IDataObject,
	options: CallOptions,
): Promise<ToolResult> {
	const { properties } = await findTool(connection, name);
	const args = Object.entries(values).filter(([argument]) => argument in properties);
	return await callTool(connection, name, Object.fromEntries(args), options);
}

/** Reads with a tool. */
export async function readByTool(
	connection: Connection,
	name: string,
	values: IDataObject,
	purpose: string,
): Promise<ToolResult> {
	return await callToolWith(connection, name, values, { safety: 'safe', purpose });
}

function isHeaderMismatch(error: unknown): boolean {
	return error instanceof ServiceFailure && error.facts.code === String(HEADER_MISMATCH);
}
