import type { IDataObject } from 'n8n-workflow';

import { mayBeSent, phase } from '../../../api/phase';
import { readPosts, stateIn, type PostState } from '../../../api/posts';
import { statesHistory } from '../../../api/readings/delivery';
import { readRecordId } from '../../../api/readings/record';
import { deleteSentCommand, readSentCommand } from '../../../commands/sentCommands';
import { observePost } from '../publishing/observe';
import { nextStep, planSteps, type Stage } from '../publishing/plan';
import { compareWithRow, type Comparison } from './compareWithRow';
import { ROW_LOOKUP_PURPOSE } from './messages';
import { isPresent, type Row } from './row';
import { findMissing, findSkipped, isAsSeen, isShownInList, recordShownParts } from './rowFacts';
import { isSlotShared } from './slotOfRow';
import { upsertRunOf } from './upsertRun';

/** A post, and how it differs from the wanted one. */
export interface ComparedPost {
	/** Undefined if there is no post. */
	state: PostState | undefined;
	situation: Comparison;
}

/**
 * Reads the post of a row.
 *
 * @throws InputFailure if the content of the row cannot be determined, unless the post has gone out and the row is as it was
 * when that was seen
 */
export async function readComparedPost(row: Row): Promise<ComparedPost> {
	const { wanted } = row;
	if (!('failure' in wanted)) return await findComparedPost(row);
	const refuse = () => {
		throw wanted.failure;
	};
	const before = (await row.key.isBegun()) ? await findComparedPost(row).catch(refuse) : refuse();
	const { state, situation } = before;
	if (state === undefined || !(await isAsSeen(row, state.post))) refuse();
	return planSteps(situation, wanted.status).length > 0 ? refuse() : before;
}

/** An entry in a list is enough only if there is nothing to do. */
async function findComparedPost(row: Row): Promise<ComparedPost> {
	const found = await findPostOfRow(row);
	const seen = await compareState(row, found?.state);
	if (found === undefined || !found.isListed || (await isEnough(row, seen))) return seen;
	const id = readRecordId(found.state.post) ?? '';
	const current = await readUnlisted(row, id);
	if (current === undefined) row.key.isPostGone = true;
	const compared = await compareState(row, current?.state);
	const { state, situation } = compared;
	if (state && situation.differs.length === 0)
		await recordShownParts(row, runOf(row).omittedParts(row), id, state.post);
	return compared;
}

const runOf = ({ item }: Row) => upsertRunOf(item.functions);

/** Whether an entry in a list shows that there is nothing to do. */
async function isEnough(row: Row, { state, situation }: ComparedPost): Promise<boolean> {
	const { wanted, expectedEtag } = row;
	if (state === undefined || nextStep(situation, wanted.status) !== 'none') return false;
	// The next run needs the ETag, which lists may omit.
	if (expectedEtag !== undefined && state.etag === undefined) return false;
	// The list may omit the status.
	if (['leaving', 'unknown'].includes(phase(state.post))) return false;
	// Only its history shows whether it was sent.
	if (mayBeSent(state.post) && !statesHistory(state.post)) return false;
	return await isShownInList(row, runOf(row).omittedParts(row));
}

/**
 * Compares a post with its row. A file that it lacks is a difference as soon as the file can be added, and a slot that it
 * shares is the wrong time.
 */
export async function compareState(row: Row, state: PostState | undefined): Promise<ComparedPost> {
	const compared = await compareWithoutMissing(row, state?.post);
	const { stage, differs, skipped } = compared;
	const isOnTime = compared.isOnTime && !(await isSlotShared(row, state));
	const situation = { ...compared, isOnTime };
	const isOpen = canChange(stage) && !differs.includes('media');
	if (!isOpen || !(await findSkipped(row.item, skipped))) return { state, situation };
	return { state, situation: { ...situation, differs: [...differs, 'media'] } };
}

/** If a post has all media of its row apart from files that are missing now, an update would change nothing. */
async function compareWithoutMissing(row: Row, post: IDataObject | undefined): Promise<Comparison> {
	const compared = await compareWithRow(row, post);
	if (!canChange(compared.stage) || !compared.differs.includes('media')) return compared;
	const missing = await findMissing(row);
	const without = missing.length > 0 ? await compareWithRow(row, post, missing) : compared;
	return without.differs.includes('media') ? compared : without;
}

function canChange(stage: Stage): boolean {
	return stage === 'draft' || stage === 'scheduled';
}

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
async function findPostOfRow(row: Row): Promise<PostOfRow | undefined> {
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
		if (found === undefined) key.isPostGone = true;
		else key.useRecordedPost(id);
	} else if (found !== undefined && !isDryRun) await key.recordPost(id);
	return found;
}

async function observeRow({ key, wanted }: Row): Promise<PostOfRow | undefined> {
	const creation = 'creation' in wanted ? wanted.creation : undefined;
	const observed = await observePost(key, creation, { isUnlisted: true });
	if (observed.is === 'undecided') throw observed.failure;
	return observed.is === 'none' ? undefined : { state: observed.state, isListed: false };
}

async function findListed(row: Row): Promise<PostOfRow | undefined> {
	const post = await runOf(row).findListed(row);
	return post && { state: stateIn(post), isListed: true };
}

/** Reads the current state of a post. */
async function readUnlisted({ item, key }: Row, id: string): Promise<PostOfRow | undefined> {
	const [state] = await readPosts(item.connection, key.workspace, [{ id }], ROW_LOOKUP_PURPOSE);
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
