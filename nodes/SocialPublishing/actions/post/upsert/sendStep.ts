import type { IDataObject } from 'n8n-workflow';

import { readPost, type PostState } from '../../../api/posts';
import { MAIN_STEP } from '../../../commands/key';
import type { PostTarget } from '../../../commands/postCommand';
import { showMissingFiles } from '../../../media/missingFiles';
import { executionScope, type Output } from '../../../properties/item';
import { firstText, readRecord, textOf } from '../../../shared/json';
import { path } from '../../../transport/address';
import type { Unfinished } from '../../operation';
import { toOutput } from '../../recordOperations';
import { cancelPost } from '../cancelPost';
import { createDraft } from '../creation/createDraft';
import { unknownId } from '../creation/followUp';
import { publishPost } from '../publishPost';
import { accountIdsOf } from '../creation/creation';
import { schedulePost } from '../schedulePost';
import { changedMeanwhileFailure } from './failures';
import { SLOT_UNSETTLED } from './judge';
import { LOOKUP_PURPOSE } from './purpose';
import type { PresentRow, Row } from './row';
import { statesShape } from './shape';

/** Saves the draft of a row. `isNew`: no earlier run has made it, so what it shows came of the row. */
export async function createPost(row: PresentRow): Promise<{ state: PostState; isNew: boolean }> {
	const { item, key, wanted } = row;
	const created = await createDraft(item, wanted.creation);
	showMissingFiles(item, 'Goes without a file');
	const state = { post: readRecord(created.data), etag: created.etag };
	if (firstText(state.post.id) === undefined) throw unknownId(created);
	const isNew = !created.isResumed && !(await wasListed(row, state));
	if (isNew && key.wasChangedAtOnce) throw changedMeanwhileFailure(state);
	return { state, isNew };
}

/** Whether a post was there before this run: where an earlier run was interrupted, the service may repeat its answer. */
async function wasListed(
	{ item, key, run, workspace }: Row,
	{ post }: PostState,
): Promise<boolean> {
	if (!(await key.isBegun())) return false;
	const posts = await run.once.listPosts(item.connection, workspace, LOOKUP_PURPOSE);
	return posts.some(({ id }) => firstText(id) === firstText(post.id));
}

/** A post that was read a moment ago, for a command on it. Its state is part of the key. */
export function targetOf({ item, workspace }: Row, state: PostState): PostTarget {
	const { post, etag } = state;
	return {
		postPath: `${workspace}${path('posts', firstText(post.id) ?? '')}`,
		revision: etag === undefined ? { mode: 'current' } : { mode: 'known', etag },
		idempotency: { mode: 'state', scope: executionScope(item) },
		step: MAIN_STEP,
		from: state,
	};
}

/** Publishes or schedules the post of a row, or makes a draft of it, once its content is as it is wanted. */
export async function changeStatus(
	{ item, key, wanted }: PresentRow,
	step: 'publish' | 'schedule' | 'reschedule' | 'cancel',
	target: PostTarget,
	postId: string,
): Promise<Output | Unfinished<Output>> {
	if (wanted.status === 'published') return await publishPost(item, target, wanted.wait);
	if (wanted.status === 'draft') return toOutput(await cancelPost(item, target));
	const command = step === 'reschedule' ? step : 'schedule';
	if (!('slot' in wanted)) return await schedulePost(item, target, wanted.schedule, command);
	const { slot, creation } = wanted;
	const place = { ...target, postId, accountIds: accountIdsOf(creation.content) };
	await key.noteFacts(postId, [SLOT_UNSETTLED]);
	return await slot.send(place, async () => await key.dropFact(SLOT_UNSETTLED), command);
}

/** Looks whether the post of a row has its slot for itself, if an interrupted run could not. */
export async function settleSlot(
	row: PresentRow,
	state: PostState,
): Promise<Output | Unfinished<Output> | undefined> {
	const { key, wanted } = row;
	if (!('slot' in wanted) || !(await key.readFacts([SLOT_UNSETTLED])).has(SLOT_UNSETTLED)) return;
	const postId = firstText(state.post.id) ?? '';
	const accountIds = accountIdsOf(wanted.creation.content);
	const response = { data: state.post, etag: state.etag, headers: {}, isResumed: true };
	return await wanted.slot.place(
		{ ...targetOf(row, state), postId, accountIds },
		response,
		async () => await key.dropFact(SLOT_UNSETTLED),
	);
}

/** A record of a post may leave its ID out. */
export function withIdOf(known: IDataObject | undefined, { post, etag }: PostState): PostState {
	return { post: { ...post, id: firstText(post.id) ?? known?.id }, etag };
}

/** The post after a command: as the command answered, if that tells all of it. */
export async function stateAfter(
	{ item }: Row,
	{ postPath, from }: PostTarget,
	{ json }: Output,
): Promise<PostState> {
	const etag = textOf(json.etag);
	const isWhole = etag !== undefined && statesShape(json);
	const state = isWhole
		? { post: json, etag }
		: await readPost(item.connection, postPath, LOOKUP_PURPOSE);
	return withIdOf(from?.post, state);
}
