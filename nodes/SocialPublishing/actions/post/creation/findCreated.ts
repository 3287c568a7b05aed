import type { IDataObject } from 'n8n-workflow';

import {
	findPost,
	toFinding,
	keyInUseFailure,
	type Uncertainty,
} from '../../../commands/findEffect';
import { describeRemaining, removeFiles } from '../../../media/attachment';
import { addHint, type Item } from '../../../properties/item';
import { clock } from '../../../shared/clock';
import { asRequestFailure } from '../../../shared/failure';
import type { RefusedFailure } from '../../../transport/errors';
import { NOTHING_FOUND, UNDECIDED, type Finding } from '../../../transport/finding';
import { CONFLICT_DELAYS_MS } from '../../../transport/retry';
import {
	bodyWithPlaceholders,
	CREATION_PURPOSE,
	sentBeforeFailure,
	type Creation,
} from './creation';
import type { OnceKey } from './onceKey';
import { findPostOfKey, rememberRefused } from './postOfKey';
import { findForgottenPost } from './unlistedPost';

/** Another execution has posted the item during this run. */
export class PostedElsewhere extends Error {}

/**
 * Looks for the post that a creation may have made.
 *
 * @throws PostedElsewhere if the item has been posted before
 */
export async function findCreated(
	item: Item,
	creation: Creation,
	uncertainty: Uncertainty,
): Promise<Finding> {
	const { once, workspace } = creation;
	if (uncertainty.why === 'refused')
		return await findAfterRefusal(item, creation, uncertainty.refusal);
	if (once !== undefined) {
		const isRecent = uncertainty.why === 'forgotten';
		const finding = await findPostOfKey(item, creation, once, { isRecent });
		// Another execution may have found the post, and recorded by now that the key is done.
		if (finding.is === 'none' && (await once.isDoneByNow())) throw new PostedElsewhere();
		return finding;
	}
	if (uncertainty.why === 'otherRun') return NOTHING_FOUND;
	const { json: content, sentAtMs } = uncertainty;
	const search = { workspacePath: workspace, purpose: CREATION_PURPOSE, content };
	return await findForgottenPost(item.connection, search, sentAtMs);
}

async function findAfterRefusal(
	item: Item,
	creation: Creation,
	refusal: RefusedFailure,
): Promise<Finding> {
	const { idempotency, once, files } = creation;
	if (refusal.conflict === undefined || idempotency.mode === 'execution') return UNDECIDED;
	if (once !== undefined) {
		const finding = await findOfOtherRun(item, creation, once, refusal).catch(asUndecided);
		if (finding.is === 'found') await removeUploads(item, creation);
		// The service knows the key, so the item stays begun.
		if (finding.is !== 'undecided' || finding.failure === undefined) return finding;
		return { ...finding, failure: finding.failure.with({ effect: 'unknown' }) };
	}
	const mayDiffer = files.length > 0 || creation.hasTags;
	const isOfOtherUploads = mayDiffer && refusal.conflict === 'changedInput';
	return isOfOtherUploads ? await findWithOtherUploads(item, creation, refusal) : UNDECIDED;
}

function asUndecided(error: unknown): Finding {
	return { is: 'undecided', failure: asRequestFailure(error) };
}

/** Another execution may be creating the post right now, with its own uploads: that takes as long as any command. */
const SEARCH_DELAYS_MS = [0, ...CONFLICT_DELAYS_MS.running];

async function findOfOtherRun(
	item: Item,
	creation: Creation,
	once: OnceKey,
	{ conflict }: RefusedFailure,
): Promise<Finding> {
	const isOfOtherContent = conflict === 'changedInput';
	// The node has already waited for any other conflict to end.
	// After a deletion, the key is that of the deleted post.
	const delaysMs = isOfOtherContent && once.deletedPostId === undefined ? SEARCH_DELAYS_MS : [0];
	for (const [look, delayMs] of delaysMs.entries()) {
		await clock.wait(delayMs, item.connection.signal);
		const isUsed = isOfOtherContent && look === delaysMs.length - 1;
		const finding = await findPostOfKey(item, creation, once, { isRecent: true, isUsed });
		if (isUsed && finding.is === 'undecided') rememberRefused(item, creation);
		if (finding.is !== 'none') return finding;
		if (await once.isDoneByNow()) {
			await removeUploads(item, creation);
			throw new PostedElsewhere();
		}
	}
	// The first command may still be under way.
	const failure = keyInUseFailure({ purpose: CREATION_PURPOSE });
	return isOfOtherContent ? NOTHING_FOUND : { is: 'undecided', failure };
}

/**
 * A key that outlives the execution stands for the same files, but each upload has its own media ID. So if another execution
 * has created the post with its own uploads, the service refuses the key, and the existing post is the result.
 */
async function findWithOtherUploads(
	item: Item,
	creation: Creation,
	refusal: RefusedFailure,
): Promise<Finding> {
	const found = await findPost(item.connection, {
		workspacePath: creation.workspace,
		purpose: CREATION_PURPOSE,
		content: bodyWithPlaceholders(creation),
	});
	if (found.is === 'found') await removeUploads(item, creation);
	// A custom key may have been used for another text.
	if (found.is === 'none' && creation.idempotency.mode !== 'content') return UNDECIDED;
	const sentBefore = (posts: IDataObject[]) => sentBeforeFailure(posts, refusal);
	return found.is === 'none'
		? { is: 'undecided', failure: sentBefore([]) }
		: toFinding(found, sentBefore);
}

/** The post exists with its own files, so the files that were just uploaded are removed. */
async function removeUploads(item: Item, { files }: Creation): Promise<void> {
	const remaining = await removeFiles(item, files);
	if (remaining.length > 0) {
		addHint(item, `The post existed with the same files. ${describeRemaining(remaining)}`);
	}
}
