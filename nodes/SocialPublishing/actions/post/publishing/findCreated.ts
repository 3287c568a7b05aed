import type { IDataObject } from 'n8n-workflow';

import { readRecordId } from '../../../api/readings/record';
import { keyInUseFailure, type Uncertainty } from '../../../commands/uncertainty';
import { responsesOfItems } from '../../../commands/sentCommands';
import { describeRemaining, removeFiles } from '../../../media/attachment';
import { addHint, type Item } from '../../../properties/item';
import { clock } from '../../../shared/clock';
import { asRequestFailure } from '../../../shared/failure';
import type { RefusedFailure } from '../../../transport/errors';
import { NOTHING_FOUND, UNDECIDED, type Finding } from '../../../transport/finding';
import { CONFLICT_DELAYS_MS } from '../../../transport/retry';
import { adopt, type Origin } from './adoptPost';
import { rememberRefused } from './candidates';
import { bodyWithPlaceholders, type Creation } from './creation';
import { CREATION_PURPOSE, sentBeforeFailure } from './failures';
import type { ItemKey } from './itemKey';
import { observePost, type Circumstances } from './observe';
import { findPost, toFinding, type PostSearch } from './search';
import { findForgottenPost } from './twoReadings';

/** Looks for the post that the creation of an item without a key of its own may have made. */
export async function findCreated(
	item: Item,
	creation: Creation,
	uncertainty: Uncertainty,
): Promise<Finding> {
	if (uncertainty.why === 'otherRun') return NOTHING_FOUND;
	if (uncertainty.why === 'forgotten') return await findForgotten(item, creation, uncertainty);
	const { refusal } = uncertainty;
	const { idempotency, hasTags, files } = creation;
	const mayDiffer = files.length > 0 || hasTags;
	const isOfOtherUploads = mayDiffer && refusal.conflict === 'changedInput';
	return isOfOtherUploads && idempotency.mode !== 'execution'
		? await findWithOtherUploads(item, creation, refusal)
		: UNDECIDED;
}

/** The execution may have created posts with the same content for other items. Items with the same key share a post. */
async function findForgotten(
	{ connection }: Item,
	{ workspace: workspacePath, command: identity, idempotency }: Creation,
	{ json: content, sentAtMs }: Extract<Uncertainty, { why: 'forgotten' }>,
): Promise<Finding> {
	const { mode } = idempotency;
	const made = responsesOfItems(connection, { identity, idempotency });
	const idsOf = (some: typeof made) => new Set(some.map(({ data }) => readRecordId(data)));
	const others = idsOf(made.filter(({ isSame }) => !isSame || mode === 'execution'));
	// The journal does not contain the user's keys, so the post may be that of another key.
	const uncertain = idsOf(made.filter(({ isSame }) => isSame && mode === 'custom'));
	const search: PostSearch = {
		connection,
		workspacePath,
		purpose: CREATION_PURPOSE,
		content,
		withoutOthers: async (posts) => posts.filter((post) => !others.has(readRecordId(post))),
		isDoubtful: async (post) => uncertain.has(readRecordId(post)),
	};
	return toFinding(await findForgottenPost(search, sentAtMs));
}

/** As `Finding`, also with the origin of the post that was found. */
type FindingForKey = Finding & { origin?: Origin };

/** Looks for the post that a creation for a key may have made, in this run or in another. */
export async function findCreatedForKey(
	key: ItemKey,
	creation: Creation,
	uncertainty: Uncertainty,
): Promise<FindingForKey> {
	if (uncertainty.why !== 'refused') {
		return await look(key, creation, { isRecent: uncertainty.why === 'forgotten' });
	}
	const { conflict } = uncertainty.refusal;
	// The refusal has nothing to do with another creation.
	if (conflict === undefined) return UNDECIDED;
	const finding = await lookRepeatedly(key, creation, conflict).catch(
		(error: unknown): FindingForKey => ({ is: 'undecided', failure: asRequestFailure(error) }),
	);
	if (finding.is === 'found') await removeUploads(key.item, creation);
	if (finding.is !== 'undecided') return finding;
	// The service knows the key, so the item stays begun.
	return { ...finding, failure: finding.failure?.with({ effect: 'unknown' }) };
}

async function look(
	key: ItemKey,
	creation: Creation,
	circumstances: Circumstances,
): Promise<FindingForKey> {
	const observed = await observePost(key, creation, circumstances);
	const finding = toFinding(observed);
	if (observed.is === 'found') {
		return { ...finding, origin: await adopt(key, creation, observed.state.post) };
	}
	// Another execution may have found the post, and recorded by now that the key is done.
	const isElsewhere = observed.is === 'none' && (await key.isDoneByNow());
	if (!isElsewhere) return finding;
	return { is: 'found', response: NO_RECORD, origin: { is: 'elsewhere' } };
}

const NO_RECORD = { data: undefined, etag: undefined, headers: {} };

/** Another execution may be creating the post right now, with its own uploads: that takes as long as any command. */
const SEARCH_DELAYS_MS = [0, ...CONFLICT_DELAYS_MS.running];

async function lookRepeatedly(
	key: ItemKey,
	creation: Creation,
	conflict: NonNullable<RefusedFailure['conflict']>,
): Promise<FindingForKey> {
	// The service has stored the key with the content of the deleted post, so it refuses any other content.
	const wasDeleted = key.deletedPostId !== undefined;
	const isNamed = conflict === 'changedInput';
	const isOfOtherContent = isNamed || (conflict === 'unknown' && (key.isUsedUp || wasDeleted));
	// The node has already waited for any other conflict to end.
	const isOfDeleted = isNamed && wasDeleted;
	const delaysMs = isOfOtherContent && !isOfDeleted ? SEARCH_DELAYS_MS : [0];
	for (const [nth, delayMs] of delaysMs.entries()) {
		await clock.wait(delayMs, key.item.connection.signal);
		const isUsed = isOfOtherContent && nth === delaysMs.length - 1;
		const finding = await look(key, creation, { isRecent: true, isUsed });
		if (isUsed && finding.is === 'undecided') rememberRefused(key, creation);
		if (finding.is !== 'none') return finding;
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
	const sentBefore = (posts: IDataObject[]) => sentBeforeFailure(posts, refusal);
	const observed = await findPost({
		connection: item.connection,
		workspacePath: creation.workspace,
		purpose: CREATION_PURPOSE,
		content: bodyWithPlaceholders(creation),
		undecided: sentBefore,
	});
	if (observed.is === 'found') await removeUploads(item, creation);
	if (observed.is !== 'none') return toFinding(observed);
	// A custom key may have been used for another text.
	if (creation.idempotency.mode !== 'content') return UNDECIDED;
	return { is: 'undecided', failure: sentBefore([]) };
}

/** The post exists with its own files, so the files that were just uploaded are removed. */
async function removeUploads(item: Item, { files }: Creation): Promise<void> {
	const remaining = await removeFiles(item, files);
	if (remaining.length > 0) {
		addHint(item, `The post existed with the same files. ${describeRemaining(remaining)}`);
	}
}
