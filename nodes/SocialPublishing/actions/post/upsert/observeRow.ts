import { mayBeSent, phase } from '../../../api/phase';
import { readPosts, type PostState } from '../../../api/posts';
import { statesHistory } from '../../../api/readings/delivery';
import { readRecordId } from '../../../api/readings/record';
import { deleteSentCommand, readSentCommand } from '../../../commands/sentCommands';
import type { InputFailure } from '../../../shared/failure';
import { observePost } from '../publishing/observe';
import { nextStep, planSteps } from '../publishing/plan';
import { wasRecorded } from '../publishing/recordedPosts';
import { compareWithRow, isAsSeen, type ComparedPost } from './compareWithRow';
import { findListed, isShownInList, recordShownParts } from './listedPosts';
import { deletedFailure, otherWorkspaceFailure, ROW_LOOKUP_PURPOSE } from './messages';
import { idOf, isPresent, type Part, type Row } from './row';

/**
 * Looks for the post of a row, and compares it with the row.
 *
 * @throws ServiceFailure if the row states the ID of a post that does not exist
 */
export async function observeRow(row: Row): Promise<ComparedPost> {
	const { key, postId, wanted } = row;
	if ('failure' in wanted) return await observeUnread(row, wanted.failure);
	const observed = await findAndCompare(row);
	if (observed.state === undefined && postId !== undefined) {
		if (!(await wasRecorded(key, postId))) throw otherWorkspaceFailure(postId);
		if (isPresent(row)) throw deletedFailure(postId);
	}
	return observed;
}

/**
 * As `observeRow`, of a row whose content cannot be determined.
 *
 * @throws the failure, unless the post has gone out and the row is as it was when that was seen
 */
async function observeUnread(row: Row, failure: InputFailure): Promise<ComparedPost> {
	const refuse = () => {
		throw failure;
	};
	if (!(await row.key.isBegun())) return refuse();
	const observed = await findAndCompare(row).catch(refuse);
	const isSeen = observed.state !== undefined && (await isAsSeen(row, observed.state.post));
	const isDone = isSeen && planSteps(observed, row.wanted.status).length === 0;
	return isDone ? observed : refuse();
}

/** An entry in a list is enough only if there is nothing to do. */
async function findAndCompare(row: Row): Promise<ComparedPost> {
	const found = await findPostOfRow(row);
	const seen = await compareWithRow(row, found?.state);
	if (found?.omitted === undefined || (await isEnough(row, seen, found.omitted))) return seen;
	const current = await readOne(row, idOf(found.state.post));
	if (current === undefined) row.key.isPostGone = true;
	const compared = await compareWithRow(row, current?.state);
	if (current !== undefined && compared.differs.length === 0)
		await recordShownParts(row, found.omitted, current.state.post);
	return compared;
}

/** Whether an entry in a list shows that there is nothing to do. */
async function isEnough(row: Row, seen: ComparedPost, omitted: Part[]): Promise<boolean> {
	const { state } = seen;
	if (state === undefined || nextStep(seen, row.wanted.status) !== 'none') return false;
	// The next run needs the ETag, which lists may omit.
	if (row.expectedEtag !== undefined && state.etag === undefined) return false;
	// The list may omit the status.
	if (['leaving', 'unknown'].includes(phase(state.post))) return false;
	// Only its history shows whether it was sent.
	if (mayBeSent(state.post) && !statesHistory(state.post)) return false;
	return await isShownInList(row, omitted);
}

interface FoundPost {
	state: PostState;
	/** Set if it was read from a list: the parts that this list omits. */
	omitted?: Part[];
}

/**
 * The post of a row: the one whose ID the row states, otherwise the one that was created for its key. Undefined if it was
 * deleted or not created yet.
 *
 * @throws ServiceFailure if that cannot be decided
 */
async function findPostOfRow(row: Row): Promise<FoundPost | undefined> {
	const { key, postId, isDryRun } = row;
	if (postId !== undefined) {
		const stated = (await findListed(row)) ?? (await readOne(row, postId));
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
	const found = listed ?? (await findUnlisted(row));
	if (found === undefined) key.isPostGone ||= isRecorded;
	else if (isRecorded) key.useRecordedPost(idOf(found.state.post));
	else if (!isDryRun) await key.recordPost(idOf(found.state.post));
	return found;
}

/** The post that an earlier attempt at the item has created, in this execution or in the one that it retries. */
async function findPostOfEarlierAttempt(row: Row): Promise<FoundPost | undefined> {
	const { item, wanted } = row;
	if (!('creation' in wanted)) return undefined;
	const { command: identity, idempotency } = wanted.creation;
	const made = { idempotency, identity };
	const id = readRecordId(readSentCommand(item.connection, made)?.response?.data);
	if (id === undefined) return undefined;
	const found = await readOne(row, id);
	if (found === undefined) deleteSentCommand(item.connection, made);
	return found;
}

async function findUnlisted({ key, wanted }: Row): Promise<FoundPost | undefined> {
	const creation = 'creation' in wanted ? wanted.creation : undefined;
	const observed = await observePost(key, creation, { isUnlisted: true });
	if (observed.is === 'undecided') throw observed.failure;
	return observed.is === 'none' ? undefined : { state: observed.state };
}

/** Reads the current state of a post. */
async function readOne({ item, key }: Row, id: string): Promise<FoundPost | undefined> {
	const [state] = await readPosts(item.connection, key.workspace, [{ id }], ROW_LOOKUP_PURPOSE);
	return state && { state };
}
