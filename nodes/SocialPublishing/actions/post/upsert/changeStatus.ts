import { mayBeSent } from '../../../api/phase';
import { readPost, withEtag, withIdOf, type PostState } from '../../../api/posts';
import { readScheduledMs } from '../../../api/readings/times';
import { throwUnchecked } from '../../../commands/doneBefore';
import { readEntry, writeEntry } from '../../../commands/journal';
import { attemptOf, executionScope, type Output } from '../../../properties/item';
import { mayHaveTakenEffect } from '../../../shared/failure';
import { textOf } from '../../../shared/json';
import { isUnfinished, whenKnown, type Unfinished } from '../../operation';
import { toOutput } from '../../recordOperations';
import { cancelPost } from '../cancel.operation';
import { UNCONFIRMED } from '../publishing/details';
import { outputOfSent, sendOut } from '../publishing/followUp';
import { nextStep, type Step } from '../publishing/plan';
import { resumePublication } from '../publish.operation';
import type { KnownPostTarget } from '../slots/slotAssignment';
import { compareWithRow, recordOutcome, type ComparedPost } from './compareWithRow';
import { expectedRevisionOf } from './expectedRevision';
import {
	changedMeanwhileFailure,
	describeLocked,
	lockedFailure,
	ROW_LOOKUP_PURPOSE,
} from './messages';
import {
	differences,
	idOf,
	isPresent,
	type PresentRow,
	type Row,
	shapeOf,
	statesShape,
	targetOf,
} from './row';
import { SLOT_UNCONFIRMED } from './stage';

/** Publishes or schedules the post of a row, or turns it into a draft. It is the last command. */
export async function changeStatus(
	row: PresentRow,
	step: Step,
	before: PostState,
): Promise<Output | Unfinished<Output>> {
	const target = targetOf(row, before);
	const result = await expectedRevisionOf(row).sendLast(
		async () => await send(row, step, target, before),
	);
	if (isUnfinished(result) || step === 'publish') {
		const command = step === 'publish' ? step : 'schedule';
		const sent = { postPath: target.postPath, post: before.post, command } as const;
		return await whenKnown(result, async (output) => await outputOfSent(row.item, sent, output));
	}
	const { json, message } = result;
	const etag = textOf(json.etag);
	const isWhole = etag !== undefined && statesShape(json);
	const after = isWhole
		? { post: withIdOf(json, before.post), etag }
		: await readAfter(row, target, 'change the status of the post');
	if (differences(shapeOf(before.post), shapeOf(after.post)).length > 0) {
		throw changedMeanwhileFailure(after);
	}
	await recordOutcome(row, after.post, 'time');
	await checkNext(row, after, 'none');
	return { json: withEtag(after.post, after.etag), ...(message !== undefined && { message }) };
}

/**
 * Call it after a command, with the command that should follow.
 *
 * @throws ServiceFailure if it does not follow from the state of the post
 */
export async function checkNext(
	row: PresentRow,
	state: PostState,
	next: Step | 'none',
): Promise<void> {
	const now = await compareWithRow(row, state);
	if (nextStep(now, row.wanted.status) !== next) throw changedMeanwhileFailure(state);
}

async function send(
	{ item, key, wanted }: PresentRow,
	step: Step,
	target: KnownPostTarget,
	{ post }: PostState,
): Promise<Output | Unfinished<Output>> {
	const { postId } = target;
	const timeBefore = readScheduledMs(post);
	if (wanted.status === 'draft') {
		const cancelled = toOutput(await cancelPost(item, target));
		await key.facts.recordDraft(timeBefore);
		return cancelled;
	}
	const isPublished = wanted.status === 'published';
	const atMs = 'schedule' in wanted ? Date.parse(wanted.schedule.scheduled_at) : undefined;
	const open = [
		...(mayBeSent(post) ? [UNCONFIRMED] : []),
		...('slot' in wanted ? [SLOT_UNCONFIRMED] : []),
	];
	const recordUnsent = isPublished
		? await key.facts.recordLeaving(postId, open)
		: await key.facts.recordTime(postId, atMs, timeBefore, open);
	const onAccepted = async () => {
		if (isPublished) writeEntry(executionScope(item), handoverOf(postId), {});
		await key.facts.drop(open);
	};
	const command = step === 'reschedule' ? step : 'schedule';
	return await sendOut(item, target, wanted, onAccepted, command).catch(async (error: unknown) => {
		if (!mayHaveTakenEffect(error)) await recordUnsent();
		throw error;
	});
}

/**
 * Reads a post after the service has accepted a command on it.
 *
 * @param command completes "Could not …"
 */
export async function readAfter(
	{ item }: Row,
	{ postId, postPath, from }: KnownPostTarget,
	command: string,
	purpose = ROW_LOOKUP_PURPOSE,
): Promise<PostState> {
	const state = await readPost(item.connection, postPath, purpose).catch((error: unknown) =>
		throwUnchecked(error, { purpose: command, postId }),
	);
	return { ...state, post: withIdOf(state.post, from?.post) };
}

/**
 * The entry of the journal for a publication that the service has accepted. The calls of an AI Agent share one scope, so its
 * name contains the post.
 */
function handoverOf(postId: string): string[] {
	return ['handed over', postId];
}

/**
 * Continues with the publication that an earlier attempt in this execution has handed over; undefined if none has.
 *
 * @throws ServiceFailure if the row was corrected since, although its deliveries failed
 */
export async function resumeHandover(
	row: Row,
	{ state, stage, differs }: ComparedPost,
): Promise<Output | Unfinished<Output> | undefined> {
	const { item, isDryRun, key } = row;
	if (state === undefined || isDryRun || !isPresent(row)) return undefined;
	if (row.wanted.status !== 'published') return undefined;
	const { scope, isEdited } = attemptOf(item);
	if (readEntry(scope, handoverOf(idOf(state.post))) === undefined) return undefined;
	if (isEdited && differs.length > 0) {
		// The correction cannot reach the post any more, so the execution that is retried stays failed.
		const isRetry = item.progress.isRetriedExecution && stage === 'locked';
		if (isRetry) throw lockedFailure(state, await describeLocked(row, state));
		return undefined;
	}
	const target = { ...targetOf(row, state), idempotency: { mode: 'execution', scope } } as const;
	const resumed = await resumePublication(item, target, row.wanted.wait);
	const extraFields = { key: key.name, action: 'published', changed: ['status'] };
	return await whenKnown(resumed, (output) => ({ ...output, extraFields }));
}
