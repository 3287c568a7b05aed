import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { readRecordId } from '../../../api/readings/record';
import { clock } from '../../../shared/clock';
import { canonicalJson } from '../../../shared/json';
import { KEY_LIFETIME_MS } from '../../../transport/retry';

/** Details that the ledger keeps about the post of a key. */
export const postDetail = (id: string): string => `post:${id}`;
/** As `postDetail`, of a record. */
export const detailOfPost = (post: IDataObject): string => postDetail(readRecordId(post) ?? '');
/** The post of the key that was deleted. */
export const deletedDetail = (id: string): string => `gone:${id}`;
/** A post of the key was deleted. */
export const GONE = 'gone';
/** An item as it was entered, with its files, from which the post was created or to which it was updated. */
export const itemDetail = (item: unknown, updates = 0): string =>
	`item${updates === 0 ? '' : updates}:${digest(item)}`;
/** The item was sent in place of an earlier one for the n-th time, so that one no longer counts. */
export const updateDetail = (nth: number): string => `update:${nth}`;
export const fileDetail = (mediaId: string): string => `file:${mediaId}`;
export const accountsDetail = (accountIds: string[]): string => `to:${digest(accountIds)}`;
/** The fingerprint of a post that was sent. */
export const sentDetail = (content: string): string => `sent:${content}`;

/** Recorded before a post is published: from then on, it may be out. */
export const OUT = 'out';
/** Recorded before a post is scheduled. */
export const TIMED = 'timed';
/** Recorded with either for a post that shows no status before it is out, until the service has accepted the command. */
export const UNCONFIRMED = 'unconfirmed';
/** What is recorded about whether the post may have gone out. */
export const LEAVING = [OUT, TIMED, UNCONFIRMED];
/** Recorded before a post is sent with a part that lists may leave out. */
export const partDetail = (part: string): string => `has:${part}`;
/** The hour for which a post is scheduled. */
export const hourDetail = (ms: number): string => `on:${Math.floor(ms / HOUR_MS)}`;

const HOUR_MS = 60 * 60_000;

/** The ledger records a time as the number of its period since 1970. */
export const PERIOD_MS = HOUR_MS / 2;
/** The service still knows the idempotency keys of creations in these last periods. */
export const PERIODS_OF_KEY = Math.floor(KEY_LIFETIME_MS / PERIOD_MS);
/** Sixty days. When a creation before them was sent is unknown. */
export const PERIODS_REMEMBERED = (60 * 24 * HOUR_MS) / PERIOD_MS;
/** A list may not show the posts of these last periods yet: an hour to an hour and a half. */
export const PERIODS_OF_DELAY = 3;

/** The current period, then earlier ones. */
export function lastPeriods(count: number): number[] {
	const now = Math.floor(clock.now() / PERIOD_MS);
	return Array.from({ length: count }, (_, ago) => now - ago);
}

/** When a creation was sent. */
export const sinceDetail = (period: number): string => `since:${period}`;
/** When the service refused a creation because it knew the idempotency key with other content. */
export const usedDetail = (period: number): string => `used:${period}`;

/** Identifies a value in 16 characters, few enough to be part of a detail. */
export function digest(value: unknown): string {
	return createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, 16);
}

/** The post of a key is looked up among those with the same short hash. */
const BUCKETS = 64;

export function bucketDetail(post: IDataObject): string {
	const [byte = 0] = createHash('sha256')
		.update(readRecordId(post) ?? '')
		.digest();
	return `bucket:${byte % BUCKETS}`;
}
