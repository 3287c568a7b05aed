import type { IDataObject } from 'n8n-workflow';

import { PendingOutcome, type OutcomeRequest } from '../../api/pendingOutcome';
import { readPublication } from '../../api/publication';
import { withEtag } from '../../api/records';
import { hasNoRetry, type Item, type Output } from '../../properties/item';
import { workspacePath } from '../../properties/locators';
import type { WaitLimits } from '../../properties/waitSettings';
import { readRecord } from '../../shared/json';
import type { ServiceResponse } from '../../transport/types';
import type { Unfinished } from '../unfinished';
import { toOutput } from '../recordOutput';

/**
 * What there is to wait for, from now on. The output is the post with its ETag, where that is known, and with
 * `publication`: its outcome, including a readable message.
 */
export function waitForPost(
	item: Item,
	request: Omit<OutcomeRequest, keyof WaitLimits | 'workspacePath'>,
	{ timeoutMs, failOn }: WaitLimits,
): Unfinished<Output> {
	const pending = new PendingOutcome(item.connection, {
		...request,
		workspacePath: workspacePath(item),
		timeoutMs,
		failOn,
		hasNoRetry: hasNoRetry(item),
	});
	const finish = async () => {
		const { post, etag, publication } = await pending.end();
		if (publication.open.length > 0 || !publication.settled) addHint(item, publication.message);
		const details: IDataObject = { ...publication };
		return { json: { ...withEtag(post, etag), publication: details } };
	};
	return { pending, finish };
}

/** Returns the response to an accepted publication without a wait. */
export function outputHandedOver(
	item: Item,
	response: Pick<ServiceResponse, 'data' | 'etag'>,
): Output {
	if (!readPublication(readRecord(response.data), true).settled) addHandoverHint(item);
	return toOutput(response);
}

export function addHandoverHint(item: Item): void {
	addHint(
		item,
		'The post is handed over, not yet out. To learn what becomes of it, turn on Wait for Outcome or use Post → Wait for Outcome.',
	);
}

/** Shows a message above the output. */
export function addHint({ functions }: Item, message: string): void {
	functions.addExecutionHints?.({ message, location: 'outputPane' });
}
