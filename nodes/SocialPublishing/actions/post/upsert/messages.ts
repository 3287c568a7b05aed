import { readAccountNames } from '../../../api/accountDirectory';
import type { PostState } from '../../../api/posts';
import { readPublication } from '../../../api/publication';
import { lacksNames } from '../../../api/simplePost';
import { firstText } from '../../../shared/json';
import type { Action } from './nextStep';
import type { Row } from './row';

/** What becomes of a row, in a sentence, where the record of its post does not say it. */

export const NO_POST = 'There is no post.';
export const DELETED = 'The post was deleted.';

/** What a post is now that can no longer be changed. It names the accounts. */
export async function describeLocked(
	{ item, workspace }: Row,
	{ post }: PostState,
): Promise<string> {
	const accounts = lacksNames(post)
		? await readAccountNames(item.connection, workspace)
		: new Map();
	return `${readPublication(post, false, accounts).message} Post ID: ${firstText(post.id) ?? ''}.`;
}

export function describeDryRun(action: Action): string {
	return action === 'unchanged'
		? 'Nothing was sent. The post is as it should be.'
		: `Nothing was sent. The post would be ${action}.`;
}
