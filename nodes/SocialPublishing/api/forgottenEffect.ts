import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { firstText } from '../shared/json';
import type { Connection } from '../transport/connection';
import type { ServiceResponse } from '../transport/types';
import { readPost } from './changePost';
import {
	findPosts,
	hasText,
	mayHaveContent,
	MOST_POSTS_READ,
	readPosts,
	statesContent,
	type PostContent,
} from './findPosts';
import { describePosts } from './records';

/**
 * What became of a command that makes a post, when the service no longer knows its key: the one post that it may have
 * made, or none.
 *
 * @param exceptId a post that the command did not make
 * @throws ServiceFailure that names the posts when there are several, or when it is not certain that it is the one
 */
export async function findCreatedPost(
	connection: Connection,
	workspacePath: string,
	content: PostContent,
	purpose: string,
	exceptId?: string,
): Promise<ServiceResponse | 'noEffect'> {
	const found = await findPosts(connection, workspacePath, content, purpose);
	const listed = found.filter(({ id }) => firstText(id) !== exceptId);
	if (listed.length > MOST_POSTS_READ) throw undecidedFailure(listed, purpose);
	const read = await readPosts(connection, workspacePath, listed, purpose);
	const candidates = read.filter(({ post }) => mayHaveContent(post, content));
	const [only, ...others] = candidates;
	if (only === undefined) return 'noEffect';
	const { post, etag } = only;
	// Posts without text differ in their pictures only, which may be those of another post.
	if (others.length === 0 && statesContent(post) && hasText(post)) {
		return { data: post, etag, headers: {} };
	}
	throw undecidedFailure(
		candidates.map((candidate) => candidate.post),
		purpose,
	);
}

function undecidedFailure(candidates: IDataObject[], purpose: string): ServiceFailure {
	const count = candidates.length === 1 ? 'this post' : `one of ${candidates.length} posts`;
	return new ServiceFailure(
		`Could not ${purpose}: an earlier attempt may have made ${count}`,
		`More than a day has passed, so the service can no longer say which. It may be: ${describePosts(candidates)}. Nothing was sent. Go on with the right one, or delete those that are not needed and start a new execution.`,
	);
}

/**
 * What became of a command for a post, when the service no longer knows its key.
 *
 * @param showsEffect as in `PostCommand`; a day later, a post that does not show the effect has not had it
 */
export async function findPostEffect(
	connection: Connection,
	postPath: string,
	purpose: string,
	showsEffect: (post: IDataObject) => boolean | undefined,
): Promise<ServiceResponse | 'noEffect'> {
	const { post, etag } = await readPost(connection, postPath, purpose);
	return showsEffect(post) ? { data: post, etag, headers: {} } : 'noEffect';
}
