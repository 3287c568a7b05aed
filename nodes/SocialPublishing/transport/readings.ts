import type { IDataObject } from 'n8n-workflow';

import { isRecord, textOf } from './envelope';

/**
 * The service's description leaves some names and shapes open. This module holds every reading that is accepted;
 * the rest of the code sees one shape.
 */

export function readItems(data: unknown): IDataObject[] {
	const items = isRecord(data) ? data.items : data;
	return Array.isArray(items) ? items.filter(isRecord) : [];
}

export function readNextCursor(data: unknown): string | undefined {
	return isRecord(data) ? firstText(data.next_cursor) : undefined;
}

/** The record of an answer: `data` itself, empty where the service sent none. */
export function readRecord(data: unknown): IDataObject {
	return isRecord(data) ? data : {};
}

/** The records of an answer whose shape is open: one, or a list of them. */
export function readRecords(data: unknown): IDataObject[] {
	const record = readRecord(data);
	const isList = Array.isArray(record.items) && Object.keys(record).every(isOfList);
	return isList || Array.isArray(data) ? readItems(data) : [record];
}

function isOfList(name: string): boolean {
	return name === 'items' || name === 'next_cursor';
}

export interface StartedUpload {
	id: string;
	partSizeBytes: number | undefined;
}

export function readStartedUpload(data: unknown): StartedUpload | undefined {
	const record = readRecord(data);
	const media = readRecord(record.media);
	const upload = readRecord(record.upload);
	// Beside a media id, a plain id is that of the upload.
	const id = firstText(record.media_id, media.id, upload.media_id, record.id);
	if (id === undefined) return undefined;
	const sizes = [record, upload, media].flatMap((holder) => [
		holder.part_size,
		holder.part_size_bytes,
		holder.partSize,
		holder.chunk_size,
	]);
	const partSizeBytes = sizes.map(Number).find((size) => Number.isInteger(size) && size > 0);
	return { id, partSizeBytes };
}

/** The ETag of an uploaded part: in the body, in the header, or in both. */
export function readPartEtag(data: unknown, header: string | undefined): string | undefined {
	const record = readRecord(data);
	const part = readRecord(record.part);
	return firstText(record.etag, record.ETag, record.e_tag, part.etag, header);
}

export type Readiness = 'ready' | 'failed' | 'open';

const FAILED_MEDIA = /fail|invalid|reject|^(error|removed|deleted|aborted|expired)/i;

export function readReadiness(media: IDataObject): Readiness {
	if (media.ready === true) return 'ready';
	const states = [media.status, media.readiness, media.state, media.readiness_status].map(textOf);
	if (states.some((state) => /^ready$/i.test(state ?? ''))) return 'ready';
	return states.some((state) => FAILED_MEDIA.test(state ?? '')) ? 'failed' : 'open';
}

/** How a delivery may have ended, other than well. */
export const FAILED_DELIVERY = new Set(['failed', 'blocked', 'needs_review']);
/** How a delivery may have ended. */
export const ENDED_DELIVERY = new Set(['published', ...FAILED_DELIVERY]);

/** The status of one destination of a post; undefined where none is told. */
export function readDestinationStatus(destination: IDataObject): string | undefined {
	const { status, outcome } = destination;
	const told = [status, isRecord(outcome) ? outcome.status : outcome].map((candidate) =>
		asStatus(firstText(candidate)),
	);
	// Beside an outcome, a status may tell of something else, such as of the work that is done.
	const known = told.find((candidate) => ENDED_DELIVERY.has(candidate ?? ''));
	return known ?? told.find((candidate) => candidate !== undefined);
}

/** What a destination is called in words for the user: its account, else itself. */
export function readDestinationName({ account_id, id }: IDataObject): string {
	return firstText(account_id, id) ?? 'A destination';
}

/** A post's own status; undefined where none is told. */
export function readPostStatus(post: IDataObject): string | undefined {
	return asStatus(textOf(post.status));
}

/** Statuses are known from the kinds of events only, so their spelling does not count. */
function asStatus(text: string | undefined): string | undefined {
	return text?.toLowerCase().replace(/[\s-]+/g, '_');
}

/** Why a delivery or a file failed, in the service's words, wherever it puts them. */
export function readErrorText(record: IDataObject): string | undefined {
	for (const holder of [record, readRecord(record.outcome)]) {
		const { error } = holder;
		const text = firstText(
			isRecord(error) ? (error.message ?? error.code) : error,
			holder.error_message,
			holder.message,
			holder.reason,
		);
		if (text !== undefined) return text;
	}
	return undefined;
}

export function readDestinations(post: IDataObject): IDataObject[] {
	return Array.isArray(post.destinations) ? post.destinations.filter(isRecord) : [];
}

/** The post that a retried delivery belongs to, from whichever record the service answers with. */
export function readPostId(record: IDataObject): string | undefined {
	const post = readRecord(record.post);
	const own = Array.isArray(record.destinations) ? record.id : undefined;
	return firstText(record.post_id, record.postId, post.id, own);
}

/** A name to show for a record whose fields are not agreed. */
export function readName(record: IDataObject): string {
	const name = firstText(
		record.name,
		record.title,
		record.display_name,
		record.username,
		record.handle,
		record.text,
		record.url,
	);
	return name ?? firstText(record.id) ?? '';
}

export function readSigningSecret(webhook: IDataObject): string | undefined {
	return firstText(webhook.signing_secret, webhook.secret);
}

/**
 * Whether a preflight found the post ready: the service's own verdict in whichever field, else whether it
 * complains of anything. Undefined where it does not tell.
 */
export function readReady(preflight: IDataObject): boolean | undefined {
	for (const verdict of [preflight.ready, preflight.is_ready, preflight.valid, preflight.ok]) {
		if (typeof verdict === 'boolean') return verdict;
	}
	const state = firstText(preflight.status, preflight.readiness, preflight.state);
	if (state !== undefined) return /^(ready|ok|valid|passed)$/i.test(state);
	const { errors, problems, issues, blockers } = preflight;
	const complaints = [errors, problems, issues, blockers].filter(Array.isArray);
	if (complaints.some((list) => list.length > 0)) return false;
	const verdicts = readDestinations(preflight).map(readReady);
	if (verdicts.includes(false)) return false;
	const isTold = verdicts.length > 0 ? !verdicts.includes(undefined) : complaints.length > 0;
	return isTold ? true : undefined;
}

export function firstText(...candidates: unknown[]): string | undefined {
	for (const candidate of candidates) {
		if (typeof candidate === 'number') return String(candidate);
		const text = textOf(candidate);
		if (text !== undefined) return text;
	}
	return undefined;
}
