import { createHash } from 'crypto';

import { clock } from '../../../shared/clock';
import { canonicalJson } from '../../../shared/json';
import { KEY_LIFETIME_MS } from '../../../transport/retry';

/** What is noted of the post of a key, as details in the ledger. */
export const postDetail = (id: string): string => `post:${id}`;
export const itemDetail = (item: string): string => `item:${item}`;
export const fileDetail = (mediaId: string): string => `file:${mediaId}`;
export const accountsDetail = (accountIds: string[]): string => `to:${digest(accountIds)}`;
export const sentDetail = (content: string): string => `sent:${content}`;
const beginningDetail = (period: number): string => `since:${period}`;

/** Of a creation in one of the last periods, the service still knows the idempotency key. */
const PERIODS = 8;
const PERIOD_MS = KEY_LIFETIME_MS / PERIODS;

/** The details of a beginning that is recent, the latest first. */
export function recentBeginnings(): string[] {
	const now = Math.floor(clock.now() / PERIOD_MS);
	return Array.from({ length: PERIODS }, (_, ago) => beginningDetail(now - ago));
}

/** Short enough to be part of a detail. */
export function digest(value: unknown): string {
	return createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, 16);
}
