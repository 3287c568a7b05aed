import { readRecords, withEtag } from '../api/records';
import type { Item, Output } from '../properties/item';
import { readRecord } from '../shared/json';
import { call } from '../transport/call';
import type { ServiceResponse } from '../transport/types';

/** The record of an answer as the service sent it, with the answer's ETag where there was one. */
export function toOutput({ data, etag }: ServiceResponse): Output {
	return { json: withEtag(readRecord(data), etag) };
}

/** Reads one record. */
export async function getRecord(
	{ connection }: Item,
	purpose: string,
	path: string,
): Promise<Output> {
	return toOutput(await call(connection, { purpose, method: 'GET', path, safety: 'read' }));
}

/** Reads what may be one record or a list of them. */
export async function getRecords(
	{ connection }: Item,
	purpose: string,
	path: string,
): Promise<Output[]> {
	const answer = await call(connection, { purpose, method: 'GET', path, safety: 'read' });
	return readRecords(answer.data).map((data) => toOutput({ ...answer, data }));
}
