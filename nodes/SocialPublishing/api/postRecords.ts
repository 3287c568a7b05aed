import type { IDataObject } from 'n8n-workflow';
import { readRecord, firstText, isRecord, textOf } from '../shared/json';

/** The ways in which a delivery can end without success. */
export const FAILED_DELIVERY_STATUSES = new Set(['failed', 'blocked', 'needs_review']);

/** The ways in which a delivery can end. */
export const FINAL_DELIVERY_STATUSES = new Set(['published', ...FAILED_DELIVERY_STATUSES]);

/** The status of one destination of a post; undefined where there is none. */
export function readDestinationStatus(destination: IDataObject): string | undefined {
	const { status, outcome } = destination;
	const statuses = [status, isRecord(outcome) ? outcome.status : outcome].map((candidate) =>
		asStatus(firstText(candidate)),
	);
	// Next to an outcome, a status may be about something else, such as the state of the job.
	const known = statuses.find((candidate) => FINAL_DELIVERY_STATUSES.has(candidate ?? ''));
	return known ?? statuses.find((candidate) => candidate !== undefined);
}

/** The name of a destination in texts for the user: its account's id, else its own. */
export function readDestinationName({ account_id, id }: IDataObject): string {
	return firstText(account_id, id) ?? 'A destination';
}

/** A post's own status; undefined where there is none. */
export function readPostStatus(post: IDataObject): string | undefined {
	return asStatus(textOf(post.status));
}

/** Statuses are only known from the event types, so their spelling does not matter. */
export function asStatus(text: string | undefined): string | undefined {
	return text?.toLowerCase().replace(/[\s-]+/g, '_');
}

export function readDestinations(post: IDataObject): IDataObject[] {
	return Array.isArray(post.destinations) ? post.destinations.filter(isRecord) : [];
}

/** Where a post can be seen: its own address, and those of its published deliveries. */
export function readPostLinks(post: IDataObject): string[] {
	const links = [post, ...readDestinations(post)].map(({ url, link, permalink }) =>
		firstText(url, link, permalink),
	);
	return links.filter((link) => link !== undefined).filter((link) => /^https?:/.test(link));
}

/** The id of the post that a retried delivery belongs to, from any record that the service may return. */
export function readPostId(record: IDataObject): string | undefined {
	const post = readRecord(record.post);
	const own = Array.isArray(record.destinations) ? record.id : undefined;
	return firstText(record.post_id, record.postId, post.id, own);
}
