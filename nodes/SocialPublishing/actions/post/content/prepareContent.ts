import type { IdempotencyMode } from '../../../commands/key';
import type { Attachment } from '../../../media/attachment';
import { findAttachments } from '../../../media/requestedFile';
import type { Item } from '../../../properties/item';
import { workspacePath } from '../../../properties/locators';
import { readLinkTags, tagLinks, type LinkTags } from './linkTags';
import { checkRequested, type PostContent, type RequestedContent } from './postContent';
import { resolveContent } from './resolveDestinations';
import { fitTexts, readTextOverflow, type Misfits, type TextOverflow } from './textOverflow';

/** How the texts of a post are adapted to its accounts. */
interface TextOptions {
	overflow: TextOverflow;
	tags: LinkTags | undefined;
}

/** @throws InputFailure for a value that does not exist */
export function readTextOptions(item: Item): TextOptions {
	return { overflow: readTextOverflow(item), tags: readLinkTags(item) };
}

/**
 * Finds the files of a new post.
 *
 * @param command how its key is made, and what distinguishes its uploads from those of other posts
 * @throws InputFailure if a destination has no text, and all of its files are missing
 */
export async function findPostFiles(
	item: Item,
	requested: RequestedContent,
	command: { idempotency: IdempotencyMode; content: unknown },
): Promise<Attachment[]> {
	const purpose = { workspacePath: workspacePath(item), ...command };
	const files = await findAttachments(item, requested, purpose);
	await checkRequested(item, requested, files);
	return files;
}

interface AdaptedContent {
	/** The content as entered, with the IDs of its accounts. */
	resolved: PostContent;
	/** With tagged links. */
	tagged: PostContent;
	/** The content to send: links tagged, texts fitted to the limits of the accounts. */
	content: PostContent;
}

/**
 * Finds the accounts of a post, and adapts its texts to them. Only reads.
 *
 * @param misfits as in `fitTexts`
 */
export async function adaptContent(
	item: Item,
	requested: RequestedContent,
	{ overflow, tags }: TextOptions,
	misfits?: Misfits,
): Promise<AdaptedContent> {
	const resolved = await resolveContent(item, requested);
	const tagged = await tagLinks(item, resolved, tags);
	return { resolved, tagged, content: await fitTexts(item, tagged, overflow, misfits) };
}
