import type { IDataObject } from 'n8n-workflow';

import { isRecord, textOf } from '../transport/envelope';
import { readRecord } from '../transport/readings';

/** What a tool answered with. */
export interface ToolContent {
	/** The structured content, else the text as JSON, else `{ text }`. */
	value: IDataObject;
	/** The record that `value` is an envelope of, if it is one. */
	data: unknown;
	/** The revision of the post in it, exactly as received. */
	revision: string | undefined;
}

export function readContent(result: unknown): ToolContent {
	const value = readValue(readRecord(result));
	const record = readRecord(value.data);
	return {
		value,
		data: value.data,
		revision: [value, record]
			.flatMap(({ revision, etag }) => [textOf(revision), textOf(etag)])
			.find((text) => text !== undefined),
	};
}

function readValue({ structuredContent, content }: IDataObject): IDataObject {
	if (isRecord(structuredContent)) return structuredContent;
	const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
	const texts = blocks.map(({ text }) => textOf(text)).filter((text) => text !== undefined);
	if (structuredContent === undefined && texts.length === 0) return { content: blocks };
	const parsed = structuredContent ?? parse(texts.join('\n'));
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
