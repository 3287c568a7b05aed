import type { IDataObject } from 'n8n-workflow';

import { describePosts } from '../../../api/posts';
import { readPostLinks } from '../../../api/readings/outcome';
import { readPostStatus } from '../../../api/readings/post';
import { readRecordId, readName } from '../../../api/readings/record';
import { DoneBeforeFailure } from '../../../commands/doneBefore';
import { isRequestFailure, ServiceFailure, UndecidedFailure } from '../../../shared/failure';
import { readRecord } from '../../../shared/json';
import { cutText } from '../../../shared/text/sentences';
import { RefusedFailure } from '../../../transport/errors';
import type { ServiceResponse } from '../../../transport/types';

/** Completes "Could not …". */
export const CREATION_PURPOSE = 'create the post';
/** Completes "Could not …". */
export const LOOKUP_PURPOSE = 'look for an earlier post of the item';

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
		'This item may already have been posted',
		`An earlier run was interrupted while posting the item. Its post may be one of these: ${describePosts(posts, describeState)}. If so, publish or schedule that post yourself. If not, delete the drafts you do not need and the next run tries the item again, or give the item another key to post it.`,
	);
}

/** The failure of a row of a table. One of these posts may be its post. */
export function uncertainRowFailure(posts: IDataObject[]): ServiceFailure {
	return new UndecidedFailure(
		'This item may already have a post',
		`An earlier run was interrupted while creating the post of the item. The post may be one of these: ${describePosts(posts, describeState)}. If so, enter its ID in 'Post'. If not, give the item another key.`,
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
		`An earlier run was interrupted after it had created the post ${describeState(post)}. Someone has edited the post since, so the node does not overwrite it. Publish or schedule the post yourself, or delete it so that the next run creates it again.`,
		{ post },
	);
}

function describeState(post: IDataObject): string {
	return `${readRecordId(post) ?? ''} ("${readName(post)}", ${readPostStatus(post) ?? 'no status'})`;
}

/** The failure of a command whose key the service has forgotten, and which may have made one of these posts. */
export function forgottenPostFailure(posts: IDataObject[], purpose: string): ServiceFailure {
	const count = posts.length === 1 ? 'this post' : `one of ${posts.length} posts`;
	return new UndecidedFailure(
		`Could not ${purpose}: an earlier attempt may have created ${count}`,
		`More than 23 hours have passed, so the service may no longer know the result. Possible posts: ${describePosts(posts)}. Continue with the right one, or delete those that you do not need and start a new execution.`,
	);
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
		{},
		refusal.conflict,
	);
}

/**
 * The failure of an item whose post is recorded, but not listed: lists may be late or incomplete, so this does not show that
 * the post was deleted.
 *
 * @param text the first words of the item
 */
export function unlistedPostFailure(
	key: string | undefined,
	text: string,
	advice: string,
): ServiceFailure {
	const words = [
		...(key === undefined ? [] : [`key "${key}"`]),
		...(text === '' ? [] : [`"${cutText(text, 100)}"`]),
	];
	const known = words.length === 0 ? '' : ` (${words.join(', ')})`;
	return new UndecidedFailure(
		'The service does not list the post of this item',
		`An earlier run created the post, or may have done so${known}. The list may be delayed or incomplete, so the node does not assume that the post was deleted. Look for it in the service. If it is there, run this again later. If it was deleted, ${advice}`,
	);
}

/** Completes "Accepted, not checked". */
export function notFoundYetFailure(): ServiceFailure {
	return new UndecidedFailure(
		'the service does not find the post',
		'It may be missing because it is new.',
	);
}
