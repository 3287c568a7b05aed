import type { IDataObject } from 'n8n-workflow';

import { REVISION_EXPLANATIONS } from '../api/changePost';
import { ServiceFailure, type Explanation } from '../shared/failure';
import { isRecord, readRecord, textOf } from '../shared/json';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { type Envelope } from '../transport/envelope';
import { explainConflict, explainStatus, type Endpoint } from '../transport/explanations';
import { followCursors } from '../transport/paginate';
import { readConflict, type Safety } from '../transport/retry';
import type { Call } from '../transport/types';
import { toCall } from './jsonRpc';
import { resolveSchema } from './schema';
import { readToolResult, type ToolResult } from './toolResult';

/** A tool as the service describes it. */
export interface Tool {
	name: string;
	description: string;
	/** The JSON Schema of its arguments by their names. */
	properties: Record<string, IDataObject>;
	required: string[];
	/** All that the service says of it. */
	record: IDataObject;
}

/** More pages than this are no list of tools. */
const MOST_PAGES = 50;

/** All tools, in the service's order. */
export async function listTools(
	connection: Connection,
	purpose = 'list the tools',
): Promise<Tool[]> {
	const pages = followCursors(async (cursor) => {
		const params = cursor === undefined ? {} : { cursor };
		const { data } = await call(
			connection,
			toCall({ purpose, method: 'tools/list', params, safety: 'read' }),
		);
		const result = readRecord(data);
		const records = Array.isArray(result.tools) ? result.tools.filter(isRecord) : [];
		return { tools: records.map(toTool), nextCursor: textOf(result.nextCursor) };
	});
	const tools: Tool[] = [];
	let pagesLeft = MOST_PAGES;
	for await (const page of pages) {
		tools.push(...page.tools);
		if (--pagesLeft === 0) break;
	}
	return tools;
}

function toTool(record: IDataObject): Tool {
	const root = isRecord(record.inputSchema) ? record.inputSchema : {};
	const schema = resolveSchema(root, root);
	const properties: Record<string, IDataObject> = {};
	for (const [name, property] of Object.entries(
		isRecord(schema.properties) ? schema.properties : {},
	)) {
		properties[name] = resolveSchema(property, root);
	}
	return {
		name: String(record.name),
		description: textOf(record.description) ?? '',
		properties,
		required: Array.isArray(schema.required) ? schema.required.map(String) : [],
		record,
	};
}

export function purposeOf(toolName: string): string {
	return `call the tool ${toolName}`;
}

/** The tools of a connection, asked for once in an execution. */
const toolsByConnection = new WeakMap<Connection, Promise<Tool[]>>();

/** @throws ServiceFailure with the names that there are */
export async function findTool(connection: Connection, name: string): Promise<Tool> {
	const asked = toolsByConnection.get(connection) ?? listTools(connection, purposeOf(name));
	toolsByConnection.set(connection, asked);
	// A failed question is asked again for the next item.
	asked.catch(() => toolsByConnection.delete(connection));
	const tools = await asked;
	const found = tools.find((tool) => tool.name === name);
	if (found !== undefined) return found;
	const names = tools.map((tool) => tool.name).join(', ');
	throw new ServiceFailure(
		`The service has no tool "${name}"`,
		`It has: ${names}. Choose one of them. Nothing was sent.`,
	);
}

/**
 * Calls a tool once its arguments are complete.
 *
 * @throws ServiceFailure also when the tool itself reports an error
 */
export async function callTool(
	connection: Connection,
	name: string,
	args: IDataObject,
	safety: Safety,
	more: Pick<Call, 'findLostEffect'> & { purpose?: string } = {},
): Promise<ToolResult> {
	const { purpose = purposeOf(name), findLostEffect } = more;
	const params = { name, arguments: args };
	const request = toCall({ purpose, method: 'tools/call', params, name, safety });
	const { data } = await call(connection, {
		...request,
		findLostEffect,
		readResponse: (status, body, headers) => {
			const envelope = request.readResponse?.(status, body, headers);
			if (envelope === undefined) throw new Error('A request to a tool has no reader');
			return withToolError(connection, safety, envelope);
		},
	});
	return readToolResult(data);
}

/** A tool that failed says so within a successful answer. */
function withToolError(connection: Connection, safety: Safety, envelope: Envelope): Envelope {
	const result = isRecord(envelope.data) ? envelope.data : {};
	if (result.isError === true) return toolError(connection, safety, readToolResult(result).value);
	// A result of a kind from before there were kinds is complete.
	const kind = textOf(result.resultType) ?? 'complete';
	return kind === 'complete' ? envelope : { ...envelope, refusal: UNFINISHED_WORDS };
}

const UNFINISHED_WORDS: Explanation = {
	happened: 'the tool asks for more than its arguments',
	advice: 'It wants an answer in a dialogue, which a workflow cannot give.',
};

function toolError(speaker: Endpoint, safety: Safety, content: IDataObject): Envelope {
	const error = isRecord(content.error) ? content.error : {};
	const code = textOf(error.code) ?? textOf(content.code);
	const said = textOf(error.message) ?? textOf(content.error) ?? textOf(content.message);
	return {
		data: undefined,
		requestId: textOf(content.request_id),
		error: {
			code,
			message: said ?? textOf(content.text),
			details: error.details ?? error.fields ?? error.errors,
		},
		refusal: toolWords(speaker, safety, code),
	};
}

const RATE_LIMIT_WORDS: Explanation = {
	happened: 'too many requests',
	advice:
		'Wait a minute and run the node again. All tools that use this credential share one limit.',
};

/** A tool tells no HTTP status, so its code is read where it is one of those that say what to do. */
function toolWords(speaker: Endpoint, safety: Safety, code = ''): Explanation {
	if (/rate.?limit|too.?many/i.test(code)) return RATE_LIMIT_WORDS;
	if (code === 'addon_required') return explainStatus(speaker, 403, code, {});
	if (/revision|etag|precondition/i.test(code)) {
		return REVISION_EXPLANATIONS[/required/i.test(code) ? 428 : 412];
	}
	const conflict = /idempotency/i.test(code) ? readConflict(code, undefined) : 'unknown';
	if (conflict !== 'unknown') return explainConflict({ conflict }, { safety });
	return {
		happened: 'the tool reports an error',
		advice: 'Correct the arguments and run the node again.',
	};
}
