import { readPost } from '../../api/posts';
import { isUnderWay, readDestinationStatus } from '../../api/readings/delivery';
import { failureOf, showsFailure } from '../../api/retriedDeliveries';
import type { Command, CommandResponse } from '../../commands/command';
import type { Item } from '../../properties/item';
import { runsWithoutWorkflow } from '../../properties/nodeProgress';
import { recallKnownRetry, startOfRetry } from './acceptedRetries';
import { hasEndedSince } from './openRetries';
import { findPathOfDelivery } from './postOfDelivery';
import { RETRY_PURPOSE } from './refusedRetry';
import { deliveryIn } from './singleRetry';

export interface RetryStart {
	command: Command;
	/** Identifies the failure that the delivery shows; undefined where that is not known. */
	failure?: string;
}

/**
 * Without a workflow, the failure that the delivery shows is part of the key, so that a repeat is the same command, and a
 * retry of what has failed again is a new one.
 *
 * @returns how to send it or, for a delivery that shows what has come of an earlier call, its post
 */
export async function startRetry(
	item: Item,
	destinationId: string,
	command: Command,
): Promise<RetryStart | CommandResponse> {
	const { connection } = item;
	if (!runsWithoutWorkflow(item.functions)) return { command };
	const known = recallKnownRetry(item, destinationId)?.postPath;
	const postPath = known ?? (await findPathOfDelivery(item, destinationId));
	if (postPath === undefined) return { command };
	const { post, etag } = await readPost(connection, postPath, RETRY_PURPOSE);
	const delivery = deliveryIn(post, destinationId);
	if (delivery === undefined) return { command };
	const status = readDestinationStatus(delivery);
	const failure = showsFailure(delivery) ? failureOf(post, delivery) : undefined;
	const isOut = status === 'published' || isUnderWay(status);
	if (isOut || hasEndedSince(item, destinationId, failure)) {
		return { data: post, etag, headers: {}, isResumed: true };
	}
	const { identity, idempotency } = command;
	const content = [identity.content ?? null, startOfRetry(idempotency, failure)];
	return { command: { ...command, identity: { ...identity, content } }, failure };
}
