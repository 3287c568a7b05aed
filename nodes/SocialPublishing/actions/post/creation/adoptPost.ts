import type { IDataObject } from 'n8n-workflow';

import { fingerprint, statesContent } from '../../../api/postContent';
import { readLifecycleStatus } from '../../../api/postLifecycle';
import { isIdleStatus } from '../../../api/readings/post';
import type { ServiceFailure } from '../../../shared/failure';
import { toPostBody } from '../content/postContent';
import { changedTwiceFailure, impossibleFailure, type Creation } from './creation';
import type { OnceKey } from './onceKey';

/**
 * Continues with the post of an earlier run in its current state, including corrections that somebody has made. If only
 * the item has changed, the post is to be updated.
 *
 * @returns why it cannot continue; undefined if it can
 */
export async function adoptPost(
	creation: Creation,
	once: OnceKey,
	post: IDataObject,
): Promise<ServiceFailure | undefined> {
	once.usePost(String(post.id));
	if (creation.followUp?.isPossible(post) === false) return impossibleFailure(post);
	const failure = await compareItem(creation, once, post);
	if (failure === undefined) once.isAdopted = true;
	return failure;
}

/**
 * Decides whether the post of an earlier run or attempt is to be updated to the item.
 *
 * @returns why that cannot be decided, if both have changed
 */
export async function compareItem(
	{ command, content }: Creation,
	once: OnceKey,
	post: IDataObject,
): Promise<ServiceFailure | undefined> {
	const status = readLifecycleStatus(post);
	// A post that is scheduled, being published or published stays as it is.
	if (!once.isKeptInSync && (status === undefined || isIdleStatus(status))) {
		const isUnchanged = await once.isUnchanged(command.content);
		const current = fingerprint(post);
		const wanted = fingerprint(toPostBody(content, []));
		const isAsSent = statesContent(post) && (await once.readSent([current])).size > 0;
		if (!isUnchanged && !isAsSent && current !== wanted) return changedTwiceFailure(post);
		once.isOutdated = isAsSent && (!isUnchanged || current !== wanted);
	}
	return undefined;
}
