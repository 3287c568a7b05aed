import { readPosts, type PostState } from '../../../api/posts';
import { readRecordId } from '../../../api/readings/record';
import { deleteSentCommand, readSentCommand } from '../../../commands/journal';
import { textOf } from '../../../shared/json';
import { observePost } from '../publishing/observe';
import { LOOKUP_PURPOSE } from './messages';
import { isPresent, type Row } from './row';

interface PostOfRow {
	state: PostState;
	/** Read from a list, which may omit fields. */
	isListed: boolean;
}

/**
 * The post of a row: the one whose ID the row states, otherwise the one that was created for its key. Undefined if it was
 * deleted or not created yet.
 *
 * @throws ServiceFailure if that cannot be decided
 */
export async function findPostOfRow(row: Row): Promise<PostOfRow | undefined> {
	const { key, postId, isDryRun } = row;
	if (postId !== undefined) {
		const stated = (await findListed(row)) ?? (await readUnlisted(row, postId));
		// Somebody may remove the ID from the row later.
		const isNew = isPresent(row) && !isDryRun && !(await key.isBegun());
		if (stated !== undefined && isNew) await key.recordPost(postId);
		return stated;
	}
	const own = await findPostOfEarlierAttempt(row);
	if (own !== undefined) return own;
	if (!(await key.isBegun())) return undefined;
	const isRecorded = await key.hasPost();
	const listed = isRecorded ? await findListed(row) : undefined;
	const found = listed ?? (await observeRow(row));
	const id = readRecordId(found?.state.post) ?? '';
	if (isRecorded) {
		if (found === undefined) key.losePost();
		else key.useRecordedPost(id);
	} else if (found !== undefined && !isDryRun) await key.recordPost(id);
	return found;
}

async function observeRow({ item, key, workspace, wanted }: Row): Promise<PostOfRow | undefined> {
	const creation = 'creation' in wanted ? wanted.creation : undefined;
	const observed = await observePost({ item, key, workspace, creation }, { isUnlisted: true });
	if (observed.is === 'undecided') throw observed.failure;
	return observed.is === 'none' ? undefined : { state: observed.state, isListed: false };
}

/** Reads the current state of a post. */
export async function readRowPost(
	{ item, workspace }: Row,
	id: string,
): Promise<PostState | undefined> {
	const [state] = await readPosts(item.connection, workspace, [{ id }], LOOKUP_PURPOSE);
	return state;
}

async function findListed(row: Row): Promise<PostOfRow | undefined> {
	const post = await row.run.findListed(row);
	return post && { state: { post, etag: textOf(post.etag) }, isListed: true };
}

async function readUnlisted(row: Row, id: string): Promise<PostOfRow | undefined> {
	const state = await readRowPost(row, id);
	return state && { state, isListed: false };
}

/** The post that an earlier attempt at the item has created, in this execution or in the one that it retries. */
async function findPostOfEarlierAttempt(row: Row): Promise<PostOfRow | undefined> {
	const { item, wanted } = row;
	if (!('creation' in wanted)) return undefined;
	const { command: identity, idempotency } = wanted.creation;
	const made = { idempotency, identity };
	const id = readRecordId(readSentCommand(item.connection, made)?.response?.data);
	if (id === undefined) return undefined;
	const found = await readUnlisted(row, id);
	if (found === undefined) deleteSentCommand(item.connection, made);
	return found;
}
