import type { IDataObject } from 'n8n-workflow';

import { readToolRevision, type ToolRevision } from '../api/readings/tool';
import { readRecord, isRecord, textOf } from '../shared/json';
import { cleanData } from '../transport/envelope';
import type { Connection } from '../transport/connection';

/** The result of a tool call. */
export interface ToolResult {
	/** The structured content; otherwise the text parsed as JSON; otherwise `{ text }`. */
	value: IDataObject;
	/** The content of the envelope; `value` itself if it has none. */
	data: unknown;
	/** The revision of the post in the result, exactly as received. */
	revision: ToolRevision | undefined;
}

export function readToolResult(
	connection: Pick<Connection, 'redact'>,
	result: unknown,
): ToolResult {
	// A text in a clean response may be JSON that is not.
	const value = readRecord(cleanData(connection, readValue(readRecord(result))));
	const data = 'data' in value ? value.data : value;
	return { value, data, revision: readToolRevision([value, readRecord(data), readRecord(result)]) };
}

function readValue({ structuredContent, content }: IDataObject): IDataObject {
	if (isRecord(structuredContent)) return structuredContent;
	const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
	const texts = blocks.map(({ text }) => textOf(text)).filter((text) => text !== undefined);
	if (structuredContent === undefined && texts.length === 0) return { content: blocks };
	// The record may be next to text that is meant for people.
	const candidates = [texts.join('\n'), ...texts].map(parse);
	const parsed = structuredContent ?? candidates.find((candidate) => candidate instanceof Object);
	if (isRecord(parsed)) return parsed;
	return Array.isArray(parsed) ? { data: parsed } : { text: texts.join('\n') };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
