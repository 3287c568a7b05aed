import { jsonParse, type IDataObject } from 'n8n-workflow';

import { fingerprint, statesContent } from '../../../api/postContent';
import { readUntil, type PostState } from '../../../api/posts';
import { readRecordId } from '../../../api/readings/record';
import { stateIdentity } from '../../../commands/commandFromState';
import { UPDATE_PURPOSE, updatePost as sendUpdate } from '../../../commands/postUpdate';
import { knownRevision, strongEtag } from '../../../commands/revision';
import { deleteRecord } from '../../../commands/unkeyedCommands';
import { failureWithoutFiles, showMissingFiles } from '../../../media/attachment';
import { executionScope, type Output } from '../../../properties/item';
import { isRequestFailure, mayHaveTakenEffect } from '../../../shared/failure';
import { readRecord } from '../../../shared/json';
import { isMissing, RefusedFailure } from '../../../transport/errors';
import type { ServiceResponse } from '../../../transport/types';
import { cancelPost } from '../cancel.operation';
import { toPostBody, type PostBody } from '../content/postContent';
import { createDraft } from '../publishing/createDraft';
import { makeBodyWithUploads } from '../publishing/creation';
import { partDetail } from '../publishing/details';
import { readAfter } from './changeStatus';
import { recordOutcome, type ComparedPost } from './compareWithRow';
import { expectedRevisionOf } from './expectedRevision';
import { changedMeanwhileFailure, DELETED, NO_POST, ROW_LOOKUP_PURPOSE } from './messages';
import {
	differences,
	idOf,
	pairsOf,
	type PresentRow,
	rememberDeleted,
	type Row,
	shapeOf,
	statesShape,
	targetOf,
	wantedParts,
} from './row';
import { recordNewAccounts, stageOf } from './stage';

/*
 * Creates, updates and deletes the post of a row.
 */

/**
 * Saves the draft of a row. `isNew`: no earlier run has created it, so its content is that of the row.
 *
 * @param facts recorded together with the creation
 */
export async function createPost(
	row: PresentRow,
	facts: string[],
): Promise<{ state: PostState; isNew: boolean }> {
	const { item, wanted } = row;
	const details = [...wantedParts(row).map(partDetail), ...facts];
	const { response, origin } = await createDraft(item, wanted.creation, details);
	showMissingFiles(item, 'Saved without a file');
	const state = { post: readRecord(response.data), etag: response.etag };
	const isNew = !response.isResumed && !(await wasListed(row, state));
	if (!isNew) return { state, isNew };
	if (origin?.is === 'changed') throw changedMeanwhileFailure(state);
	await recordOutcome(row, state.post, 'content');
	return { state, isNew };
}

/** Whether a post existed before this run: after an interrupted run, the service may repeat its response. */
async function wasListed({ item, key }: Row, { post }: PostState): Promise<boolean> {
	if (!(await key.isBegun())) return false;
	const { posts } = await key.runKeys.listPosts(item.connection, key.workspace, ROW_LOOKUP_PURPOSE);
	return posts.some((each) => idOf(each) === idOf(post));
}

/** Updates the content of a post to that of its row. Media that are as wanted stay as they are. */
export async function updatePost(
	row: PresentRow,
	before: PostState,
	{ differs, skipped }: ComparedPost,
): Promise<PostState> {
	const { item, key, wanted } = row;
	const { creation } = wanted;
	const { connection } = item;
	const target = targetOf(row, before);
	const { postPath } = target;
	await key.facts.record(target.postId, wantedParts(row).map(partDetail));
	await recordNewAccounts(row, before);
	const kept = differs.includes('media') ? undefined : bodyWithMediaOf(row, before.post);
	const response = await sendUpdate(connection, {
		postPath,
		content: {},
		// An update from another state is another command.
		step: `update from ${stateIdentity(before)}`,
		scope: executionScope(item),
		isEdited: false,
		prepare: async () => ({
			json: kept ?? (await makeBodyWithUploads(item, creation)),
			revision: { postPath, choice: knownRevision(before.etag) },
		}),
	}).catch(async (error: unknown) => {
		throw await failureWithoutFiles(item, creation.files, error);
	});
	const read = async () => await readAfter(row, target, UPDATE_PURPOSE);
	const isSet = (state: PostState) => matchesResponse(response, before, state);
	const after = await readUntil(connection, read, isSet);
	if (!isSet(after)) throw changedMeanwhileFailure(after);
	await recordOutcome(row, after.post, 'content', skipped);
	return after;
}

