import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { storeFile } from '../../media/downloadFile';
import type { ToolResult } from '../../mcp/toolResult';
import type { Item, Output } from '../../properties/item';
import { isRecord } from '../../shared/json';

/** The result of a tool with its files. */
export async function toOutputs(
	item: Item,
	result: ToolResult,
	isSimple: boolean,
): Promise<Output | Output[]> {
	const output = isSimple ? toSimpleOutputs(result) : { json: rawValue(result) };
	return await withFiles(item, output, result);
}

/** What the tool returned, with the blocks of content that its value leaves out. */
function rawValue({ value, blocks }: ToolResult): IDataObject {
	return blocks.length === 0 || 'content' in value ? value : { ...value, content: blocks };
}

/** Adds the files of the result: to the record, or as an item of their own after a list. */
async function withFiles(
	{ functions }: Item,
	output: Output | Output[],
	{ files, blocks }: ToolResult,
): Promise<Output | Output[]> {
	if (files.length === 0) return output;
	const binary: IBinaryKeyData = {};
	for (const { field, bytes, name, type } of files)
		binary[field] = await storeFile(functions, bytes, name, type);
	return Array.isArray(output)
		? [...output, { json: { content: blocks }, binary }]
		: { ...output, binary };
}

/** A record, or each record of a list, in the same form as in the output of the other resources. */
function toSimpleOutputs({ value, data, revision }: ToolResult): Output | Output[] {
	const items = isRecord(data) ? data.items : data;
	if (Array.isArray(items)) return items.filter(isRecord).map((json) => ({ json }));
	if (!isRecord(data)) return { json: value };
	return { json: revision === undefined ? data : { ...data, etag: data.etag ?? revision } };
}
