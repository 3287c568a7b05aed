import { withEtag } from '../properties/wait';
import { call, type Answer } from '../transport/call';
import { readRecord } from '../transport/readings';
import type { Item, Output } from './operation';

/** The record of an answer as the service sent it, with the answer's ETag where there was one. */
export function toOutput({ data, etag }: Answer): Output {
	return { json: withEtag(readRecord(data), etag) };
}

/** Reads one record. */
export async function getRecord(
	item: Item,
	purpose: string,
	path: string,
	query?: Record<string, string | undefined>,
): Promise<Output> {
	const { connection } = item;
	return toOutput(await call(connection, { purpose, method: 'GET', path, query, safety: 'read' }));
}
