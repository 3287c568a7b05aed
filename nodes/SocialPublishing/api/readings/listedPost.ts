import type { IDataObject } from 'n8n-workflow';

import { firstText } from '../../shared/json';
import {
	FAILED_DELIVERY_STATUSES,
	FINAL_DELIVERY_STATUSES,
	isUnderWay,
	isWaiting,
	readAccountId,
	readDeliveryError,
	readDestinationStatus,
} from './delivery';
import { readDeliveryLink } from './links';
import { isIdleStatus, readDestinations } from './post';

/** A list may tell less of a post than the post itself. */

/** Whether a record says of each of its deliveries how far it is, in a word that is known. */
export function statesOutcomes(post: IDataObject): boolean {
	const statuses = readDestinations(post).map(readDestinationStatus);
	return statuses.length > 0 && statuses.every(isKnown);
}

function isKnown(status: string | undefined): boolean {
	const hasEnded = FINAL_DELIVERY_STATUSES.has(status ?? '');
	return hasEnded || isUnderWay(status) || isWaiting(status) || isIdleStatus(status);
}

/**
 * What a record of a post does not tell of its outcome: names of details, which are the same for other posts of the same
 * accounts. Where the post itself does not tell them either, the service does not tell them.
 */
export function missingDetails(post: IDataObject): string[] {
	const destinations = readDestinations(post);
	const hasEnded = destinations.some((destination) => hasFinalStatus(destination));
	// reading(what a list leaves out of a post): text, media, thread_publications, the ETag, links, reasons of failures
	const details = [
		post.text === undefined ? 'text' : undefined,
		destinations.some(({ media_ids }) => media_ids === undefined) ? 'media' : undefined,
		post.thread_publications === undefined ? 'thread publications' : undefined,
		// One that has not gone out can still be changed.
		!hasEnded && firstText(post.etag) === undefined ? 'etag' : undefined,
		...destinations.map((destination) => missingDetail(post, destination)),
	];
	return details.filter((detail) => detail !== undefined);
}

function hasFinalStatus(destination: IDataObject): boolean {
	return FINAL_DELIVERY_STATUSES.has(readDestinationStatus(destination) ?? '');
}

function missingDetail(post: IDataObject, destination: IDataObject): string | undefined {
	const status = readDestinationStatus(destination) ?? '';
	const account = readAccountId(destination) ?? '';
	const hasFailed = FAILED_DELIVERY_STATUSES.has(status);
	if (hasFailed && readDeliveryError(destination) === undefined) return `${status} ${account}`;
	const isOut = status === 'published' && readDeliveryLink(post, destination) === undefined;
	return isOut ? `link ${account}` : undefined;
}
