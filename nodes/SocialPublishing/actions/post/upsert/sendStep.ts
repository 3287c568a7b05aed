import { mayBeSent } from '../../../api/phase';
import { readScheduledMs } from '../../../api/readings/times';
import { readPost, withIdOf, type PostState } from '../../../api/posts';
import { readRecordId } from '../../../api/readings/record';
import { deleteRecord } from '../../../commands/unkeyedCommands';
import { toOutput } from '../../recordOperations';
import { whenKnown, type Unfinished } from '../../operation';
import { readEntry, writeEntry } from '../../../commands/journal';
import { ProcessMemory } from '../../../commands/processMemory';
import { throwUnchecked } from '../../../commands/doneBefore';
import { showMissingFiles } from '../../../media/attachment';
import { attemptOf, executionScope, type Item, type Output } from '../../../properties/item';
import { isRequestFailure, mayHaveTakenEffect } from '../../../shared/failure';
import { readRecord, textOf } from '../../../shared/json';
import { isMissing, RefusedFailure } from '../../../transport/errors';
import { cancelPost } from '../cancel.operation';
import { createDraft } from '../publishing/createDraft';
import { partDetail, UNCONFIRMED } from '../publishing/details';
import { sendOut } from '../publishing/followUp';
import type { Situation } from '../publishing/plan';
import { publishPost, resumePublication } from '../publish.operation';
import type { KnownPostTarget } from '../slots/slotAssignment';
import { SLOT_UNCONFIRMED, stageOf } from './compareWithRow';
import { expectedRevisionOf } from './expectedRevision';
import {
	changedMeanwhileFailure,
	describeLocked,
	lockedFailure,
	ROW_LOOKUP_PURPOSE,
} from './messages';
import { isPresent, type PresentRow, type Row, statesShape, targetOf } from './row';

/** Saves the draft of a row. `isNew`: no earlier run has created it, so its content is that of the row. */
export async function createPost(row: PresentRow): Promise<{ state: PostState; isNew: boolean }> {
	const { item, wanted } = row;
	const facts = [...wanted.parts.map(partDetail), ...expectedRevisionOf(row).factsOfCreation];
	const { response, origin } = await createDraft(item, wanted.creation, facts);
	showMissingFiles(item, 'Saved without a file');
	const state = { post: readRecord(response.data), etag: response.etag };
	const isNew = !response.isResumed && !(await wasListed(row, state));
	if (isNew && origin?.is === 'changed') throw changedMeanwhileFailure(state);
	return { state, isNew };
}

/** Whether a post existed before this run: after an interrupted run, the service may repeat its response. */
async function wasListed({ item, key }: Row, { post }: PostState): Promise<boolean> {
	if (!(await key.isBegun())) return false;
	const { posts } = await key.runKeys.listPosts(item.connection, key.workspace, ROW_LOOKUP_PURPOSE);
	return posts.some((each) => readRecordId(each) === readRecordId(post));
}

/** Publishes or schedules the post of a row, or turns it into a draft, once its content is as wanted. */
export async function changeStatus(
	{ item, key, wanted }: PresentRow,
	step: 'publish' | 'schedule' | 'reschedule' | 'cancel',
	target: KnownPostTarget,
): Promise<Output | Unfinished<Output>> {
	const { postId } = target;
	const unconfirmed = mayBeSent(target.from?.post ?? {}) ? [UNCONFIRMED] : [];
	if (wanted.status === 'published') {
		const recordStaying = await key.facts.recordLeaving(postId, unconfirmed);
		const onAccepted = async () => {
			recordHandover(item, postId);
			await key.facts.drop(unconfirmed);
		};
		const published = publishPost(item, target, wanted.wait, onAccepted);
		return await published.catch(unlessSent(recordStaying));
	}
	const timeBefore = readScheduledMs(target.from?.post ?? {});
	if (wanted.status === 'draft') {
		const cancelled = toOutput(await cancelPost(item, target));
		await key.facts.recordDraft(timeBefore);
		return cancelled;
	}
	const atMs = 'schedule' in wanted ? Date.parse(wanted.schedule.scheduled_at) : undefined;
	const open = [...unconfirmed, ...('slot' in wanted ? [SLOT_UNCONFIRMED] : [])];
	const recordUntimed = await key.facts.recordTime(postId, atMs, timeBefore, open);
	const onAccepted = async () => await key.facts.drop(open);
	const command = step === 'reschedule' ? step : 'schedule';
	const scheduled = sendOut(item, target, wanted, onAccepted, command);
	return await scheduled.catch(unlessSent(recordUntimed));
}

/** Undoes what was recorded for a command that certainly had no effect. */
function unlessSent(undo: () => Promise<void>): (error: unknown) => Promise<never> {
	return async (error) => {
		if (!mayHaveTakenEffect(error)) await undo();
		throw error;
	};
}

