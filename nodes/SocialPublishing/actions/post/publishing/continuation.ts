/**
 * An item whose post an earlier run or attempt has created without completing the item, and what people have done since. The
 * comparison is missing if the post can no longer be changed.
 */
export interface Interrupted {
	/** Whether the command that the item asks for can apply to the post. */
	canContinue: boolean;
	since?: {
		isItemUnchanged: boolean;
		/** The post has a content that was sent for the item. */
		isPostAsSent: boolean;
		/** The post has the content of the item as it is now. */
		isPostAsWanted: boolean;
	};
}

/**
 * - `continue`: with the post as it is now, including corrections that somebody has made
 * - `update`: the post to the item first
 * - `changedTwice`: both have changed, so nothing is sent
 * - `impossible`: the post is in a state from which the command cannot be sent
 */
export type Continuation = 'continue' | 'update' | 'changedTwice' | 'impossible';

/** How the node goes on with an interrupted item. Pure. */
export function planContinuation({ canContinue, since }: Interrupted): Continuation {
	if (!canContinue) return 'impossible';
	if (since === undefined) return 'continue';
	const { isItemUnchanged, isPostAsSent, isPostAsWanted } = since;
	if (isPostAsSent) return isItemUnchanged && isPostAsWanted ? 'continue' : 'update';
	return isItemUnchanged || isPostAsWanted ? 'continue' : 'changedTwice';
}
