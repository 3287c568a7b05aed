import type { IDataObject } from 'n8n-workflow';

import { fingerprint, statesContent } from '../../../api/postContent';
import { phase } from '../../../api/phase';
import type { PostState } from '../../../api/posts';
import { isIdleStatus, readPostStatus } from '../../../api/readings/post';
import { readRecordId } from '../../../api/readings/record';
import type { ServiceFailure } from '../../../shared/failure';
import type { SoughtContent } from './candidates';
import { contentFingerprint } from './creation';
import { changedTwiceFailure, impossibleFailure } from './failures';
import { planContinuation, type Continuation, type Interrupted } from './plan';
import type { Observed } from './observe';
import { readSent } from './recordedPosts';

/** As `Observed`, if the node can continue with the post. `isOutdated`: the post is updated to the item first. */
export type Adopted =
	| Exclude<Observed, { is: 'found' }>
	| { is: 'found'; state: PostState; isOutdated: boolean };

/** Decides how the node continues with the post of an earlier run. */
export async function adopt(sought: SoughtContent, observed: Observed): Promise<Adopted> {
	if (observed.is !== 'found') return observed;
	const { key, creation } = sought;
	const { post } = observed.state;
	key.usePost(readRecordId(post) ?? '');
	const canContinue = creation.followUp?.isPossible(post) !== false;
	const continuation = await compareWithItem(sought, post, canContinue);
	const failure = failureOf(continuation, post);
	return failure === undefined
		? { ...observed, isOutdated: continuation === 'update' }
		: { is: 'undecided', failure };
}

/** Compares an item with the post that an earlier run or attempt has created for it. */
export async function compareWithItem(
	{ key, creation }: SoughtContent,
	post: IDataObject,
	canContinue = true,
): Promise<Continuation> {
	// A row is compared with its post in its own way.
	if (key.isInSync) return 'continue';
	const hasFacts = canContinue && isOpen(post);
	return planContinuation({
		canContinue,
		...(hasFacts && { compared: await compare({ key, creation }, post) }),
	});
}

/** A post that is being published, or was, stays as it is. */
function isOpen(post: IDataObject): boolean {
	const now = phase(post);
	return isIdleStatus(now) || (now === 'unknown' && readPostStatus(post) === undefined);
}

async function compare(
	{ key, creation }: Pick<SoughtContent, 'key' | 'creation'>,
	post: IDataObject,
): Promise<Interrupted['compared']> {
	const isItemAsSent = await key.notes.isAsSent(creation.command.content);
	const current = fingerprint(post);
	const isPostAsSent = statesContent(post) && (await readSent(key, [current])).size > 0;
	return {
		isItemAsSent,
		isPostAsSent,
		isPostAsWanted: current === contentFingerprint(creation),
	};
}

/** Why the node cannot continue; undefined if it can. */
export function failureOf(
	continuation: Continuation,
	post: IDataObject,
): ServiceFailure | undefined {
	if (continuation === 'impossible') return impossibleFailure(post);
	return continuation === 'changedTwice' ? changedTwiceFailure(post) : undefined;
}
