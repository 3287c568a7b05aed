import type { IDataObject } from 'n8n-workflow';

import { readRecord, textOf } from '../shared/json';

export interface ToolFile {
	/** The binary field for it, and its name in the block of content that contained it. */
	field: string;
	bytes: Buffer;
	name: string;
	/** The media type; undefined if the service does not state it. */
	type: string | undefined;
}

/** Takes the files out of the blocks of a result. Their bytes would otherwise be Base64 in a text. */
export function separateFiles(content: IDataObject[]): {
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
