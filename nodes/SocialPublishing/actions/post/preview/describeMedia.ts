import type { IDataObject } from 'n8n-workflow';

import { prepareAttachment } from '../../../media/attachFiles';
import type { Attachment } from '../../../media/attachment';
import type { RequestedFile } from '../../../media/requestedFile';
import { parseWebAddress } from '../../../media/webAddress';
import type { Item } from '../../../properties/item';
import { asSentence } from '../../../shared/text/sentences';

/** A file of a post as it would be uploaded. */
export interface PreviewedFile {
	/** As the output shows it. */
	json: IDataObject;
	/** Why Create would stop at the file, as a sentence. */
	problem?: string;
}

/**
 * Prepares the files as Create does, without uploading them. A file that is left out is marked as missing.
 *
 * @param skipsMissing whether Create leaves out a file that is missing or cannot be used
 * @throws FileFailure for an address that cannot be reached, unless the file can be left out
 */
export async function describeMedia(
	item: Item,
	requested: RequestedFile[],
	files: Attachment[],
	skipsMissing: boolean,
): Promise<PreviewedFile[]> {
	const described: PreviewedFile[] = [];
	for (const [index, file] of files.entries()) {
		const origin = requested[index];
		const address = origin !== undefined && 'address' in origin ? origin.address : undefined;
		described.push(await describeFile(item, file, address, skipsMissing));
	}
	return described;
}

async function describeFile(
	item: Item,
	attachment: Attachment,
	address: string | undefined,
	skipsMissing: boolean,
): Promise<PreviewedFile> {
	if (attachment.missing === undefined && address !== undefined && !skipsMissing) {
		const source = await attachment.load();
		attachment.load = async () => source;
	}
	const prepared =
		attachment.missing === undefined ? await prepareAttachment(item, attachment) : undefined;
	const size = prepared?.picture?.report.to;
	const json = {
		name: prepared?.file.name ?? attachment.name,
		width: size?.width ?? null,
		height: size?.height ?? null,
		size_bytes: prepared?.file.sizeBytes ?? null,
		alt_text: attachment.altText === '' ? null : attachment.altText,
		...(address !== undefined && { url: withoutPassword(address) }),
	};
	const { missing } = attachment;
	if (missing === undefined) return { json };
	const reason = asSentence(missing);
	if (!skipsMissing) return { json, problem: reason };
	return { json: { ...json, skipped: reason } };
}

/** The address of a file may contain a user name and a password. */
function withoutPassword(address: string): string {
	const url = parseWebAddress(address);
	if (url === undefined) return address;
	url.username = '';
	url.password = '';
	return url.href;
}
