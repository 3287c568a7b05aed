import type { PostTarget } from '../../../commands/postCommand';

/** A post that has just been made, and what is known of it. */
export interface NewPostTarget extends PostTarget {
	postId: string;
	/** The accounts that it is meant for. */
	accountIds: string[];
}
