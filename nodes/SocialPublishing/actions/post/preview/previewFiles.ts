import type { IBinaryData, INodeProperties } from 'n8n-workflow';

import { readWhole, storedFile } from '../../../media/sourceFile';
import { isCalledByModel, type Item } from '../../../properties/item';
import { asChoice, readCollection } from '../../../properties/parameters';

/** A file of a post, as the output shows it. Null: unknown. */
export type PreviewedMedia = {
	name: string;
	/** In pixels. */
	width: number | null;
	height: number | null;
	size_bytes: number | null;
	alt_text: string | null;
	/** Where it comes from, without a password. */
	url?: string;
	/** The name of its file among the files of the output. */
	binary?: string;
	/** Why it is left out, as a sentence. */
	skipped?: string;
};

/** A file of a post. */
export interface PreviewedFile {
	json: PreviewedMedia;
	/** It has yet to be uploaded. */
	isNew: boolean;
	/** Why Create would stop at it, as a sentence. */
	problem?: string;
	binary?: IBinaryData;
	/** The address of the picture for a mail or a page: `cid:` or `data:`. */
	source?: string;
}

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
