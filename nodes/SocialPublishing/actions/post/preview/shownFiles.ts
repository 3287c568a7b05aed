import type { IBinaryData } from 'n8n-workflow';

import { prepareAttachment } from '../../../media/attachFiles';
import type { Attachment } from '../../../media/attachment';
import type { Preparation } from '../../../media/prepareFile';
import { findAttachments, type RequestedFile } from '../../../media/requestedFile';
import type { Item } from '../../../properties/item';
import { workspacePath } from '../../../properties/locators';
import { asSentence } from '../../../shared/text/sentences';
import type { DestinationBody } from '../content/destinations';
import { toPostBody, type PostContent, type RequestedContent } from '../content/postContent';

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

/** The files of content that is only looked at: a missing file is a problem of its accounts, so it does not end the search. */
export async function findFiles(item: Item, requested: RequestedContent): Promise<Attachment[]> {
	const search = { ...requested, skipsMissing: true };
	return await findAttachments(item, search, { workspacePath: workspacePath(item) });
}

/**
 * Prepares a file as Create does, without uploading it; undefined for a file that is missing or cannot be used, which is
 * marked as missing.
 *
 * @param skipsMissing whether Create leaves out such a file
 * @throws FileFailure for an address that cannot be reached, unless the file can be left out
 */
export async function prepareFound(
	item: Item,
	attachment: Attachment,
	origin: RequestedFile | undefined,
	skipsMissing: boolean,
): Promise<Preparation | undefined> {
	if (attachment.missing !== undefined) return undefined;
	if (!skipsMissing && origin !== undefined && 'address' in origin) {
		const source = await attachment.load();
		attachment.load = async () => source;
	}
	return await prepareAttachment(item, attachment);
}

const PREFIX = 'file to upload ';

/** Stands for the media ID that a file does not have yet. */
function placeholderOf(nth: number): string {
	return `${PREFIX}${nth}`;
}

/** The number of the file that an ID stands for; undefined for the ID of a media item. */
export function fileNumberOf(id: string): number | undefined {
	return id.startsWith(PREFIX) ? Number(id.slice(PREFIX.length)) : undefined;
}

/** The destinations with the media of each, where `placeholderOf` stands for files. */
export function assignMedia(
	content: PostContent,
	fileCount: number,
): { destinations: DestinationBody[]; mediaIds: Set<string> } {
	const placeholders = Array.from({ length: fileCount }, (_, nth) => placeholderOf(nth));
	const { destinations = [] } = toPostBody(content, placeholders);
	// Create also uploads a file that every account replaces.
	const mediaIds = new Set([...destinations.flatMap(mediaIdsOf), ...placeholders]);
	return { destinations, mediaIds };
}

export function mediaIdsOf({ media_ids }: Partial<DestinationBody>): string[] {
	return [media_ids ?? []].flat().map(String);
}

/**
 * What is wrong with files that no account gets, in sentences: Create would stop at them for every account.
 *
 * @param media by media ID or placeholder
 */
export function problemsForAll(
	destinations: DestinationBody[],
	media: ReadonlyMap<string, Pick<PreviewedFile, 'problem'>>,
): string[] {
	const used = new Set(destinations.flatMap(mediaIdsOf));
	return [...media].flatMap(([id, { problem = [] }]) => (used.has(id) ? [] : problem));
}

/** What missing files mean for the accounts of a post. */
interface FileReport {
	/** Of each destination, in their order, in sentences. */
	problems: string[][];
	/** The indexes of the destinations that get all of their files. */
	complete: number[];
	/** The files of these. */
	needed: Attachment[];
}

/** @param attachments those that `prepareFound` has marked as missing are problems, unless Create leaves them out */
export function reportFiles(
	content: PostContent,
	attachments: Attachment[],
	skipsMissing: boolean,
): FileReport {
	const { destinations } = assignMedia(content, attachments.length);
	const media = new Map(
		attachments.map(({ missing }, nth) => [
			placeholderOf(nth),
			missing === undefined || skipsMissing ? {} : { problem: asSentence(missing) },
		]),
	);
	const ofAll = problemsForAll(destinations, media);
	const own = destinations.map((each) =>
		mediaIdsOf(each).flatMap((id) => media.get(id)?.problem ?? []),
	);
	const complete = [...own.keys()].filter((index) => own[index]?.length === 0);
	const used = new Set(complete.flatMap((index) => mediaIdsOf(destinations[index] ?? {})));
	return {
		problems: own.map((problems) => [...ofAll, ...problems]),
		complete,
		needed: attachments.filter((_file, nth) => used.has(placeholderOf(nth))),
	};
}
