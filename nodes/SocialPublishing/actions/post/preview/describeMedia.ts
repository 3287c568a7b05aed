import type { IBinaryData, INodeProperties } from 'n8n-workflow';

import { mediaPath } from '../../../api/mediaUpload';
import { readMediaFacts } from '../../../api/readings/media';
import type { Attachment } from '../../../media/attachment';
import { fetchLibraryFile, storeFile } from '../../../media/fetchMediaFile';
import type { RequestedFile } from '../../../media/requestedFile';
import { readWhole, storedFile } from '../../../media/sourceFile';
import { takesAltText } from '../../../media/uploadOnce';
import { parseWebAddress } from '../../../media/webAddress';
import { addHint, isCalledByModel, type Item } from '../../../properties/item';
import { workspacePath } from '../../../properties/locators';
import { asChoice, readCollection } from '../../../properties/parameters';
import { asRequestFailure, ServiceFailure } from '../../../shared/failure';
import { asSentence } from '../../../shared/text/sentences';
import { isMissing } from '../../../transport/errors';
import { fetchRecord } from '../../recordOperations';
import { prepareFound, type PreviewedFile } from './shownFiles';

export const picturesOption: INodeProperties = {
	displayName: 'Pictures',
	name: 'pictures',
	type: 'options',
	options: [
		{
			name: 'Attached',
			value: 'attached',
			description: 'As files in the output, which Send Email can show in an email',
		},
		{
			name: 'Embedded',
			value: 'embedded',
			description: 'As files in the output and inside the HTML. Some email apps do not show them.',
		},
		{ name: 'None', value: 'none', description: 'Only by name and size' },
	],
	default: 'attached',
	description: 'How the output contains the pictures of the post',
	displayOptions: { hide: { '@tool': [true] } },
};

/** Adds files to a preview. */
export class PreviewFiles {
	private pictures = 0;
	private videos = 0;
	private readonly isEmbedded: boolean;
	/** Whether the output contains no files. */
	readonly areOmitted: boolean;

	/**
	 * A model that has called the node gets no files.
	 *
	 * @throws InputFailure for a choice that does not exist
	 */
	constructor(private readonly item: Item) {
		const { pictures = 'attached' } = readCollection(item, 'options');
		const form = asChoice(pictures, ['attached', 'embedded', 'none'], 'Pictures');
		this.isEmbedded = form === 'embedded';
		this.areOmitted = form === 'none' || isCalledByModel(item.functions);
	}

	/** Names a file and adds it to the output. */
	async add(file: PreviewedFile, binary: IBinaryData, isVideo = false): Promise<void> {
		const name = isVideo ? `video_${++this.videos}` : `picture_${++this.pictures}`;
		file.json.binary = name;
		file.binary = binary;
		if (isVideo) return;
		file.source = this.isEmbedded ? await this.toDataUrl(binary) : `cid:${name}`;
	}

	private async toDataUrl(binary: IBinaryData): Promise<string> {
		const bytes = await readWhole(await storedFile(this.item.functions, binary));
		return `data:${binary.mimeType};base64,${bytes.toString('base64')}`;
	}
}

/**
 * Prepares a file as Create does, without uploading it. A file that is left out is marked as missing.
 *
 * @param skipsMissing whether Create leaves out a file that is missing or cannot be used
 * @throws FileFailure for an address that cannot be reached, unless the file can be left out
 */
export async function describeNewFile(
	item: Item,
	attachment: Attachment,
	origin: RequestedFile | undefined,
	skipsMissing: boolean,
	files: PreviewFiles,
): Promise<PreviewedFile> {
	const address = origin !== undefined && 'address' in origin ? origin.address : undefined;
	const prepared = await prepareFound(item, attachment, origin, skipsMissing);
	const size = prepared?.picture?.report.to;
	const hasAltText = prepared === undefined || takesAltText(prepared.file);
	const file: PreviewedFile = {
		isNew: attachment.missing === undefined || !skipsMissing,
		json: {
			name: prepared?.file.name ?? (attachment.name || nameOf(origin)),
			width: size?.width ?? null,
			height: size?.height ?? null,
			size_bytes: prepared?.file.sizeBytes ?? null,
			alt_text: (hasAltText && attachment.altText) || null,
			...(address !== undefined && { url: withoutPassword(address) }),
		},
	};
	if (attachment.missing !== undefined) {
		const reason = asSentence(attachment.missing);
		if (skipsMissing) file.json.skipped = reason;
		else file.problem = reason;
	} else if (prepared?.picture !== undefined && !files.areOmitted) {
		const { name, type } = prepared.file;
		const bytes = await readWhole(prepared.file);
		await files.add(file, await storeFile(item.functions, bytes, name, type));
	}
	return file;
}

/**
 * Describes a file of the media library by what the service tells about it.
 *
 * @param withVideo whether the output also contains the file if it is a video
 */
export async function describeLibraryFile(
	item: Item,
	id: string,
	withVideo: boolean,
	files: PreviewFiles,
): Promise<PreviewedFile> {
	const path = mediaPath(workspacePath(item), id);
	const media = await fetchRecord(item, 'read the media item', path).catch(asRequestFailure);
	if (media instanceof ServiceFailure) {
		const problem = isMissing(media) ? `The media library has no file ${id}.` : undefined;
		const unknown = { width: null, height: null, size_bytes: null, alt_text: null };
		return { isNew: false, json: { name: id, ...unknown }, ...(problem && { problem }) };
	}
	const { name = id, isVideo, width, height, sizeBytes, altText } = readMediaFacts(media.json);
	const file: PreviewedFile = {
		isNew: false,
		json: {
			name,
			width: width ?? null,
			height: height ?? null,
			size_bytes: sizeBytes ?? null,
			alt_text: altText ?? null,
		},
	};
	if (files.areOmitted || (isVideo && !withVideo)) return file;
	const binary = await fetchLibraryFile(item, path, media.json).catch(asRequestFailure);
	if (!(binary instanceof ServiceFailure)) await files.add(file, binary, isVideo);
	else addHint(item, `"${name}" is not shown. ${asSentence(binary.message)}`);
	return file;
}

/** A name for a file that has not been found. */
function nameOf(origin: RequestedFile | undefined): string {
	if (origin === undefined || 'emptyField' in origin) return '';
	return 'address' in origin ? withoutPassword(origin.address) : origin.propertyName;
}

/** The address of a file may contain a user name and a password. */
function withoutPassword(address: string): string {
	const url = parseWebAddress(address);
	if (url === undefined) return address;
	url.username = '';
	url.password = '';
	return url.href;
}
