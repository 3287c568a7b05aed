import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../../api/postContent';
import type { CommandIdentity, IdempotencyMode } from '../../../commands/key';
import { knownRevision, strongEtag, type RevisionChoice } from '../../../commands/revision';
import { attachFiles } from '../../../media/attachFiles';
import { rememberMissingFiles, type Attachment } from '../../../media/attachment';
import type { Item } from '../../../properties/item';
import { canonicalJson, firstText } from '../../../shared/json';
import { path } from '../../../transport/address';
import type { ServiceResponse } from '../../../transport/types';
import { checkContent, toPostBody, type PostContent } from '../content/postContent';
import type { ItemKey } from './itemKey';
import type { Timing } from './sendOut';

/** A post to save as a draft. Its fields have been read and checked. */
export interface Creation {
	workspace: string;
	command: CommandIdentity;
	idempotency: IdempotencyMode;
	/** Set if the item is posted once, or its post is kept in sync. */
	key: ItemKey | undefined;
	content: PostContent;
	/** Its links are tagged. The tags are not part of the key. */
	hasTags: boolean;
	files: Attachment[];
	/** What follows the creation; undefined for a draft, and for a row, which sends its commands itself. */
	followUp: Timing | undefined;
	/** The service is asked whether the post can be published before the draft is made. */
	isCheckedFirst: boolean;
}

/** Identifies a file of an item in every execution. The upload of an input file belongs to one of them. */
export function lastingName({ source, file, altText = '' }: Attachment): string {
	return source === undefined ? file : canonicalJson([source, altText]);
}

/** The body with placeholders for media IDs: another run has uploaded the same files with other IDs. */
export function bodyWithPlaceholders({ content, files }: Creation): IDataObject {
	const names = files.map(({ file, missing }) => (missing === undefined ? file : undefined));
	return toPostBody(content, names);
}

/** Uploads the files. Returns the body that contains them. */
export async function makeBodyWithUploads(
	item: Item,
	{ content, files }: Creation,
): Promise<IDataObject> {
	const body = toPostBody(content, await attachFiles(item, files));
	await checkContent(item, content, files);
	rememberMissingFiles(item, files);
	return body;
}

/** Identifies the texts and accounts that are sent. */
export function contentFingerprint({ content }: Creation): string {
	return fingerprint(toPostBody(content, []));
}

/**
 * The key to create a post with if the first one cannot be used.
 *
 * @param deletedId the post that was created with the key before
 */
export function keyOfContent(
	{ idempotency, content }: Creation,
	deletedId: string | undefined,
): IdempotencyMode {
	if (idempotency.mode !== 'once') return idempotency;
	const parts = [canonicalJson(toPostBody(content, [])), ...(deletedId ? [deletedId] : [])];
	return { ...idempotency, identity: [...idempotency.identity, ...parts] };
}

/** The ETag of a new draft saves reading the draft first. */
export function revisionOfDraft({ etag }: ServiceResponse): RevisionChoice {
	return knownRevision(strongEtag(etag));
}

/** The path of the post in a record; undefined if the record states no ID. */
export function pathOfPost({ command }: Creation, { id }: IDataObject): string | undefined {
	const text = firstText(id);
	return text === undefined ? undefined : `${command.path}${path(text)}`;
}
