import type { IDataObject } from 'n8n-workflow';

import { readPosts, type PostList } from '../../../api/posts';
import type { FoundPost } from '../../../commands/findEffect';
import type { Connection } from '../../../transport/connection';
import type { OnceKey } from './onceKey';

const LOOKUP_PURPOSE = 'look for an earlier post of the item';

/** The list that lacks the post, and how to look for it in another. */
interface Lists {
	list: PostList;
	inList: (list: PostList) => Promise<IDataObject | undefined>;
}

/**
 * Looks for the recorded post of a key that a list lacks. What a list leaves out is not gone: a post counts as deleted only
 * if the service says so of its ID, or if its ID is unknown, it was a draft, its creation was recorded over an hour ago, and
 * two steady readings with pages of different sizes lack it.
 *
 * @returns `none` if the post was deleted; `unlisted` if that is not certain
 */
export async function findUnlisted(
	connection: Connection,
	workspacePath: string,
	once: OnceKey,
	{ list, inList }: Lists,
): Promise<FoundPost | { is: 'unlisted' }> {
	const { knownPostId } = once;
	if (knownPostId !== undefined) return await readState({ id: knownPostId });
	const again = await once.runKeys.listPostsAgain(connection, workspacePath, LOOKUP_PURPOSE);
	const found = await inList(again);
	if (found !== undefined) return await readState(found);
	const isSilent = !list.isSteady || !again.isSteady || (await once.isNew());
	return isSilent || (await once.mayBeOut()) ? { is: 'unlisted' } : { is: 'none' };

	async function readState(post: IDataObject): Promise<FoundPost> {
		const [state] = await readPosts(connection, workspacePath, [post], LOOKUP_PURPOSE);
		return state === undefined ? { is: 'none' } : { is: 'found', state };
	}
}
