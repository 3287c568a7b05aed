import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord, readRecord, valuesOf } from '../../shared/json';
import { readReplies } from './content';
import {
	hasDefinitelyFailed,
	hasEnded,
	isUncertain,
	isUnderWay,
	isWaiting,
	readAccountId,
	readDeliveryError,
	readDestinationId,
	readDestinationStatus,
	showsFailure,
} from './delivery';
import { readDestinations, readMediaIds, isIdleStatus } from './post';

/** The outcome of a post: the links of its deliveries and threads, and the details that a list leaves out. */

/** The deliveries of a post, by outcome. */
export function readByOutcome(post: IDataObject) {
	const all = readDestinations(post);
	return {
		all,
		published: all.filter((each) => readDestinationStatus(each) === 'published'),
		/** Both those that were refused and those that are uncertain. */
		failed: all.filter(showsFailure),
		refused: all.filter(hasDefinitelyFailed),
		uncertain: all.filter(isUncertain),
		open: all.filter((each) => !hasEnded(each)),
	};
}

/** Every place where a post can be seen: its own link, then those of its deliveries. */
export function readPostLinks(post: IDataObject): string[] {
	const deliveries = readDestinations(post).map((each) => readDeliveryLink(post, each));
	const links = [readLink(post), ...deliveries, ...readUnassignedLinks(post)];
	return [...new Set(links.filter((link) => link !== undefined))];
}

/** Where the post can be seen on the account of a destination; undefined if unknown. */
export function readDeliveryLink(post: IDataObject, destination: IDataObject): string | undefined {
	// reading(link of a delivery): its own, or that of its outcome, publication, publications, thread_publications
	const { outcome, publication, publications } = destination;
	const holders = [
		destination,
		readRecord(outcome),
		readRecord(publication),
		...recordsIn(publications),
		...threadParts(post, destination),
	];
	return holders.map(readLink).find((link) => link !== undefined);
}

/** Where the published parts of a thread can be seen, in the order in which the service lists them. */
export function readThreadLinks(post: IDataObject, destination: IDataObject): string[] {
	const links = threadParts(post, destination).flatMap((part) => readLink(part) ?? []);
	return [...new Set(links)];
}

function threadParts(post: IDataObject, destination: IDataObject): IDataObject[] {
	const ofPost = recordsIn(post.thread_publications);
	return [
		...recordsIn(destination.thread_publications),
		...ofPost.filter((part) => isOf(post, destination, part)),
	];
}

/** Whether parts of a thread may be online although its delivery failed: the service cannot retry such a thread as a whole. */
export function isIncompleteThread(post: IDataObject, destination: IDataObject): boolean {
	if (!showsFailure(destination)) return false;
	const hasParts = isUncertain(destination) || unassignedParts(post).length > 0;
	return (isThread(destination) && hasParts) || threadParts(post, destination).length > 0;
}

export function readUnassignedLinks(post: IDataObject): string[] {
	return unassignedParts(post).flatMap((part) => readLink(part) ?? []);
}

function unassignedParts(post: IDataObject): IDataObject[] {
	const destinations = readDestinations(post);
	return recordsIn(post.thread_publications).filter(
		(part) => !destinations.some((destination) => isOf(post, destination, part)),
	);
}

/** A record's own link; that of a post may be that of its only delivery. */
export function readLink(record: IDataObject): string | undefined {
	// reading(link)
	const names = ['published_url', 'public_url', 'permalink', 'url', 'link', 'post_url'];
	return valuesOf(record, names)
		.map((candidate) => firstText(candidate))
		.find((candidate) => candidate !== undefined && /^https?:\/\//i.test(candidate));
}

/** Whether a published part of a thread belongs to a destination: by the destination, else by the account, else as the only one. */
function isOf(post: IDataObject, destination: IDataObject, part: IDataObject): boolean {
	// reading(destination of a thread publication): destination_id, else its account
	const destinationId = firstText(part.destination_id);
	if (destinationId !== undefined) return destinationId === readDestinationId(destination);
	const accountId = readAccountId(part);
	if (accountId !== undefined) return accountId === readAccountId(destination);
	const all = readDestinations(post);
	const threads = all.filter(isThread);
	return threads.length === 0 ? all.length === 1 : threads.length === 1 && isThread(destination);
}

function recordsIn(value: unknown): IDataObject[] {
	return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Whether a record has a known status for each of its deliveries. */
export function statesOutcomes(post: IDataObject): boolean {
	const destinations = readDestinations(post);
	return destinations.length > 0 && destinations.every(statesKnownStatus);
}

export function statesKnownStatus(destination: IDataObject): boolean {
	const status = readDestinationStatus(destination);
	return hasEnded(destination) || isUnderWay(status) || isWaiting(status) || isIdleStatus(status);
}

/**
 * Whether the listed record of a post shows all that the post itself shows of its outcome.
 *
 * @param sent the content that was sent for the post, if known: what it does not contain is not missing
 */
export function showsWholeOutcome(post: IDataObject, sent: IDataObject | undefined): boolean {
	const destinations = readDestinations(post);
	const mayHave = (has: (content: IDataObject) => boolean) => sent === undefined || has(sent);
	// reading(what a list leaves out of a post): text, media, thread_publications, the ETag, links, reasons of failures
	const lacksMedia = destinations.some(({ media_ids }) => media_ids === undefined);
	const lacksContent =
		(post.text === undefined && mayHave(hasText)) ||
		(lacksMedia && mayHave(hasMedia)) ||
		(post.thread_publications === undefined && mayHave(hasThread));
	// A post that has not gone out can still be changed, which takes the ETag.
	const isComplete = destinations.some(hasEnded) || firstText(post.etag) !== undefined;
	return !lacksContent && isComplete && destinations.every((each) => showsOutcome(post, each));
}

const hasText = ({ text }: IDataObject) => firstText(text) !== undefined;

const hasMedia = (content: IDataObject) =>
	readDestinations(content).some((each) => readMediaIds(content, each).length > 0);

const hasThread = (content: IDataObject) => readDestinations(content).some(isThread);

function isThread({ options }: IDataObject): boolean {
	return readReplies(options).length > 0;
}

function showsOutcome(post: IDataObject, destination: IDataObject): boolean {
	if (showsFailure(destination)) return readDeliveryError(destination) !== undefined;
	const isOut = readDestinationStatus(destination) === 'published';
	return !isOut || readDeliveryLink(post, destination) !== undefined;
}
