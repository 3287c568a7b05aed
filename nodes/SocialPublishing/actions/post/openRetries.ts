import { processMemory } from '../../commands/processMemory';
import type { Item } from '../../properties/item';
import { textOf } from '../../shared/json';
import { runsWithoutWorkflow } from '../../properties/nodeProgress';
import { retryPath } from './acceptedRetries';

/** The failure that a delivery showed before a retry whose response was lost. */
const openRetries = processMemory('open retry', textOf);

/**
 * Whether a delivery has failed again since an earlier call lost the response to its retry. Without a workflow, that is
 * what comes of the repeated call; the next one is another retry.
 */
export function hasEndedSince(item: Item, id: string, failure: string | undefined): boolean {
	const open = openRetries.recall(placeOf(item, id));
	if (open === undefined || failure === undefined || open === failure) return false;
	openRetries.forget(placeOf(item, id));
	return true;
}

/** Sends a retry, and remembers what it started from for as long as nobody knows whether it took effect. */
export async function whileOpen<Response>(
	item: Item,
	id: string,
	failure: string | undefined,
	send: () => Promise<Response>,
): Promise<Response> {
	if (!runsWithoutWorkflow(item.functions) || failure === undefined) return await send();
	const response = await openRetries.whileUncertain(placeOf(item, id), failure, send);
	openRetries.forget(placeOf(item, id));
	return response;
}

function placeOf(item: Item, id: string): string[] {
	return [item.connection.baseUrl, retryPath(item, id)];
}
