import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord, readRecord, textOf, valuesOf } from '../../shared/json';

/** A post's own status; undefined if there is none. */
export function readPostStatus(post: IDataObject): string | undefined {
	return asStatus(textOf(post.status));
}

/** Whether nothing is under way in this status or phase of a post. */
export function isIdleStatus(
	status: string | undefined,
): status is 'draft' | 'scheduled' | 'cancelled' {
	return status === 'draft' || status === 'scheduled' || status === 'cancelled';
}

/** Other names of statuses. */
const SYNONYMS = new Map([
	// reading(status of a cancelled post): cancelled, canceled
	['canceled', 'cancelled'],
	// reading(status of a delivery with an uncertain outcome): needs_review, uncertain
	['uncertain', 'needs_review'],
]);

/** Statuses are only known from the event types, so their spelling does not matter. */
export function asStatus(text: string | undefined): string | undefined {
	const status = text?.toLowerCase().replace(/[\s-]+/g, '_');
	return SYNONYMS.get(status ?? '') ?? status;
}

/** A post, or what is entered or sent for one. */
export interface PostLike {
	text?: unknown;
	destinations?: unknown;
	media_ids?: unknown;
	media?: unknown;
}

/** Whether a record lists the accounts of a post, even if there are none. An entry that is no record states nothing. */
export function listsDestinations({ destinations }: PostLike): boolean {
	return Array.isArray(destinations) && destinations.every(isRecord);
}

export function readDestinations({ destinations }: PostLike): IDataObject[] {
	return Array.isArray(destinations) ? destinations.filter(isRecord) : [];
}

/** The IDs of the media that a post has on one account. */
export function readMediaIds(post: PostLike, destination: IDataObject): string[] {
	// reading(media of a destination): media_ids or media, as ids or records; else those of the post
	const lists = [destination, post].flatMap(({ media_ids, media }: PostLike) => [media_ids, media]);
	const list = lists.find((each) => Array.isArray(each)) ?? [];
	return [list].flat().flatMap((entry: unknown) => firstText(entry, readRecord(entry).id) ?? []);
}

/** The ID of the post that a retried delivery belongs to, from any record that the service may return. */
export function readPostId(record: IDataObject): string | undefined {
	// reading(post of a delivery): post_id, postId, post.id
	const { post_id, postId, post } = record;
	const own = listsDestinations(record) ? record.id : undefined;
	return firstText(post_id, postId, readRecord(post).id, own);
}

/** The post in a response, which may be wrapped in `post`; undefined if the record is that of a single delivery. */
export function readPostIn(record: IDataObject): IDataObject | undefined {
	if (listsDestinations(record)) return record;
	// reading(response to a command): the post itself, or in post; or the delivery that a command is about
	const { post, etag, publication } = record;
	if (isRecord(post)) {
		return {
			...(etag !== undefined && { etag }),
			...(publication !== undefined && { publication }),
			...post,
		};
	}
	const isDelivery = firstText(record.account_id, record.destination_id) !== undefined;
	return isDelivery ? undefined : record;
}

// reading(time of a schedule): of the post itself, or in schedule
export const SCHEDULE_NAMES = ['scheduled_at', 'scheduledAt', 'scheduled_for', 'publish_at'];

/** When a post is to be published, as the service sent it. */
export function readScheduledAt(post: IDataObject): IDataObject[string] {
	return [post, readRecord(post.schedule)]
		.flatMap((holder) => valuesOf(holder, SCHEDULE_NAMES))
		.find((time) => firstText(time) !== undefined);
}

/** Whether a post has a time; undefined if the record does not state it. */
export function hasTime(post: IDataObject): boolean | undefined {
	if (readScheduledAt(post) !== undefined) return true;
	return post.scheduled_at === null ? false : undefined;
}

/** The timezone of the schedule of a post; undefined if the record does not state it. */
export function readTimezone(post: IDataObject): string | undefined {
	return firstText(post.timezone, readRecord(post.schedule).timezone);
}

/** The schedule of a post as in its record; changes when the post is rescheduled. */
export function readScheduleParts(post: IDataObject): unknown {
	return [firstText(readScheduledAt(post)), readTimezone(post)];
}

/** What a user writes, as in the record; changes only when the post is edited. */
export function readWrittenParts(post: IDataObject): unknown {
	const destinations = readDestinations(post).map(({ account_id, text, media_ids, options }) => ({
		account_id,
		text,
		media_ids,
		options,
	}));
	return { text: post.text, media_ids: post.media_ids, destinations: unordered(destinations) };
}

/** Identifies a revision of a post; it may also change for other reasons. */
export function readRevision(post: IDataObject): unknown {
	// reading(revision of a listed post)
	const names = ['etag', 'revision', 'version', 'updated_at', 'updatedAt'];
	return valuesOf(post, names).map((value) => firstText(value));
}

/** The service may list the same destinations in another order each time. */
function unordered(records: IDataObject[]): IDataObject[] {
	const key = ({ account_id, text }: IDataObject) => JSON.stringify([account_id, text]);
	return [...records].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
