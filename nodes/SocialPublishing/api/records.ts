import type { IDataObject } from 'n8n-workflow';
import { cutText } from '../shared/bounds';
import { readRecord, firstText, isRecord } from '../shared/json';
import { readItems } from '../transport/paginate';

/**
 * The service's description leaves some names and shapes open. This folder contains every reading that is accepted;
 * the rest of the code sees one shape.
 */

const LONGEST_NAME = 100;
const MOST_NAMES = 10;

/** The records in a response whose shape is open: one record or a list. */
export function readRecords(data: unknown): IDataObject[] {
	const record = readRecord(data);
	const isList = Array.isArray(record.items) && Object.keys(record).every(isOfList);
	return isList || Array.isArray(data) ? readItems(data) : [record];
}

function isOfList(name: string): boolean {
	return name === 'items' || name === 'next_cursor';
}

/** Why a delivery or a file failed, in the service's words, from any field that may contain them. */
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

/** A post in a text for the user: its id, with its name. */
export function describePost(post: IDataObject): string {
	return `${firstText(post.id) ?? 'one without an ID'} ("${cutText(readName(post), LONGEST_NAME)}")`;
}

/** Posts in a text for the user, as many as one can look at. */
export function describePosts(
	posts: IDataObject[],
	describe: (post: IDataObject) => string = describePost,
): string {
	const names = posts.slice(0, MOST_NAMES).map(describe).join(', ');
	const others = posts.length - MOST_NAMES;
	return others > 0 ? `${names} and ${others} more` : names;
}

/** A record as the service sent it, with the ETag of the response where there was one. */
export function withEtag(record: IDataObject, etag: string | undefined): IDataObject {
	return etag === undefined ? record : { ...record, etag };
}
