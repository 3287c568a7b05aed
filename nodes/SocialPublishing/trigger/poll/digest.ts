import { createHash } from 'crypto';

import { canonicalJson } from '../../shared/json';

/** Base64url characters, 6 bits each. */
const ID_LENGTH = 8;
const MARK_LENGTH = 4;
const EVENT_ID_LENGTH = 27;

/** Stands for the ID of a record: of 10,000 records, two are mistaken for each other once in five million cases. */
export function digestOfId(id: string): string {
	return digest(id).slice(0, ID_LENGTH);
}

/** Stands for a value: of 16 million changes, one goes unnoticed. */
export function markOf(value: unknown): string {
	return digest(canonicalJson(value) ?? '').slice(0, MARK_LENGTH);
}

/** The ID of an event, made of what happened: the same whoever computes it and whenever. */
export function eventIdOf(...parts: Array<string | number>): string {
	return `poll_${digest(JSON.stringify(parts)).slice(0, EVENT_ID_LENGTH)}`;
}

function digest(text: string): string {
	return createHash('sha256').update(text).digest('base64url');
}
