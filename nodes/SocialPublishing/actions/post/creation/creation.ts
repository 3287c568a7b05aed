import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../../api/postContent';
import { describePosts } from '../../../api/posts';
import { readPostLinks } from '../../../api/readings/outcome';
import { readPostStatus } from '../../../api/readings/post';
import { readName } from '../../../api/readings/record';
import type { CommandIdentity, IdempotencyMode } from '../../../commands/key';
import { DoneBeforeFailure } from '../../../commands/doneBefore';
import { knownRevision, strongEtag, type RevisionChoice } from '../../../commands/revision';
import { attachFiles } from '../../../media/attachFiles';
import { rememberMissingFiles, type Attachment } from '../../../media/attachment';
import type { Item, Output } from '../../../properties/item';
import { isRequestFailure, ServiceFailure, UndecidedFailure } from '../../../shared/failure';
import { firstText, readRecord } from '../../../shared/json';
import { RefusedFailure } from '../../../transport/errors';
import type { ServiceResponse } from '../../../transport/types';
import type { Unfinished } from '../../operation';
import { checkContent, toPostBody, type PostContent } from '../content/postContent';
import type { NewPostTarget } from '../slots/slotAssignment';
import type { OnceKey } from './onceKey';

/** Completes "Could not …". */
export const CREATION_PURPOSE = 'create the post';

/** A post to save as a draft. Its fields have been read and checked. */
export interface Creation {
	workspace: string;
	command: CommandIdentity;
	idempotency: IdempotencyMode;
	/** Set if the item is posted once. */
	once: OnceKey | undefined;
	content: PostContent;
	/** Its links are tagged. The tags are not part of the key. */
	hasTags: boolean;
	files: Attachment[];
	followUp: FollowUp | undefined;
	/** The service is asked whether the post can be published before the draft is made. */
	isCheckedFirst: boolean;
}

/** The command that follows the creation. */
export interface FollowUp {
	/** The end of its route, and its step in the idempotency key. */
	command: 'publish' | 'schedule';
	/** Throws if it can no longer be sent. */
	check: () => void;
	/** Reserves what it needs, before the draft is created for these accounts. */
	reserve?: (accountIds: string[]) => Promise<unknown>;
	/** Call it when the work on the item ends, whatever the outcome. */
	end?: () => void;
	/** Whether it can apply to a post in this state. */
	isPossible: (post: IDataObject) => boolean;
	/** @param onAccepted called as soon as the service has accepted the command */
	send: (
		target: NewPostTarget,
		onAccepted: () => Promise<void>,
	) => Promise<Output | Unfinished<Output>>;
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
	checkContent(content, files);
	rememberMissingFiles(item, files);
	return body;
}

/** Identifies the texts and accounts that are sent. */
export function contentFingerprint({ content }: Creation): string {
	return fingerprint(toPostBody(content, []));
}

/** The ETag of a new draft saves reading the draft first. */
export function revisionOfDraft({ etag }: ServiceResponse): RevisionChoice {
	return knownRevision(strongEtag(etag));
}

/** Adds to the error of a command after the creation that the draft exists. */
export function withDraft(error: unknown, { data, etag }: ServiceResponse): unknown {
	if (!isRequestFailure(error)) return error;
	// Its message states what has become of the draft.
	if (error instanceof DoneBeforeFailure) return error;
	const post = error.facts.post ?? readRecord(data);
	const [link] = readPostLinks(post);
	const id = String(readRecord(data).id);
	const left = `The draft has been created: its ID is ${id}${link === undefined ? '' : ` (${link})`}.`;
	const revision = error.facts.etag ?? etag;
	const facts = { post, ...(revision !== undefined && { etag: revision }) };
	return error.with({ effectFacts: { left }, facts });
}

/** Marks the error of a post that the service has accepted, and adds the ID of the post. */
export function afterHandover(error: unknown, id: string): unknown {
	if (!isRequestFailure(error)) return error;
	return error.with({ isAfterHandover: true, facts: { post: error.facts.post ?? { id } } });
}

/** The failure of a draft whose ID is unknown, so that nothing can follow. */
export function unknownIdFailure({
	data,
	etag,
}: Pick<ServiceResponse, 'data' | 'etag'>): ServiceFailure {
	return new ServiceFailure(
		'The draft was created, but the service did not return its ID',
		'It was neither published nor scheduled. Look for it with Post → Get Many.',
		{ post: readRecord(data), etag },
		{ effect: 'accepted' },
	);
}

/** The failure of an item that is posted once. One of these posts may be its post. */
export function uncertainItemFailure(posts: IDataObject[]): ServiceFailure {
	return new UndecidedFailure(
		'It is not certain whether this item has been posted',
		`An earlier run was interrupted while it posted the item. Its post may be one of these: ${describePosts(posts, describeState)}. If it is, finish that post yourself. If not, delete the drafts that are not needed, and the next run looks again; or give the item another key to post it.`,
	);
}

/** The failure of a row of a table. One of these posts may be its post. */
export function uncertainRowFailure(posts: IDataObject[]): ServiceFailure {
	return new UndecidedFailure(
		'It is not certain whether this item has a post',
		`An earlier run was interrupted while it created the post of the item. The post may be one of these: ${describePosts(posts, describeState)}. If it is, enter its ID in 'Post'. If not, give the item another key.`,
	);
}

/** The failure of an item whose post is in a state from which the node cannot continue. */
export function impossibleFailure(post: IDataObject): ServiceFailure {
	return new UndecidedFailure(
		`The post of this item is already ${readPostStatus(post) ?? 'in another state'}`,
		`An earlier run was interrupted after it had created the post ${describeState(post)}. The node leaves the post as it is. Once the post is published, the item counts as posted. If you delete the post, the next run creates it again.`,
		{ post },
	);
}

/** The failure of an item that has changed, and whose post has been edited, too. */
export function changedTwiceFailure(post: IDataObject): ServiceFailure {
	return new UndecidedFailure(
		'The item has changed, and so has its post',
		`An earlier run was interrupted after it had created the post ${describeState(post)}. Somebody has edited the post since, so the node does not overwrite it. Publish or schedule the post yourself, or delete it so that the next run creates it again.`,
		{ post },
	);
}

function describeState(post: IDataObject): string {
	return `${firstText(post.id) ?? ''} ("${readName(post)}", ${readPostStatus(post) ?? 'no status'})`;
}

/**
 * The failure of content that the service has received before, with other uploads.
 *
 * @param posts those that may have been made of it
 */
export function sentBeforeFailure(posts: IDataObject[], refusal: RefusedFailure): ServiceFailure {
	const found =
		posts.length === 0
			? 'No post has this text and these accounts, so it was probably deleted or changed.'
			: `It may be one of these posts, which have the same text and accounts: ${describePosts(posts)}. Use that post.`;
	return new RefusedFailure(
		`Could not ${CREATION_PURPOSE}: this content was already sent within the last 24 hours`,
		`Nothing was sent twice. ${found} To create another post, set 'If This Runs Again' to 'Do It Again'.`,
		refusal.facts,
		{ conflict: refusal.conflict },
	);
}
