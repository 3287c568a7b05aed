import { OTHER_PAGE_SIZE, readPostList, type PostList } from '../../../api/posts';
import {
	findPost,
	forgottenPostFailure,
	toFinding,
	type PostSearch,
} from '../../../commands/findEffect';
import { firstText } from '../../../shared/json';
import type { Connection } from '../../../transport/connection';
import { NOTHING_FOUND, type Finding } from '../../../transport/finding';
import { isOlder } from './candidates';
import { unlistedPostFailure } from './failures';
import { lookTwice } from './search';

/**
 * Looks for the post of a command whose response was lost so long ago that the service may have forgotten its key. It was not
 * made only if two steady readings with pages of different sizes lack it. A post with the same content that is older than the
 * command is that of another one, but its age is a guess, so the search is undecided then.
 *
 * @param sentAtMs when the command was sent, in milliseconds since 1970
 */
export async function findForgottenPost(
	connection: Connection,
	search: PostSearch,
	sentAtMs: number,
): Promise<Finding> {
	const { workspacePath, purpose, content } = search;
	const forgotten = (posts: PostList['posts']) => forgottenPostFailure(posts, purpose);
	const read = async (pageSize?: number) =>
		await readPostList(connection, workspacePath, purpose, pageSize);
	const look = async ({ posts }: PostList): Promise<Finding | undefined> => {
		const found = await findPost(connection, { ...search, posts });
		if (found.is === 'none') return undefined;
		return found.is === 'found' && isOlder(found.state.post, sentAtMs)
			? { is: 'undecided', failure: forgotten([found.state.post]) }
			: toFinding(found, forgotten);
	};
	const readings = { first: await read(), readAgain: async () => await read(OTHER_PAGE_SIZE) };
	const looked = await lookTwice(readings, look);
	if (looked.found !== undefined) return looked.found;
	if (looked.isSteady) return NOTHING_FOUND;
	const text = firstText(content.text) ?? '';
	const failure = unlistedPostFailure(undefined, text, 'start a new execution to create it again.');
	return { is: 'undecided', failure };
}
