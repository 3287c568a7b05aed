import type { IDataObject } from 'n8n-workflow';

import { CODES, readRevisionStatus } from '../api/readings/record';
import { readToolError, readToolRevision, type ToolRevision } from '../api/readings/tool';
import { REVISION_EXPLANATIONS } from '../commands/revision';
import type { Explanation } from '../shared/failure';
import { isRecord, parseJson, readRecord, textOf } from '../shared/json';
import { cleanData, type Envelope } from '../transport/envelope';
import { explainConflict } from '../transport/conflicts';
import type { Connection } from '../transport/connection';
import { explainRateLimit, explainStatus, type Endpoint } from '../transport/explanations';
import { readConflict, type Safety } from '../transport/retry';
import { INPUT_REQUIRED, PROTOCOL_ERROR, readKnownError } from './protocolErrors';

interface ToolFile {
	/** The binary field for it, and its name in the block of content that contained it. */
	field: string;
	bytes: Buffer;
	name: string;
	/** The media type; undefined if the service does not state it. */
	type: string | undefined;
}

export interface ToolResult {
	/** The structured content; otherwise the text parsed as JSON; otherwise `{ text }`. */
	value: IDataObject;
	/** The `data` of `value`; `value` itself if it has none. */
	data: unknown;
	/** The revision of the post in the result, exactly as received. */
	revision: ToolRevision | undefined;
	/** The blocks of content that are not texts, each with the name of its file instead of its bytes. */
	blocks: IDataObject[];
	files: ToolFile[];
}

export function readToolResult(
	connection: Pick<Connection, 'redact'>,
	result: unknown,
): ToolResult {
	// JSON within the texts of a cleaned response can still contain an escaped token, or be nested too deep.
	const { structuredContent, content } = readRecord(result);
	const { blocks, files } = separateFiles(Array.isArray(content) ? content.filter(isRecord) : []);
	const value = readRecord(cleanData(connection, readValue(structuredContent, blocks)));
	const data = 'data' in value ? value.data : value;
	const revision = readToolRevision([value, readRecord(data), readRecord(result)]);
	const others = blocks.filter(({ text }) => textOf(text) === undefined);
	return { value, data, revision, blocks: others, files };
}

function readValue(structuredContent: unknown, blocks: IDataObject[]): IDataObject {
	if (isRecord(structuredContent)) return structuredContent;
	const texts = blocks.map(({ text }) => textOf(text)).filter((text) => text !== undefined);
	if (structuredContent === undefined && texts.length === 0) return { content: blocks };
	// The record may be next to text that is meant for people.
	const candidates = [texts.join('\n'), ...texts].map(parseJson);
	const parsed = structuredContent ?? candidates.find((candidate) => candidate instanceof Object);
	if (isRecord(parsed)) return parsed;
	return Array.isArray(parsed) ? { data: parsed } : { text: texts.join('\n') };
}

/** Takes the files out of the blocks of a result. Their bytes would otherwise be Base64 in a text. */
function separateFiles(content: IDataObject[]): {
	blocks: IDataObject[];
	files: ToolFile[];
} {
	const files: ToolFile[] = [];
	const blocks = content.map((block) => {
		const { bytes, type, address, rest } = splitBlock(block);
		if (bytes === undefined) return block;
		const field = `file_${files.length + 1}`;
		const name = nameIn(address) ?? `${field}${extensionOf(type)}`;
		files.push({ field, bytes: Buffer.from(bytes, 'base64'), name, type });
		return { ...rest, file: field };
	});
	return { blocks, files };
}

/** Pictures and sounds have their bytes in the block, other files in its resource. */
function splitBlock(block: IDataObject) {
	const { data, ...rest } = block;
	const isMedia = block.type === 'image' || block.type === 'audio';
	if (isMedia) return { bytes: textOf(data), type: textOf(block.mimeType), rest };
	const { blob, ...resource } = readRecord(block.resource);
	const bytes = textOf(blob);
	const { mimeType, uri } = resource;
	return { bytes, type: textOf(mimeType), address: textOf(uri), rest: { ...block, resource } };
}

