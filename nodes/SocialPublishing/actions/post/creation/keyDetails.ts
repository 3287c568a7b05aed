import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { clock } from '../../../shared/clock';
import { canonicalJson, firstText } from '../../../shared/json';
import { KEY_LIFETIME_MS } from '../../../transport/retry';

/** What is sent for a key. */
export interface SentItem {
	/** Identifies the item as it was entered. */
	item: unknown;
	/** The fingerprint of the post. */
	content: string;
	/** The files that have been uploaded for it. */
	mediaIds?: string[];
	/** The accounts that it goes to. */
	accountIds?: string[];
}

/** Details that the ledger keeps about the post of a key. */
export const postDetail = (id: string): string => `post:${id}`;
export const itemDetail = (item: string): string => `item:${item}`;
export const fileDetail = (mediaId: string): string => `file:${mediaId}`;
export const accountsDetail = (accountIds: string[]): string => `to:${digest(accountIds)}`;
export const sentDetail = (content: string): string => `sent:${content}`;
const creationPeriodDetail = (period: number): string => `since:${period}`;

/** The service still knows the idempotency keys of creations in these last periods. */
const PERIODS = 8;
const PERIOD_MS = KEY_LIFETIME_MS / PERIODS;

/** The details that mark a creation as recent, the latest first. */
export function recentCreationDetails(): string[] {
	const now = Math.floor(clock.now() / PERIOD_MS);
	return Array.from({ length: PERIODS }, (_, ago) => creationPeriodDetail(now - ago));
}

/** Identifies a value in 16 characters, few enough to be part of a detail. */
export function digest(value: unknown): string {
	return createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, 16);
}

/** The post of a key is looked up among those with the same short hash. */
const BUCKETS = 64;

export function bucketDetail({ id }: IDataObject): string {
	const [byte = 0] = createHash('sha256')
		.update(firstText(id) ?? '')
		.digest();
	return `bucket:${byte % BUCKETS}`;
}
