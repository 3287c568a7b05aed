import type { IDataObject } from 'n8n-workflow';
import { readRecord, firstText, isRecord } from '../shared/json';
import { readItems } from '../transport/paginate';

/** The records of an answer whose shape is open: one, or a list of them. */
export function readRecords(data: unknown): IDataObject[] {
	const record = readRecord(data);
	const isList = Array.isArray(record.items) && Object.keys(record).every(isOfList);
	return isList || Array.isArray(data) ? readItems(data) : [record];
}

function isOfList(name: string): boolean {
	return name === 'items' || name === 'next_cursor';
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

/** A record as the service sent it, with the ETag of the answer where there was one. */
export function withEtag(record: IDataObject, etag: string | undefined): IDataObject {
	return etag === undefined ? record : { ...record, etag };
}
