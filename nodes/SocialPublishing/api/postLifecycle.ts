import type { IDataObject } from 'n8n-workflow';

import { readPublicationState } from './publication';
import { FINAL_DELIVERY_STATUSES, readDestinationStatus } from './readings/delivery';
import { isFinalStatus, readDestinations, readPostStatus } from './readings/post';

/**
 * Where a post is in its life: `draft`, `scheduled`, `publishing`, `published`, `partial` or `failed`, or another word of
 * the service; undefined where the record does not tell. Once every delivery has ended, they count, unless the post's
 * own status is final itself.
 */
export function readLifecycleStatus(post: IDataObject): string | undefined {
	const own = readPostStatus(post);
	if (isFinalStatus(own)) return own;
	const derived = readPublicationState({ destinations: post.destinations });
	const { published, failed } = derived.deliveries;
	const hasEnded = published.length + failed.length > 0;
	if (derived.settled && hasEnded) return derived.status;
	return own ?? (derived.status === 'unknown' ? undefined : derived.status);
}

const HANDED_OVER = new Set(['publishing', 'partial', ...FINAL_DELIVERY_STATUSES]);

/** Any other status is inconclusive: for a moment, an accepted post may still look like a draft. */
export function isHandedOver(post: IDataObject): true | undefined {
	const states = [readPostStatus(post), ...readDestinations(post).map(readDestinationStatus)];
	return states.some((state) => state !== undefined && HANDED_OVER.has(state)) || undefined;
}
