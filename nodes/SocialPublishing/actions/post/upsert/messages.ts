import { readAccountNames } from '../../../api/accountDirectory';
import type { PostState } from '../../../api/posts';
import { readPublication } from '../../../api/publication';
import { readPostStatus } from '../../../api/readings/post';
import { lacksNames } from '../../../api/simplePost';
import { readRecordId } from '../../../api/readings/record';
import {
	InputFailure,
	type FailureFacts,
	ServiceFailure,
	UndecidedFailure,
} from '../../../shared/failure';
import type { Action } from '../publishing/plan';
import type { Row } from './row';

/** Completes "Could not …". */
export const ROW_LOOKUP_PURPOSE = 'look for the post of the item';

export const NO_POST = 'There is no post.';
export const DELETED = 'The post was deleted.';

/** The state of a post that can no longer be changed, with its accounts. */
export async function describeLocked({ item, key }: Row, { post }: PostState): Promise<string> {
	const accounts = lacksNames(post)
		? await readAccountNames(item.connection, key.workspace)
		: new Map();
	return `${readPublication(post, false, accounts, true).message} Post ID: ${readRecordId(post) ?? ''}.`;
}

export function describeDryRun(action: Action): string {
	return action === 'unchanged'
		? 'Nothing was sent. The post already matches the item.'
		: `Nothing was sent. The post would be ${action}.`;
}

/** n8n stores with the saved workflow which post belongs to each key. */
export function needsWorkflow(): InputFailure {
	return new InputFailure(
		'Create or Update cannot be used here: without a workflow, n8n cannot remember which post belongs to a key',
		'Use Create to create a post, and Update, Schedule, Reschedule, Publish or Delete for a post whose ID is known.',
	);
}

/** @param message which items have the same key or post ID */
export function repeatedRowFailure(message: string): InputFailure {
	return new InputFailure(
		message,
		'Each post belongs to one row. Give every row a key of its own, and remove the ID from a row that was copied.',
	);
}

export function deletedFailure(postId: string): ServiceFailure {
	return new UndecidedFailure(
		`The post ${postId} was deleted in the service`,
		"To create the post again, clear the post ID in the row. To leave it deleted, set 'Wanted Status' to 'Absent'.",
	);
}

/** A post that was never seen in this workspace may be in another one. */
export function otherWorkspaceFailure(postId: string): ServiceFailure {
	return new UndecidedFailure(
		`The post ${postId} is not in this workspace`,
		"Choose the workspace of the post in 'Workspace'. If the post no longer exists, clear the post ID in the row.",
	);
}

/** The post as it is, for the next steps. */
function factsOf({ post, etag }: PostState): FailureFacts {
	return { post, ...(etag !== undefined && { etag }) };
}

/** @param description the current state of the post */
export function lockedFailure(state: PostState, description: string): ServiceFailure {
	return new UndecidedFailure(
		'The post can no longer be changed to match the item',
		description,
		factsOf(state),
	);
}

/** The service shows no status of a post before it is out, so it may never have received the command, or no longer follow it. */
export function unconfirmedFailure(state: PostState): ServiceFailure {
	const id = readRecordId(state.post) ?? '';
	return new UndecidedFailure(
		'It is not known whether the post is going out',
		`The service does not show it. n8n may have stopped or got no response when the node published or scheduled the post ${id}, or somebody may have cancelled it since. Look for it in the service. If it is not going out, publish or schedule it there.`,
		factsOf(state),
	);
}

/** Between two commands, or right after the last one, somebody has changed the post. */
export function changedMeanwhileFailure(state: PostState): ServiceFailure {
	const status = readPostStatus(state.post);
	return new ServiceFailure(
		'Someone changed the post while the node was working on it',
		`It no longer matches the node's last command${status === undefined ? '' : `, and is ${status} now`}. Nothing more was sent. The next run checks it again.`,
		factsOf(state),
		{ effect: 'accepted' },
	);
}

/** The post has changed since the user read it. */
export function changedSinceFailure(state: PostState): ServiceFailure {
	return new ServiceFailure(
		'Could not change the post: the post has been changed since it was read',
		'Look at the post as it is now, then decide whether to try again.',
		{ status: 412, ...factsOf(state) },
		{ effectFacts: { nothingWas: 'changed' } },
	);
}

export function emptyRevisionFailure({ post }: PostState): ServiceFailure {
	return new UndecidedFailure(
		"'Expected Version' is empty, but the item already has a post",
		'Pass on the etag that an earlier run returned, or remove the option.',
		{ post },
	);
}
