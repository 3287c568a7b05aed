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
import { Retries } from './retryMemory';
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
	const accepted: Array<{ destination: IDataObject; retries: Retries }> = [];
	const refused: RefusedRetry[] = [];
	for (const destination of readDestinations(post)) {
		const id = readDestinationId(destination);
		if (id === undefined) continue;
		try {
			const retries = new Retries(item, id);
			const retry = async () => await retryIfFailed(retries, post, destination, mode);
			if (await retries.oneAtATime(retry)) accepted.push({ destination, retries });
		} catch (error) {
			refused.push({ destination, failure: asRequestFailure(error) });
		}
	}
	const [first] = refused;
	if (first === undefined) return accepted.map(({ retries }) => retries.retried);
	const destinations = accepted.map(({ destination }) => destination);
	throw refusedRetryFailure(first, destinations, await readDeliveryNames(item, post));
}

/** Whether the service has accepted a retry of the delivery, now or in an earlier attempt. */
async function retryIfFailed(
	retries: Retries,
	post: IDataObject,
	delivery: IDataObject,
	mode: RetryMode,
): Promise<boolean> {
	retries.forgetEnded(post, delivery);
	const { own } = retries;
	const seen = { post, delivery, etag: undefined, postPath: pathOf(retries.item, post) };
	const retry = { ...mode, retries, count: (own?.count ?? 0) + 1, seen };
	if (!maySend(delivery, retry)) return own !== undefined || readSent(retry) !== undefined;
	await sendRetry(retry);
	return true;
}

/** Whether a delivery may be retried, unless another retry of it is under way. */
function maySend(delivery: IDataObject, retry: Retry): boolean {
	const isCertain = hasDefinitelyFailed(delivery);
	if (!isCertain && !(retry.checkedPlatform && isUncertain(delivery))) return false;
	const sent = readSent(retry);
	if (sent !== undefined) return isCertain || !isForgotten(sent.sentAtMs);
	const { own } = retry.retries;
	return own === undefined || (isCertain && !own.isOfThisExecution);
}

/** The same retry, as an earlier attempt has sent it. */
function readSent(retry: Retry): SentCommand | undefined {
	return readSentCommand(retry.retries.item.connection, commandOf(retry));
}