/** The body with the current media of the post; undefined if one of the accounts has none. */
function bodyWithMediaOf({ wanted }: PresentRow, post: IDataObject): PostBody | undefined {
	const { content, files } = wanted.creation;
	const body = toPostBody(content, []);
	if (files.length === 0) return body;
	const entered = wanted.entered();
	const shown = new Map(pairsOf(entered, shapeOf(post), 'media'));
	const { destinations = [] } = body;
	const known = destinations.flatMap((destination) => {
		const value = shown.get(entered.media.get(String(destination.account_id)) ?? '');
		const ids = value && jsonParse<string[]>(value, { fallbackValue: undefined });
		return ids ? { ...destination, ...(ids.length > 0 && { media_ids: ids }) } : [];
	});
	return known.length < destinations.length ? undefined : { ...body, destinations: known };
}

/** Whether a post matches the response to its update: the service may store it in another form than it was sent. */
function matchesResponse(
	response: ServiceResponse,
	before: PostState,
	{ post, etag }: PostState,
): boolean {
	const answeredEtag = strongEtag(response.etag);
	if (answeredEtag !== undefined && answeredEtag === etag) return true;
	const answered = readRecord(response.data);
	const isAs = (each: IDataObject) =>
		statesShape(answered)
			? differences(shapeOf(answered), shapeOf(each)).length === 0
			: fingerprint(answered) === fingerprint(each);
	const isStated = statesShape(answered) || statesContent(answered);
	if (isStated && isAs(post)) return true;
	// The response may be the post as it was before.
	if (isStated && !isAs(before.post)) return false;
	return etag === undefined || etag !== before.etag;
}

/** Brings a row that wants no post into this state. */
export async function removePost(row: Row, before: ComparedPost): Promise<Output> {
	const { state } = before;
	const id = readRecordId(state?.post) ?? row.postId;
	if (state !== undefined) {
		await expectedRevisionOf(row).check(before);
		await deletePost(row, state);
	}
	await row.key.forget(id);
	const message = state === undefined ? NO_POST : DELETED;
	return { json: id === undefined ? {} : { id }, message };
}

const DELETION_PURPOSE = 'delete the post';

/** Statuses with which a service may refuse to delete a post because it is scheduled. */
const REFUSALS_OF_STATE = new Set([400, 403, 405, 409, 422, 423]);

/** Deletes the post of a row. A scheduled post is cancelled first if the service requires that. */
async function deletePost(row: Row, before: PostState): Promise<void> {
	const { item } = row;
	const target = targetOf(row, before);
	const remove = async () =>
		await deleteRecord(item.connection, DELETION_PURPOSE, target.postPath, executionScope(item));
	await remove().catch(async (error: unknown) => {
		if (!(error instanceof RefusedFailure) || error.effect !== 'none') throw error;
		// Somebody else has just deleted it.
		if (isMissing(error)) return;
		const { status = 0 } = error.facts;
		if (!REFUSALS_OF_STATE.has(status) || stageOf(before.post) !== 'scheduled') throw error;
		await cancelPost(item, target);
		const cancelled = await readAfter(row, target, 'cancel the post', DELETION_PURPOSE);
		if (stageOf(cancelled.post) !== 'draft') throw afterCancellation(error);
		await expectedRevisionOf(row).continueFrom(cancelled);
		await remove().catch((refusal: unknown) => {
			throw afterCancellation(refusal);
		});
	});
	rememberDeleted(row, target.postId);
}

/** Adds to the error of a deletion that the post no longer goes out. */
function afterCancellation(error: unknown): unknown {
	if (!isRequestFailure(error)) return error;
	const left = 'The schedule of the post has been cancelled, so it will not go out.';
	const effect = mayHaveTakenEffect(error) ? error.effect : 'accepted';
	return error.with({ effect, effectFacts: { left } });
}
