import type { IDataObject } from 'n8n-workflow';

import { firstText } from '../shared/json';
import { readDestinations, readDestinationStatus, readPostStatus } from './postRecords';
import { readPublication } from './publication';
import { readEndedMs } from './recordTimes';

const FINAL_STATUSES = new Set(['published', 'partial', 'failed']);

/**
 * Where a post is in its life: `draft`, `scheduled`, `publishing`, `published`, `partial` or `failed`, or another word of
 * the service; undefined where the record does not tell. Once every delivery has ended, they count, unless the post's
 * own status is final itself.
 */
export function readLifecycleStatus(post: IDataObject): string | undefined {
	const own = readPostStatus(post);
	if (own !== undefined && FINAL_STATUSES.has(own)) return own;
	const derived = readPublication({ destinations: post.destinations });
	const hasEnded = derived.published.length + derived.failed.length > 0;
	if (derived.settled && hasEnded) return derived.status;
	return own ?? (derived.status === 'unknown' ? undefined : derived.status);
}

/** One delivery of a post. */
export interface Delivery {
	/** Identifies it within the post. */
	key: string;
	id: string | undefined;
	accountId: string | undefined;
	/** Undefined where the record does not tell. */
	status: string | undefined;
	/** When it ended, in milliseconds since 1970; undefined where the record does not tell. */
	endedMs: number | undefined;
}

/** The deliveries of a post; undefined where the record does not list them. */
export function readDeliveries(post: IDataObject): Delivery[] | undefined {
	if (!Array.isArray(post.destinations)) return undefined;
	const used = new Map<string, number>();
	return readDestinations(post).map((destination) => {
		const id = firstText(destination.id, destination.destination_id);
		const accountId = firstText(destination.account_id);
		const name = id ?? accountId ?? '';
		const nth = (used.get(name) ?? 0) + 1;
		used.set(name, nth);
		const status = readDestinationStatus(destination);
		const key = nth === 1 ? name : `${name} ${nth}`;
		return { key, id, accountId, status, endedMs: readEndedMs(destination) };
	});
}

/** What a user writes: changes when the post is edited, and at no other time. */
export function readContent(post: IDataObject): unknown {
	const destinations = readDestinations(post).map(({ account_id, text, media_ids, options }) => ({
		account_id,
		text,
		media_ids,
		options,
	}));
	return { text: post.text, media_ids: post.media_ids, destinations: unordered(destinations) };
}

/** When the post is to be published, as far as the record tells. */
export function readSchedule(post: IDataObject): unknown {
	return [
		firstText(post.scheduled_at, post.scheduledAt, post.publish_at),
		firstText(post.timezone),
	];
}

/** What tells one revision of a post from another; it may also change for other reasons. */
export function readRevision(post: IDataObject): unknown {
	return ['etag', 'revision', 'version', 'updated_at', 'updatedAt'].map((name) =>
		firstText(post[name]),
	);
}

/** The service may list the same destinations in another order each time. */
function unordered(records: IDataObject[]): IDataObject[] {
	const key = ({ account_id, text }: IDataObject) => JSON.stringify([account_id, text]);
	return [...records].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
