import type { IDataObject } from 'n8n-workflow';

import { readPostStatus } from '../../../api/readings/post';
import { readName } from '../../../api/readings/record';
import { describePosts } from '../../../api/posts';
import { UndecidedFailure, type ServiceFailure } from '../../../shared/failure';
import { firstText } from '../../../shared/json';
import { RefusedFailure } from '../../../transport/errors';
import { CREATION_PURPOSE } from './purpose';

/** The failure of an item that is posted once, and that one of these posts may be. */
export function uncertainItemFailure(posts: IDataObject[]): ServiceFailure {
	return new UndecidedFailure(
		'It is not certain whether this item has been posted',
		`An earlier run was interrupted while it posted the item, which may be: ${describePosts(posts, describeState)}. If the item is among them, finish its post yourself; otherwise delete the drafts that are not needed. The next run looks again. If none of them is its post, give the item another key to post it.`,
	);
}

/** The failure of a row of a table of which one of these may be the post. */
export function uncertainRowFailure(posts: IDataObject[]): ServiceFailure {
	return new UndecidedFailure(
		'It is not certain whether this item has a post',
		`An earlier run was interrupted while it created the post of the item, which may be: ${describePosts(posts, describeState)}. If it is one of them, enter its ID as the post of the item. If not, give the item another key.`,
	);
}

/** The failure of an item whose post is in a state in which the node cannot go on with it. */
export function impossibleFailure(post: IDataObject): ServiceFailure {
	return new UndecidedFailure(
		`The post of this item is ${readPostStatus(post) ?? 'not a draft'} already`,
		`An earlier run made it, and was interrupted: ${describeState(post)}. The node leaves it as it is. As soon as it is published, the item counts as posted. If you delete it, the next run makes it anew.`,
		{ post },
	);
}

/** The failure of an item that has changed, and whose post has been changed as well. */
export function changedTwiceFailure(post: IDataObject): ServiceFailure {
	return new UndecidedFailure(
		'The item has changed, and so has its post',
		`An earlier run made the post, and was interrupted: ${describeState(post)}. Somebody has edited it since, so the node does not overwrite it. Publish or schedule it yourself, or delete it: then the next run makes it anew.`,
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
			: `It may be one of these posts, which have the same text and accounts: ${describePosts(posts)}.`;
	const failure = new RefusedFailure(
		`Could not ${CREATION_PURPOSE}: this content was already sent within the last 24 hours`,
		`Nothing was sent twice. ${found} Go on with that post, or set If This Runs Again to Post Again to create another one.`,
		refusal.facts,
	);
	failure.conflict = refusal.conflict;
	return failure;
}
