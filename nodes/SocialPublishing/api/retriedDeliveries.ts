import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { canonicalJson } from '../shared/json';
import { readAttempt, readDestinationId, showsFailure } from './readings/delivery';
import { readDestinations } from './readings/post';
import { readErrorText } from './readings/record';
import { readEndedMs } from './readings/times';

/** How long a record may still show its earlier state after an accepted command, if nothing reveals that it is outdated. */
export const HANDOVER_MS = 10_000;

/** A delivery whose retry the service has accepted. */
export interface RetriedDelivery {
	/** The ID of its destination. */
	id: string;
	/** Identifies the failure that the delivery showed then; undefined if unknown. */
	failure?: string;
}

/** Identifies the failure that a delivery shows: each failed attempt has its own. Undefined if it shows none. */
export function failureOf(post: IDataObject, destination: IDataObject): string | undefined {
	if (!showsFailure(destination)) return undefined;
	return `${digest(readAttempt(post, destination))}.${digest(endOf(destination))}`;
}

/**
 * Whether a delivery has certainly failed again since it showed a failure: it states another reason or another time. The
 * number of its attempts may change as soon as a retry begins.
 */
export function hasFailedAgain(
	destination: IDataObject,
	{ failure }: Pick<RetriedDelivery, 'failure'>,
): boolean {
	const end = endOf(destination);
	const isStated = end.some((part) => part !== undefined);
	return failure !== undefined && isStated && !failure.endsWith(`.${digest(end)}`);
}

/** Why and when a delivery failed. */
function endOf(destination: IDataObject): unknown[] {
	return [readErrorText(destination), readEndedMs(destination)];
}

function digest(value: unknown): string {
	return createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, 22);
}

/**
 * Whether a retried delivery still shows the failure before the retry, so that the retry is under way.
 *
 * @param elapsedMs since the service has accepted the retry
 */
export function isRetryUnderWay(
	post: IDataObject,
	destination: IDataObject,
	{ failure }: Pick<RetriedDelivery, 'failure'>,
	elapsedMs: number,
): boolean {
	if (!showsFailure(destination)) return false;
	return elapsedMs < HANDOVER_MS || failureOf(post, destination) === failure;
}

/** Whether a post shows a failure of one of its retried deliveries. */
export function showsRetriedFailure(post: IDataObject, retried: RetriedDelivery[]): boolean {
	const ids = new Set(retried.map(({ id }) => id));
	return readDestinations(post).some(
		(destination) => ids.has(readDestinationId(destination) ?? '') && showsFailure(destination),
	);
}

/**
 * The part of a post that counts. Retried deliveries that still show their earlier failure count as under way. If the
 * post does not list them, all of its deliveries count.
 *
 * @param onlyRetried only the retried deliveries count, whatever the outcome of the others
 */
export function relevantPart(
	post: IDataObject,
	retried: RetriedDelivery[],
	onlyRetried: boolean,
	elapsedMs: number,
): IDataObject {
	if (retried.length === 0) return post;
	const all = readDestinations(post);
	const retryOf = (destination: IDataObject) =>
		retried.find(({ id }) => id === readDestinationId(destination));
	const listed = all.filter((destination) => retryOf(destination) !== undefined);
	const isListed = listed.length === retried.length;
	const toCurrent = (destination: IDataObject): IDataObject => {
		const retry = retryOf(destination) ?? (isListed ? undefined : {});
		if (retry === undefined || !isRetryUnderWay(post, destination, retry, elapsedMs))
			return destination;
		return { ...destination, status: 'retrying', outcome: undefined };
	};
	if (onlyRetried && isListed) return { destinations: listed.map(toCurrent) };
	return { ...post, destinations: all.map(toCurrent) };
}