/** The calls of an AI Agent share one scope, so the name contains the post. */
function handoverOf(postId: string): string[] {
	return ['handed over', postId];
}

/** Call it as soon as the service has accepted the publication of the post of a row. */
function recordHandover(item: Item, postId: string): void {
	writeEntry(executionScope(item), handoverOf(postId), {});
}

/**
 * Continues with the publication that an earlier attempt in this execution has handed over; undefined if none has.
 *
 * @throws ServiceFailure if the row was corrected since, although its deliveries failed
 */
export async function resumeHandover(
	row: Row,
	{ state, situation }: { state: PostState | undefined; situation: Situation },
): Promise<Output | Unfinished<Output> | undefined> {
	const { item, isDryRun, key } = row;
	if (state === undefined || isDryRun || !isPresent(row)) return undefined;
	if (row.wanted.status !== 'published') return undefined;
	const { scope, isEdited } = attemptOf(item);
	if (readEntry(scope, handoverOf(readRecordId(state.post) ?? '')) === undefined) return undefined;
	if (isEdited && situation.differs.length > 0) {
		// The correction cannot reach the post any more, so the execution that is retried stays failed.
		const isRetry = item.progress.isRetriedExecution && situation.stage === 'locked';
		if (isRetry) throw lockedFailure(state, await describeLocked(row, state));
		return undefined;
	}
	const target = { ...targetOf(row, state), idempotency: { mode: 'execution', scope } } as const;
	const resumed = await resumePublication(item, target, row.wanted.wait);
	const extraFields = { key: key.name, action: 'published', changed: ['status'] };
	return await whenKnown(resumed, (output) => ({ ...output, extraFields }));
}

/** The post after a command: the response to the command if it is complete, otherwise the post as read again. */
export async function stateAfter(
	{ item }: Row,
	{ postId, postPath, from }: KnownPostTarget,
	{ json }: Output,
): Promise<PostState> {
	const etag = textOf(json.etag);
	const isWhole = etag !== undefined && statesShape(json);
	const state = isWhole
		? { post: json, etag }
		: await readPost(item.connection, postPath, ROW_LOOKUP_PURPOSE).catch((error: unknown) =>
				throwUnchecked(error, { purpose: 'change the status of the post', postId }),
			);
	return { ...state, post: withIdOf(state.post, from?.post) };
}

const DELETION_PURPOSE = 'delete the post';

/** Statuses with which a service may refuse to delete a post because it is scheduled. */
const REFUSALS_OF_STATE = new Set([400, 403, 405, 409, 422, 423]);

/** The posts of rows that this process has deleted: for a day, the service may return them for a creation. */
const deletedPosts = new ProcessMemory<string>();

/** The ID of the post of a row that this process has deleted, if any. */
export function recallDeleted(workspace: string, identity: string[]): string | undefined {
	return deletedPosts.recall([workspace, identity]);
}

/** Deletes the post of a row. A scheduled post is cancelled first if the service requires that. */
export async function deletePost(
	row: Row,
	target: KnownPostTarget,
	before: PostState,
): Promise<void> {
	const { item, identity } = row;
	const { connection } = item;
	const remove = async () =>
		await deleteRecord(connection, DELETION_PURPOSE, target.postPath, executionScope(item));
	await remove().catch(async (error: unknown) => {
		if (!(error instanceof RefusedFailure) || error.effect !== 'none') throw error;
		// Somebody else has just deleted it.
		if (isMissing(error)) return;
		const { status = 0 } = error.facts;
		if (!REFUSALS_OF_STATE.has(status) || stageOf(before.post) !== 'scheduled') throw error;
		await cancelPost(item, target);
		const { postPath, postId } = target;
		const cancelled = await readPost(connection, postPath, DELETION_PURPOSE).catch(
			(unchecked: unknown) => throwUnchecked(unchecked, { purpose: 'cancel the post', postId }),
		);
		if (stageOf(cancelled.post) !== 'draft') throw afterCancellation(error);
		await expectedRevisionOf(row).continueFrom({
			...cancelled,
			post: withIdOf(cancelled.post, before.post),
		});
		await remove().catch((refusal: unknown) => {
			throw afterCancellation(refusal);
		});
	});
	deletedPosts.remember([row.key.workspace, identity], readRecordId(before.post) ?? '');
}

/** Adds to the error of a deletion that the post no longer goes out. */
function afterCancellation(error: unknown): unknown {
	if (!isRequestFailure(error)) return error;
	const left = 'The schedule of the post has been cancelled, so it will not go out.';
	const effect = mayHaveTakenEffect(error) ? error.effect : 'accepted';
	return error.with({ effect, effectFacts: { left } });
}
