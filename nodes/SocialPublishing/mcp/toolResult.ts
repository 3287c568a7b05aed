import type { IDataObject } from 'n8n-workflow';
import { readRecord, isRecord, textOf } from '../shared/json';

/** What a tool answered with. */
export interface ToolResult {
	/** The structured content, else the text as JSON, else `{ text }`. */
	value: IDataObject;
	/** The record that `value` is an envelope of; `value` itself where it is none. */
	data: unknown;
	/** The revision of the post in it, exactly as received. */
	revision: ToolRevision | undefined;
}

export type ToolRevision = string | number;

export function readToolResult(result: unknown): ToolResult {
	const value = readValue(readRecord(result));
	const data = 'data' in value ? value.data : value;
	return { value, data, revision: findRevision([value, readRecord(data), readRecord(result)]) };
}

/** What stands for the ETag header of the REST interface: the description does not tell where. */
function findRevision(records: IDataObject[]): ToolRevision | undefined {
	const inner = ['post', 'meta', '_meta', 'headers'].flatMap((name) =>
		records.map((record) => readRecord(record[name])),
	);
	return [...records, ...inner]
		.flatMap(({ revision, etag, ETag }) => [revision, etag, ETag])
		.find(isRevision);
}

function isRevision(value: unknown): value is ToolRevision {
	return typeof value === 'number' || textOf(value) !== undefined;
}

function readValue({ structuredContent, content }: IDataObject): IDataObject {
	if (isRecord(structuredContent)) return structuredContent;
	const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
	const texts = blocks.map(({ text }) => textOf(text)).filter((text) => text !== undefined);
	if (structuredContent === undefined && texts.length === 0) return { content: blocks };
	// What is meant for people may stand beside the record.
	const candidates = [texts.join('\n'), ...texts].map(parse);
	const parsed = structuredContent ?? candidates.find((each) => each instanceof Object);
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
