import type { IDataObject } from 'n8n-workflow';

import { readPostStatus } from '../../../api/readings/post';
import { readName } from '../../../api/readings/record';
import { describePosts } from '../../../api/records';
import { UndecidedFailure, type ServiceFailure } from '../../../shared/failure';
import { firstText } from '../../../shared/json';
import { RefusedFailure } from '../../../transport/errors';
import { CREATION_PURPOSE } from './purpose';

/** The failure of an item that is posted once, and that one of these posts may be. */
export function uncertainItemFailure(posts: IDataObject[]): ServiceFailure {
	const list = describePosts(
		posts,
		(post) =>
			`${firstText(post.id) ?? ''} ("${readName(post)}", ${readPostStatus(post) ?? 'no status'})`,
	);
	return new UndecidedFailure(
		'It is not certain whether this item has been posted',
		`An earlier run was interrupted while it posted the item, which may be: ${list}. If the item is among them, finish its post yourself; otherwise delete the drafts that are not needed. The next run looks again.`,
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
			: `It may be one of these posts, which have the same text and accounts: ${describePosts(posts)}.`;
	const failure = new RefusedFailure(
		`Could not ${CREATION_PURPOSE}: this content was already sent within the last 24 hours`,
		`Nothing was sent twice. ${found} Go on with that post, or set If This Runs Again to Post Again to create another one.`,
		refusal.facts,
	);
	failure.conflict = refusal.conflict;
	return failure;
}
