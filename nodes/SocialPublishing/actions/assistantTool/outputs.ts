import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { storeFile } from '../../media/fetchMediaFile';
import { isReadingTool } from '../../mcp/runTool';
import type { ToolResult } from '../../mcp/toolResult';
import { addHint, type Item, type Output } from '../../properties/item';
import { isRequestFailure } from '../../shared/failure';
import { isRecord } from '../../shared/json';
import { readNextCursor } from '../../transport/paginate';

/**
 * The result of a tool with its files.
 *
 * @throws ServiceFailure that says that the tool was called, if n8n cannot store a file
 */
export async function toOutputs(
	item: Item,
	toolName: string,
	result: ToolResult,
	isSimple: boolean,
): Promise<Output | Output[]> {
	const output = isSimple ? toSimpleOutputs(result) : { json: rawValue(result) };
	const { data, value } = result;
	const nextCursor = readNextCursor(data) ?? readNextCursor(value);
	if (isSimple && nextCursor !== undefined) addHint(item, MORE_RECORDS);
	return await withFiles(item, output, result).catch((error: unknown) => {
		if (!isRequestFailure(error) || isReadingTool(toolName)) throw error;
		const left = 'The tool was called and reported no error: only its file is missing.';
		throw error.with({ effect: 'accepted', effectFacts: { left } });
	});
}

const MORE_RECORDS =
	"The list goes on. To get its next part, turn off 'Simplify' and pass the next_cursor of the response on as the argument cursor.";

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
