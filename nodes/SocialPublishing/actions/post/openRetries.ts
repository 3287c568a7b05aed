import { processMemory } from '../../commands/processMemory';
import type { Item } from '../../properties/item';
import { runsWithoutWorkflow } from '../../properties/nodeProgress';
import { textOf } from '../../shared/json';
import { retryIdentity } from './retryMemory';

/** The failure that a delivery showed before a retry whose response was lost. */
const openRetries = processMemory('open retry', textOf);

/**
 * Whether a delivery has failed again since an earlier call lost the response to its retry. Without a workflow, that is
 * the result of the repeated call; the next call is another retry.
 */
export function hasEndedSince(item: Item, id: string, failure: string | undefined): boolean {
	const open = openRetries.recall(retryIdentity(item, id));
	if (open === undefined || failure === undefined || open === failure) return false;
	openRetries.forget(retryIdentity(item, id));
	return true;
}

/** Sends a retry, and remembers the failure that it started from until it is known whether the retry took effect. */
export async function sendRememberingFailure<Response>(
	item: Item,
	id: string,
	failure: string | undefined,
	send: () => Promise<Response>,
): Promise<Response> {
	if (!runsWithoutWorkflow(item.functions) || failure === undefined) return await send();
	const response = await openRetries.whileUncertain(retryIdentity(item, id), failure, send);
	openRetries.forget(retryIdentity(item, id));
	return response;
}
