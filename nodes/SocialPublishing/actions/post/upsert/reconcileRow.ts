import type { IDataObject } from 'n8n-workflow';

import { accountsOf } from '../../../api/postContent';
import { toResponse, withEtag, withIdOf, type PostState } from '../../../api/posts';
import { readScheduledMs } from '../../../api/readings/times';
import { readRecordId } from '../../../api/readings/record';
import type { Output } from '../../../properties/item';
import { checkLeadTime } from '../../../properties/schedule';
import { type OperationResult, isUnfinished, whenKnown, type Unfinished } from '../../operation';
import { partDetail } from '../publishing/details';
import { withDraft } from '../publishing/failures';
import { wasRecorded } from '../publishing/recordedPosts';
import { expectedRevisionOf } from './expectedRevision';
import { compareState, readComparedPost, type ComparedPost } from './comparedPost';
import { isUnconfirmed, recordOutcome, stageOf, type Comparison } from './compareWithRow';
import {
	changedMeanwhileFailure,
	DELETED,
	deletedFailure,
	describeDryRun,
	describeLocked,
	lockedFailure,
	otherWorkspaceFailure,
	NO_POST,
	unconfirmedFailure,
} from './messages';
import { describePlan, nextStep, planSteps, type Step } from '../publishing/plan';
import { outputOfSent } from '../publishing/followUp';
import { refuseRepeated } from './readRow';
import { differences, isPresent, type PresentRow, type Row, shapeOf, targetOf } from './row';
import { describeSkipped, dropSkipped, missingFiles, recordSeen } from './rowFacts';
import { changeStatus, createPost, deletePost, resumeHandover, stateAfter } from './sendStep';
import { confirmSlot, recordNewAccounts } from './slotOfRow';
import { updateToRow } from './updateToRow';

/** Brings the post of a row into its wanted state. */
export async function reconcileRow(
	row: Row,
): Promise<OperationResult | Unfinished<OperationResult>> {
	refuseRepeated(row);
	const before = await readComparedPost(row);
	if (before.state === undefined && row.postId !== undefined) {
		if (!(await wasRecorded(row.key, row.postId))) throw otherWorkspaceFailure(row.postId);
		if (isPresent(row)) throw deletedFailure(row.postId);
	}
	const result = await reconcilePost(row, before);
	const wasSent = before.situation.stage === 'out';
	return await whenKnown(result, (output) => ({
		...withSkipped(row, before.situation, output),
		...(wasSent && { wasSent }),
	}));
}

/** Adds which files the post lacks because they are missing. */
function withSkipped(row: Row, { stage, skipped }: Comparison, output: Output): Output {
	if (!isPresent(row) || output.extraFields?.action === 'locked') return output;
	const missing = missingFiles(row.wanted);
	const isPublished = row.wanted.status === 'published' && !row.isDryRun;
	const isOut = stage === 'out' || isPublished || stageOf(output.json) === 'out';
	const lacking = stage === 'out' ? [...new Set([...missing, ...skipped])] : missing;
	const notes = [output.note, describeSkipped(lacking, isOut)].filter((note) => note !== undefined);
	return notes.length === 0 ? output : { ...output, note: notes.join(' ') };
}

async function reconcilePost(row: Row, before: ComparedPost): Promise<Output | Unfinished<Output>> {
	const { key, wanted, isDryRun } = row;
	const { state, situation } = before;
	const resumed = await resumeHandover(row, before);
	if (resumed !== undefined) return resumed;
	const isOut = situation.stage === 'out';
	if (isOut && (await isUnconfirmed(row, state?.post))) throw unconfirmedFailure(state);
	if (state !== undefined && nextStep(situation, wanted.status) === 'locked') {
		const id = readRecordId(state.post);
		// A list may leave out a post that has gone out, by whomever, but then it was not deleted.
		if (isOut && !isDryRun && id !== undefined) await key.facts.recordLeaving(id);
		const description = await describeLocked(row, state);
		if (row.failsWhenLocked) throw lockedFailure(state, description);
		const extraFields = { key: key.name, action: 'locked', changed: [] };
		const message = `The post can no longer be changed, so it stays as it is. ${description}`;
		return { ...asOutput(state), message, extraFields };
	}
	const steps = planSteps(situation, wanted.status);
	const { action, changed } = describePlan(steps, situation);
	const extraFields = { key: key.name, action, changed };
	if (isDryRun) return { ...asOutput(state), message: describeDryRun(action), extraFields };
	if (wanted.status === 'absent') return { ...(await removePost(row, before)), extraFields };
	if (!isPresent(row)) return { ...asOutput(state), extraFields };
	if (steps.length === 0) {
		if (state !== undefined && isOut) await recordSeen(row, state.post);
		const result = (await confirmSlot(row, state)) ?? asOutput(state);
		return await whenKnown(result, (output) => withFields(extraFields, output));
	}
	await checkConditions(row, steps, before);
	await expectedRevisionOf(row).begin(steps, state, situation);
	const result = await carryOutSteps(row, steps, before);
	await expectedRevisionOf(row).end();
	return await whenKnown(result, (output) => withFields(extraFields, output));
}

