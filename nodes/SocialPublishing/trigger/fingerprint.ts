import { createHash } from 'crypto';

import { canonicalJson } from '../shared/json';

/** In base64url characters of 6 bits. */
export const ID_DIGEST_LENGTH = 8;
const FINGERPRINT_LENGTH = 4;
const EVENT_ID_LENGTH = 27;

/** Shortens the ID of a record or event for storage. A new ID collides with one of 10,000 others once in 28 billion. */
export function digestOfId(id: string): string {
	return digest(id).slice(0, ID_DIGEST_LENGTH);
}

/** Represents a value, to notice changes. One change in 16 million goes unnoticed. */
export function fingerprintOf(value: unknown): string {
	return digest(canonicalJson(value) ?? '').slice(0, FINGERPRINT_LENGTH);
}

/** The ID of an event that the node detects. Made of the event's content, so every process makes the same ID. */
export function eventIdOf(...parts: Array<string | number>): string {
	return `poll_${digest(JSON.stringify(parts)).slice(0, EVENT_ID_LENGTH)}`;
}

function digest(text: string): string {
	return createHash('sha256').update(text).digest('base64url');
}
