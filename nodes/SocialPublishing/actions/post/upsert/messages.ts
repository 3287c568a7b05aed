import type { PostState } from '../../../api/posts';
import { describeState } from '../../../commands/review';
import type { Action } from './nextStep';

/** What becomes of a row, in a sentence, where the record of its post does not say it. */

export const NO_POST = 'There is no post.';
export const DELETED = 'The post was deleted.';

export function lockedMessage({ post }: PostState): string {
	return `The post can no longer be changed, so it stays as it is. ${describeState(post)}`;
}

export function describeDryRun(action: Action): string {
	return action === 'unchanged'
		? 'Nothing was sent. The post is as it should be.'
		: `Nothing was sent. The post would be ${action}.`;
}
