import type { IDataObject } from 'n8n-workflow';

import { readPost } from '../../../api/changePost';
import { findPosts, mayHaveContent, statesContent } from '../../../api/findPosts';
import { readDestinations } from '../../../api/readings/post';
import { describePosts } from '../../../api/records';
import {
	describeRemaining,
	failureWithoutFiles,
	presentFiles,
	removeFiles,
	type Attachment,
} from '../../../media/attachment';
import type { Item } from '../../../properties/item';
import { asServiceFailure, CancelledFailure, ServiceFailure } from '../../../shared/failure';
import { firstText } from '../../../shared/json';
import { path } from '../../../transport/address';
import type { Connection } from '../../../transport/connection';
import { RefusedFailure } from '../../../transport/errors';
import type { IdempotencyMode } from '../../../transport/idempotencyKey';
import type { ServiceResponse } from '../../../transport/types';
import { toPostBody, type PostContent } from '../content/postContent';

const PURPOSE = 'create the post';

interface Creation {
	workspace: string;
	idempotency: IdempotencyMode;
	content: PostContent;
}

/**
 * Deals with the failure to create a post with files. A key that outlives the execution stands for the same files, but
 * each upload has a media ID of its own. So when another execution has created the post with its own uploads, the
 * service refuses the key, and the post that exists is the result.
 *
 * @throws the failure in any other case, after removing the files that nothing uses
 */
export async function recoverCreation(
	item: Item,
	files: Attachment[],
	{ workspace, idempotency, content }: Creation,
	error: unknown,
): Promise<ServiceResponse> {
	const isKeyOfOtherUploads =
		idempotency.mode !== 'execution' &&
		files.length > 0 &&
		error instanceof RefusedFailure &&
		error.conflict === 'changedInput';
	if (!isKeyOfOtherUploads) throw await failureWithoutFiles(item, files, error);
	const body = toPostBody(
		content,
		presentFiles(files).map(({ file }) => file),
	);
	const found = await findExistingPost(item.connection, workspace, body).catch(asServiceFailure);
	if (found instanceof ServiceFailure) {
		throw await failureWithoutFiles(item, files, found instanceof CancelledFailure ? found : error);
	}
	if (Array.isArray(found)) {
		// An own key may have been used for another text.
		const isSameContent = idempotency.mode === 'content' || found.length > 0;
		const failure = isSameContent ? sentBeforeFailure(found, error) : error;
		throw await failureWithoutFiles(item, files, failure);
	}
	const remaining = await removeFiles(item, files);
	if (remaining.length > 0) {
		const message = `The post had already been created with the same files. ${describeRemaining(remaining)}`;
		item.functions.addExecutionHints?.({ message, location: 'outputPane' });
	}
	return found;
}

/** The only post that has this content; else the posts that may have it. */
async function findExistingPost(
	connection: Connection,
	workspace: string,
	body: IDataObject,
): Promise<ServiceResponse | IDataObject[]> {
	const candidates = await findPosts(connection, workspace, body, PURPOSE);
	const [only, ...others] = candidates;
	const id = firstText(only?.id);
	if (id === undefined || others.length > 0) return candidates;
	const { post, etag } = await readPost(connection, `${workspace}/posts${path(id)}`, PURPOSE);
	return certainlyHasContent(post, body) ? { data: post, etag, headers: {} } : candidates;
}

/** Whether a post states the same text, accounts and number of files. */
function certainlyHasContent(post: IDataObject, body: IDataObject): boolean {
	if (!statesContent(post) || !mayHaveContent(post, body)) return false;
	return readDestinations(post).every(({ account_id, media_ids }) => {
		const expected = readDestinations(body).find(
			(other) => firstText(other.account_id) === firstText(account_id),
		);
		return (
			!Array.isArray(media_ids) || media_ids.length === [expected?.media_ids ?? []].flat().length
		);
	});
}

function sentBeforeFailure(candidates: IDataObject[], refusal: RefusedFailure): ServiceFailure {
	const names = describePosts(candidates);
	const found =
		candidates.length === 0
			? 'No post has this text and these accounts, so it was probably deleted or changed.'
			: `It may be one of these posts, which have the same text and accounts: ${names}.`;
	const failure = new RefusedFailure(
		`Could not ${PURPOSE}: this content was already sent within the last 24 hours`,
		`Nothing was sent twice. ${found} Go on with that post, or set If This Runs Again to Post Again to create another one.`,
		refusal.facts,
	);
	failure.conflict = refusal.conflict;
	return failure;
}
