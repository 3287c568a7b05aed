import type { IDataObject } from 'n8n-workflow';

import { hasDefinitelyFailed, isUncertain, readDestinationId } from '../../api/readings/delivery';
import { readDestinations } from '../../api/readings/post';
import type { RetriedDelivery } from '../../api/retriedDeliveries';
import { readSentCommand, type SentCommand } from '../../commands/sentCommands';
import { isForgotten } from '../../commands/key';
import type { Item } from '../../properties/item';
import { asRequestFailure } from '../../shared/failure';
import { pathOf } from './postOfDelivery';
import { readDeliveryNames, refusedRetryFailure, type RefusedRetry } from './refusals';
import {
	executionIdOf,
	forgetEndedRetry,
	oneRetryAtATime,
	recallOwnRetry,
	retriedDelivery,
} from './retryMemory';
import { commandOf, sendRetry, type Retry, type RetryMode } from './sendRetry';

/**
 * Retries every delivery of a post that certainly failed and, if the user has checked the platform, those whose outcome is
 * uncertain. Each execution retries a delivery once. A Retry of the execution retries deliveries that have failed again, but
 * none whose outcome has become uncertain. No delivery is retried while another retry of it is under way. A refused retry
 * does not prevent the others.
 *
 * @returns the deliveries that are retried, now or by an earlier attempt
 * @throws ServiceFailure the first failure
 */
export async function retryFailedDeliveries(
	item: Item,
	post: IDataObject,
	mode: RetryMode,
): Promise<RetriedDelivery[]> {
	const accepted: IDataObject[] = [];
	const refused: RefusedRetry[] = [];
	for (const destination of readDestinations(post)) {
		try {
			const id = readDestinationId(destination) ?? '';
			const retry = async () => await retryIfFailed(item, post, destination, mode);
			if (await oneRetryAtATime(item, id, retry)) accepted.push(destination);
		} catch (error) {
			refused.push({ destination, failure: asRequestFailure(error) });
		}
	}
	const [first] = refused;
	if (first === undefined)
		return accepted.map((each) => retriedDelivery(item, readDestinationId(each) ?? ''));
	throw refusedRetryFailure(first, accepted, await readDeliveryNames(item, post));
}

/** Whether the service has accepted a retry of the delivery, now or in an earlier attempt. */
async function retryIfFailed(
	item: Item,
	post: IDataObject,
	delivery: IDataObject,
	mode: RetryMode,
): Promise<boolean> {
	const id = readDestinationId(delivery);
	if (id === undefined) return false;
	forgetEndedRetry(item, post, delivery);
	const count = (recallOwnRetry(item, id)?.count ?? 0) + 1;
	const seen = { post, delivery, etag: undefined, postPath: pathOf(item, post) };
	const retry = { ...mode, id, count, seen };
	if (!maySend(item, delivery, retry)) {
		return recallOwnRetry(item, id) !== undefined || readSent(item, retry) !== undefined;
	}
	await sendRetry(item, retry);
	return true;
}

/** Whether a delivery may be retried, unless another retry of it is under way. */
function maySend(item: Item, delivery: IDataObject, retry: Retry): boolean {
	const isCertain = hasDefinitelyFailed(delivery);
	if (!isCertain && !(retry.checkedPlatform && isUncertain(delivery))) return false;
	const sent = readSent(item, retry);
	if (sent !== undefined) return isCertain || !isForgotten(sent.sentAtMs);
	const own = recallOwnRetry(item, retry.id);
	return own === undefined || (isCertain && own.by !== executionIdOf(item));
}

/** The same retry, as an earlier attempt has sent it. */
function readSent(item: Item, retry: Retry): SentCommand | undefined {
	return readSentCommand(item.connection, commandOf(item, retry));
}
