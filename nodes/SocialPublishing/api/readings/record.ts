import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord, readRecord } from '../../shared/json';
import { readItems } from '../../transport/paginate';

/** What any record may show, whatever it describes. */

/** The records in a response whose shape is open: one record or a list. */
export function readRecords(data: unknown): IDataObject[] {
	const record = readRecord(data);
	// reading(statistics): one record, which may have a list of its own named items
	const isList = Array.isArray(record.items) && Object.keys(record).every(isOfList);
	return isList || Array.isArray(data) ? readItems(data) : [record];
}

function isOfList(name: string): boolean {
	return name === 'items' || name === 'next_cursor';
}

/** Why a delivery or a file failed, in the service's words, from any field that may contain them. */
export function readErrorText(record: IDataObject): string | undefined {
	// reading(error of a record): message, reason, as an outcome too
	const texts = [record, readRecord(record.outcome)].map((holder) =>
		firstText(readOwnError(holder), holder.message, holder.reason),
	);
	return texts.find((text) => text !== undefined);
}

/** As `readErrorText`, where only what is called an error counts. */
export function readNamedError(record: IDataObject): string | undefined {
	return readOwnError(record) ?? readOwnError(readRecord(record.outcome));
}

function readOwnError({ error, error_message, errors }: IDataObject): string | undefined {
	// reading(error of a record): error, error_message, errors; each a text, a record or a list
	const candidates = [error, error_message, errors].map((value) =>
		readComplaints(value).join('; '),
	);
	return firstText(...candidates);
}

/** The texts of complaints: a text, a record, or a list of either. */
export function readComplaints(value: unknown): string[] {
	if (value === undefined) return [];
	return [value].flat().flatMap((entry: unknown) => {
		const text = isRecord(entry) ? readComplaintText(entry) : firstText(entry);
		return text ?? [];
	});
}

/** The text of a complaint that is a record, such as an error of a delivery; without one, its code. */
export function readComplaintText(complaint: IDataObject): string | undefined {
	// reading(complaint): message, error_message, msg, reason, detail, description, title, error; else its code
	const { message, error_message, msg, reason, detail, description, title, error } = complaint;
	const texts = [message, error_message, msg, reason, detail, description, title, error];
	const nested = readRecord(error);
	return firstText(...texts, nested.message, complaint.code, nested.code);
}

/** A name to show for a record whose fields are not agreed. */
export function readName(record: IDataObject): string {
	const { text, url, id } = record;
	return firstText(readOwnName(record), text, url, id) ?? '';
}

/**
 * The name of an account, a brand, a workspace or a media item.
 *
 * @param isTitled whether a title of the record is its name, and not that of its content
 */
export function readOwnName(record: IDataObject, isTitled = true): string | undefined {
	// reading(name of a record): name, display_name, title, username, handle
	const { name, display_name, title, username, handle } = record;
	return firstText(name, display_name, isTitled ? title : undefined, username, handle);
}
