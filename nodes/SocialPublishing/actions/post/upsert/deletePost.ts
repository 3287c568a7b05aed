import { readPost, type PostState } from '../../../api/posts';
import type { PostTarget } from '../../../commands/postCommand';
import { processMemory } from '../../../commands/processMemory';
import { deleteRecord } from '../../../commands/unkeyedCommands';
import { executionScope } from '../../../properties/item';
import { firstText, textOf } from '../../../shared/json';
import { RefusedFailure } from '../../../transport/errors';
import { cancelPost } from '../cancelPost';
import { stageOf } from './judge';
import { DELETE_PURPOSE } from './purpose';
import type { Row } from './row';

/** Statuses with which a service may refuse to delete a post because it is scheduled. */
const REFUSALS_OF_STATE = new Set([400, 403, 405, 409, 422, 423]);

/** The post of each row that this process has deleted: for a day, the service may answer a creation with it. */
const deletedPosts = processMemory('deleted post of a row', textOf);

/** The ID of the post of a row that has been deleted, if any. */
export function recallDeleted(identity: string[]): string[] {
	return [deletedPosts.recall(identity) ?? []].flat();
}

/** Deletes the post of a row; one that is scheduled is cancelled first where the service asks for that. */
export async function deletePost(
	{ item, identity }: Row,
	target: PostTarget,
	before: PostState,
): Promise<void> {
	const { connection } = item;
	const remove = async () =>
		await deleteRecord(connection, DELETE_PURPOSE, target.postPath, executionScope(item));
	await remove().catch(async (error: unknown) => {
		if (!(error instanceof RefusedFailure) || error.effect !== 'none') throw error;
		const { status = 0 } = error.facts;
		// Somebody else has deleted it a moment ago.
		if (status === 404 || status === 410) return;
		if (!REFUSALS_OF_STATE.has(status) || stageOf(before.post) !== 'scheduled') throw error;
		await cancelPost(item, target);
		const cancelled = await readPost(connection, target.postPath, DELETE_PURPOSE);
		if (stageOf(cancelled.post) !== 'draft') throw error;
		await remove();
	});
	deletedPosts.remember(identity, firstText(before.post.id) ?? '');
}
