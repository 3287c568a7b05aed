import { accountsOf } from '../../../api/postContent';
import { toResponse, withEtag, type PostState } from '../../../api/posts';
import { readScheduledMs } from '../../../api/readings/times';
import type { Output } from '../../../properties/item';
import { checkLeadTime } from '../../../properties/schedule';
import { type OperationResult, whenKnown, type Unfinished } from '../../operation';
import { withDraft } from '../publishing/failures';
import { describePlan, nextStep, planSteps, type Step } from '../publishing/plan';
import { changeStatus, checkNext, resumeHandover } from './changeStatus';
import { compareWithRow, recordSeen, type ComparedPost } from './compareWithRow';
import { expectedRevisionOf } from './expectedRevision';
import {
	describeDryRun,
	describeLocked,
	lockedFailure,
	NO_POST,
	unconfirmedFailure,
} from './messages';
import { observeRow } from './observeRow';
import { refuseRepeated } from './readRow';
import { idOf, isPresent, type PresentRow, type Row } from './row';
import { describeSkipped, missingFiles } from './skippedFiles';
import { confirmSlot, isUnconfirmed, stageOf } from './stage';
import { createPost, removePost, updatePost } from './writePost';

/** Brings the post of a row into its wanted state. */
export async function reconcileRow(
	row: Row,
): Promise<OperationResult | Unfinished<OperationResult>> {
	refuseRepeated(row);
	const before = await observeRow(row);
	const result = await reconcilePost(row, before);
	const wasSent = before.stage === 'out';
	return await whenKnown(result, (output) => ({
		...withSkipped(row, before, output),
		...(wasSent && { wasSent }),
	}));
}

async function reconcilePost(row: Row, before: ComparedPost): Promise<Output | Unfinished<Output>> {
	const { key, wanted, isDryRun } = row;
	const { state, stage } = before;
	const resumed = await resumeHandover(row, before);
	if (resumed !== undefined) return resumed;
	const isOut = state !== undefined && stage === 'out';
	if (isOut && (await isUnconfirmed(row, state.post))) throw unconfirmedFailure(state);
	if (state !== undefined && nextStep(before, wanted.status) === 'locked') {
		// A list may leave out a post that has gone out, by whomever, but then it was not deleted.
		if (isOut && !isDryRun) await key.facts.recordLeaving(idOf(state.post));
		return await outputLocked(row, state);
	}
	const steps = planSteps(before, wanted.status);
	const { action, changed } = describePlan(steps, before);
	const result = isDryRun
		? { ...asOutput(state), message: describeDryRun(action) }
		: await carryOut(row, steps, before);
	const fields = { key: key.name, action, changed };
	return await whenKnown(result, (output) => ({
		...output,
		extraFields: { ...fields, ...output.extraFields },
	}));
}

async function outputLocked(row: Row, state: PostState): Promise<Output> {
	const description = await describeLocked(row, state);
	if (row.failsWhenLocked) throw lockedFailure(state, description);
	const extraFields = { key: row.key.name, action: 'locked', changed: [] };
	const message = `The post can no longer be changed, so it stays as it is. ${description}`;
	return { ...asOutput(state), message, extraFields };
}

async function carryOut(
	row: Row,
	steps: Step[],
	before: ComparedPost,
): Promise<Output | Unfinished<Output>> {
	const { state, stage } = before;
	if (row.wanted.status === 'absent') return await removePost(row, before);
	if (steps.length === 0 || !isPresent(row)) {
		if (state === undefined) return asOutput(state);
		if (stage === 'out') await recordSeen(row, state.post);
		return (await confirmSlot(row, state)) ?? asOutput(state);
	}
	await checkConditions(row, steps, before);
	const result = await sendSteps(row, steps, before);
	await expectedRevisionOf(row).end();
	return result;
}

/** Checks the conditions for sending the first command, and reserves a slot: if none is free, nothing has been saved yet. */
async function checkConditions(
	row: PresentRow,
	steps: Step[],
	before: ComparedPost,
): Promise<void> {
	const { wanted } = row;
	const { state, stage } = before;
	const isScheduled = steps.includes('schedule') || steps.includes('reschedule');
	if (isScheduled && 'schedule' in wanted) {
		const isKept = state !== undefined && stage === 'scheduled';
		checkLeadTime(wanted.schedule, isKept ? readScheduledMs(state.post) : undefined);
	}
	await expectedRevisionOf(row).check(before);
	if (isScheduled && 'slot' in wanted) {
		await wanted.slot.reserve(accountsOf(wanted.creation.content));
	}
}

/** Sends the commands: at most one for the content, then at most one for the status. */
async function sendSteps(
	row: PresentRow,
	steps: Step[],
	before: ComparedPost,
): Promise<Output | Unfinished<Output>> {
	const facts = steps.length > 1 ? await expectedRevisionOf(row).begin(before) : [];
	const statusStep = steps.find((step) => step !== 'create' && step !== 'update');
	const { state } = before;
	if (state === undefined) {
		const { state: created, isNew } = await createPost(row, facts);
		if (!isNew) return await reconcilePost(row, await compareWithRow(row, created));
		return await continueWith(row, statusStep, created).catch((error: unknown) => {
			throw withDraft(error, toResponse(created));
		});
	}
	if (steps.includes('update')) {
		return await continueWith(row, statusStep, await updatePost(row, state, before));
	}
	return statusStep === undefined ? asOutput(state) : await changeStatus(row, statusStep, state);
}

/** Continues once the content of the post has been saved. */
async function continueWith(
	row: PresentRow,
	statusStep: Step | undefined,
	state: PostState,
): Promise<Output | Unfinished<Output>> {
	if (statusStep !== undefined) await expectedRevisionOf(row).continueFrom(state);
	await checkNext(row, state, statusStep ?? 'none');
	if (statusStep !== undefined) return await changeStatus(row, statusStep, state);
	return (await confirmSlot(row, state)) ?? asOutput(state);
}

function asOutput(state: PostState | undefined): Output {
	if (state === undefined) return { json: {}, message: NO_POST };
	return { json: withEtag(state.post, state.etag) };
}

/** Adds which files the post lacks because they are missing. */
function withSkipped(row: Row, { stage, skipped }: ComparedPost, output: Output): Output {
	if (!isPresent(row) || output.extraFields?.action === 'locked') return output;
	const isPublished = row.wanted.status === 'published' && !row.isDryRun;
	const isOut = stage === 'out' || isPublished || stageOf(output.json) === 'out';
	const lacking = new Set([...missingFiles(row.wanted), ...(stage === 'out' ? skipped : [])]);
	if (lacking.size === 0) return output;
	const note = describeSkipped([...lacking], isOut);
	return { ...output, note: output.note === undefined ? note : `${output.note} ${note}` };
}
