import type { IDataObject } from 'n8n-workflow';

import { memoize, readOnce } from '../shared/maps';
import { ServiceFailure, type Explanation } from '../shared/failure';
import { isRecord, readRecord, textOf } from '../shared/json';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { type Envelope } from '../transport/envelope';
import { followCursors } from '../transport/paginate';
import type { Safety } from '../transport/retry';
import type { Call } from '../transport/types';
import { toCall } from './jsonRpc';
import { resolveSchema } from './schema';
import { toolError } from './toolError';
import { readToolResult, type ToolResult } from './toolResult';

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

/** More pages than this are no list of tools. */
const MOST_PAGES = 50;

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
	let pagesLeft = MOST_PAGES;
	for await (const { records } of followCursors(fetchPage, (page) => page.records)) {
		for (const record of records) tools.push(...readTool(record));
		if (--pagesLeft === 0) break;
	}
	return tools;
}

/** Nothing for a record without a name. */
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
const toolsOf = memoize<Connection, Map<'tools', Promise<Tool[]>>>(() => new Map());

/** @throws ServiceFailure that lists the available tools if there is none with this name */
export async function findTool(connection: Connection, name: string): Promise<Tool> {
	const list = async () => await listTools(connection, purposeOf(name));
	const tools = await readOnce(toolsOf(connection), 'tools', list);
	const found = tools.find((tool) => tool.name === name);
	if (found !== undefined) return found;
	const names = tools.map((tool) => tool.name).join(', ');
	throw new ServiceFailure(
		`The service has no tool "${name}"`,
		`It has: ${names}. Choose one of them.`,
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
	safety: Safety,
	options: Pick<Call, 'wasSentBefore' | 'repeatAdvice'> & { purpose?: string } = {},
): Promise<ToolResult> {
	const { purpose = purposeOf(name), wasSentBefore, repeatAdvice } = options;
	const params = { name, arguments: args };
	const request = toCall({ purpose, method: 'tools/call', params, name, safety });
	const { data } = await call(connection, {
		...request,
		wasSentBefore,
		repeatAdvice,
		readResponse: (status, body, headers) => {
			const envelope = request.readResponse?.(status, body, headers);
			if (envelope === undefined) throw new Error('The request has no readResponse');
			return withToolError(connection, safety, envelope);
		},
	});
	return readToolResult(connection, data);
}

/** A failed tool reports its error in a successful response. */
function withToolError(connection: Connection, safety: Safety, envelope: Envelope): Envelope {
	const result = readRecord(envelope.data);
	if (result.isError === true) {
		return toolError(connection, safety, readToolResult(connection, result).value);
	}
	// Earlier versions of the protocol have no result type: their results are complete.
	const resultType = textOf(result.resultType) ?? 'complete';
	return resultType === 'complete' ? envelope : { ...envelope, refusal: INPUT_REQUIRED };
}

const INPUT_REQUIRED: Explanation = {
	happened: 'the tool asks for further input',
	advice: 'It expects a reply in a dialog, which a workflow cannot give.',
};
