import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord, readRecord } from '../shared/json';
import { readDestinations } from './postRecords';

/** Where the post can be seen on the account of a destination; undefined where the service does not say. */
export function readDeliveryLink(post: IDataObject, destination: IDataObject): string | undefined {
	const { outcome, publication, publications, thread_publications } = destination;
	const holders = [
		destination,
		readRecord(outcome),
		readRecord(publication),
		...recordsIn(publications),
		...recordsIn(thread_publications),
		...recordsIn(post.thread_publications).filter((part) => isOf(post, destination, part)),
	];
	return holders.map(readLink).find((link) => link !== undefined);
}

/** The links of published parts of which the service does not say which destination they belong to. */
export function readUnassignedLinks(post: IDataObject): string[] {
	const destinations = readDestinations(post);
	return recordsIn(post.thread_publications)
		.filter((part) => !destinations.some((destination) => isOf(post, destination, part)))
		.flatMap((part) => readLink(part) ?? []);
}

/** A post's own link, which may be that of its only delivery. */
export function readLink(record: IDataObject): string | undefined {
	const { url, link, permalink, published_url, public_url, post_url } = record;
	const candidates = [published_url, public_url, permalink, url, link, post_url];
	return candidates
		.map((candidate) => firstText(candidate))
		.find((candidate) => candidate !== undefined && /^https?:\/\//i.test(candidate));
}

/** Whether a published part of a thread belongs to a destination: by the destination, else by the account. */
function isOf(post: IDataObject, destination: IDataObject, part: IDataObject): boolean {
	const destinationId = firstText(part.destination_id);
	if (destinationId !== undefined) return destinationId === firstText(destination.id);
	const accountId = firstText(part.account_id);
	if (accountId !== undefined) return accountId === firstText(destination.account_id);
	return readDestinations(post).length === 1;
}

function recordsIn(value: unknown): IDataObject[] {
	return Array.isArray(value) ? value.filter(isRecord) : [];
}