/** The last part of a resource's address. */
function nameIn(address: string | undefined): string | undefined {
	const [path = ''] = (address ?? '').split(/[?#]/);
	return textOf(path.split(/[\\/]/).pop());
}

/** `.png` for `image/png`; empty for a type that is not also an extension. */
function extensionOf(type = ''): string {
	const [, extension] = /^\w+\/([a-z0-9]+)(?:\+|;|$)/.exec(type) ?? [];
	return extension === undefined ? '' : `.${extension}`;
}

/**
 * Adds the refusal if a tool reports an error or asks for input, which it does in a successful response. An error may
 * also be marked only by its content.
 */
export function withToolError(
	connection: Connection,
	safety: Safety,
	envelope: Envelope,
): Envelope {
	const result = readRecord(envelope.data);
	const { value } = readToolResult(connection, result);
	if (result.isError === true || isErrorEnvelope(value))
		return toolError(connection, safety, value);
	const { code } = envelope.error;
	// The service may report what a tool reports as an error of the protocol.
	if (envelope.refusal === PROTOCOL_ERROR && code !== undefined && !/^-?\d+$/.test(code))
		return { ...envelope, refusal: explainToolError(connection, safety, code) };
	// Earlier versions of the protocol have no result type: their results are complete.
	const resultType = textOf(result.resultType) ?? 'complete';
	return resultType === 'complete' ? envelope : { ...envelope, refusal: INPUT_REQUIRED };
}

function isErrorEnvelope(value: IDataObject): boolean {
	const { code, message } = readToolError({ error: value.error });
	const hasOthers = Object.keys(value).some(
		(name) => !ERROR_NAMES.includes(name) && (value[name] ?? null) !== null,
	);
	return (code ?? message) !== undefined && !hasOthers;
}

// reading(error of a tool): nothing but these; a record has an error of its own next to other fields
const ERROR_NAMES = ['error', 'code', 'message', 'details', 'request_id'];

/** The error that a tool reports in a successful response. */
function toolError(endpoint: Endpoint, safety: Safety, content: IDataObject): Envelope {
	const { code, message, details, holders } = readToolError(content);
	const isExplained = (code ?? message ?? details) !== undefined;
	return {
		data: undefined,
		requestId: textOf(content.request_id),
		error: { code, message, details },
		refusal: isExplained ? explainToolError(endpoint, safety, code) : UNEXPLAINED,
		...readKnownError({ code, message }, holders),
	};
}

/** Explanations of statuses with a special meaning for a tool. */
export const TOOL_EXPLANATIONS: typeof REVISION_EXPLANATIONS = {
	...REVISION_EXPLANATIONS,
	428: {
		happened: 'the service needs the current revision of the post',
		advice:
			'Pass on the revision exactly as an earlier step returned it, or leave it out: the node then reads it.',
	},
};

const CORRECT_ARGUMENTS = 'Correct the arguments and try again.';

const UNEXPLAINED: Explanation = {
	happened: 'the tool reports an error without a reason',
	advice: CORRECT_ARGUMENTS,
};

/** A tool error has no HTTP status, so codes that call for a specific remedy are mapped to one. */
function explainToolError(endpoint: Endpoint, safety: Safety, code = ''): Explanation {
	if (CODES.anyRateLimit.test(code)) return explainRateLimit(undefined);
	if (code === 'addon_required') return explainStatus(endpoint, 403, code, {});
	const status = readRevisionStatus(code);
	if (status !== undefined) return TOOL_EXPLANATIONS[status];
	const conflict = CODES.idempotency.test(code) ? readConflict(code, undefined) : 'unknown';
	if (conflict !== 'unknown') return explainConflict({ conflict }, { safety });
	return { happened: 'the tool reports an error', advice: CORRECT_ARGUMENTS };
}
