import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { firstText } from '../shared/json';
import type { Connection } from '../transport/connection';
import type { ServiceResponse } from '../transport/types';
import { readPost } from './changePost';
import { findPosts, type PostContent } from './findPosts';
import { describePost } from './records';

/**
 * What became of a command that makes a post, when the service no longer knows its key: the one post that it may have
 * made, or none.
 *
 * @param exceptId a post that the command did not make
 * @throws ServiceFailure that names the posts when there are several
 */
export async function findCreatedPost(
	connection: Connection,
	workspacePath: string,
	content: PostContent,
	purpose: string,
	exceptId?: string,
): Promise<ServiceResponse | 'noEffect'> {
	const found = await findPosts(connection, workspacePath, content, purpose);
	const candidates = found.filter(({ id }) => firstText(id) !== exceptId);
	const [only, ...others] = candidates;
	if (only === undefined) return 'noEffect';
	if (others.length === 0) return { data: only, etag: undefined, headers: {} };
	const names = candidates.map(describePost).join(', ');
	throw new ServiceFailure(
		`Could not ${purpose}: an earlier attempt may have made one of ${candidates.length} posts`,
		`More than a day has passed, so the service can no longer say which. They have the same text and accounts: ${names}. Nothing was sent. Go on with the right one, or delete those that are not needed and start a new execution.`,
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