function withFields(fields: IDataObject, output: Output): Output {
	return { ...output, extraFields: { ...fields, ...output.extraFields } };
}

/** Checks the conditions for sending the first command, and reserves a slot: if none is free, nothing has been saved yet. */
async function checkConditions(
	row: Row,
	steps: Step[],
	{ state, situation }: ComparedPost,
): Promise<void> {
	const { wanted } = row;
	const isScheduled = steps.includes('schedule') || steps.includes('reschedule');
	if (isScheduled && 'schedule' in wanted) {
		const isKept = situation.stage === 'scheduled' && state !== undefined;
		checkLeadTime(wanted.schedule, isKept ? readScheduledMs(state.post) : undefined);
	}
	if (state !== undefined) await expectedRevisionOf(row).check(state, situation);
	if (isScheduled && 'slot' in wanted) {
		await wanted.slot.reserve(accountsOf(wanted.creation.content));
	}
}

async function removePost(row: Row, before: ComparedPost): Promise<Output> {
	const { state } = before;
	const id = readRecordId(state?.post) ?? row.postId;
	if (state !== undefined) {
		await checkConditions(row, ['delete'], before);
		await deletePost(row, targetOf(row, state), state);
	}
	await row.key.forget(id);
	const message = state === undefined ? NO_POST : DELETED;
	return { json: id === undefined ? {} : { id }, message };
}

/** Sends the commands in their order. After each command, the next one must follow from the state of the post. */
async function carryOutSteps(
	row: PresentRow,
	steps: Step[],
	before: ComparedPost,
): Promise<Output | Unfinished<Output>> {
	const [step, ...others] = steps;
	const { state } = before;
	if (step === 'create' || state === undefined) {
		const created = await createPost(row);
		if (!created.isNew) return await reconcilePost(row, await compareState(row, created.state));
		await recordOutcome(row, created.state.post, 'content');
		return await continueWith(row, others, created.state).catch((error: unknown) => {
			throw withDraft(error, toResponse(created.state));
		});
	}
	const target = targetOf(row, state);
	if (step === 'update') {
		const { differs, skipped } = before.situation;
		await row.key.facts.record(target.postId, row.wanted.parts.map(partDetail));
		await recordNewAccounts(row, state);
		const current = await updateToRow(row, target.postPath, state, differs);
		const updated = { ...current, post: withIdOf(current.post, state.post) };
		await recordOutcome(row, updated.post, 'content');
		if (differs.includes('media')) await dropSkipped(row, skipped);
		return await continueWith(row, others, updated);
	}
	if (step === undefined || step === 'delete') return asOutput(state);
	const send = async () => await changeStatus(row, step, target);
	const result = await (others.length > 0 ? send() : expectedRevisionOf(row).sendLast(send));
	if (isUnfinished(result) || step === 'publish') {
		const { postPath } = target;
		const command = step === 'publish' ? step : 'schedule';
		const sent = { postPath, post: state.post, command } as const;
		return await whenKnown(result, async (output) => await outputOfSent(row.item, sent, output));
	}
	const after = await stateAfter(row, target, result);
	if (differences(shapeOf(state.post), shapeOf(after.post)).length > 0) {
		throw changedMeanwhileFailure(after);
	}
	await recordOutcome(row, after.post, 'time');
	return { ...(await continueWith(row, others, after)), ...messageOf(result) };
}

/** Continues after a command. The next command must follow from the state of the post. */
async function continueWith(
	row: PresentRow,
	steps: Step[],
	state: PostState,
): Promise<Output | Unfinished<Output>> {
	if (steps.length > 0) await expectedRevisionOf(row).continueFrom(state);
	const now = await compareState(row, state);
	if (nextStep(now.situation, row.wanted.status) !== (steps[0] ?? 'none')) {
		throw changedMeanwhileFailure(state);
	}
	if (steps.length > 0) return await carryOutSteps(row, steps, now);
	return (await confirmSlot(row, state)) ?? asOutput(state);
}

function messageOf({ message }: Output): Pick<Output, 'message'> {
	return message === undefined ? {} : { message };
}

function asOutput(state: PostState | undefined): Output {
	if (state === undefined) return { json: {}, message: NO_POST };
	return { json: withEtag(state.post, state.etag) };
}
