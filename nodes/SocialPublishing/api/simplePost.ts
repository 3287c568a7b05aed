import type { IDataObject } from 'n8n-workflow';

import { asSentence } from '../shared/text/sentences';
import { readRecord } from '../shared/json';
import type { AccountDirectory } from './accountDirectory';
import { readPublication, type Publication } from './publication';
import { readLink, readThreadLinks, readUnassignedLinks } from './readings/outcome';
import {
	listsDestinations,
	readDestinations,
	readMediaIds,
	readPostId,
	readScheduledAt,
} from './readings/post';
import { readNamedError } from './readings/record';
import {
	describeFailedDelivery,
	hasFailed,
	lacksName,
	nameAmong,
	simplifyDelivery,
	type AsSent,
	type SimpleDelivery,
} from './deliveries';

/** The fields of a post that workflows map from. Missing values are null. */
type SimplePost = {
	/** The state of the post in plain English, with the names of its accounts. */
	message: string;
	/** In lower case: the post's own status, else the one that its deliveries imply. */
	status: string | null;
	/** Where the published deliveries can be seen. */
	published_urls: string[];
	text: AsSent;
	accounts: SimpleAccount[];
	/** The names of the accounts that the post did not, or not certainly, reach. */
	failed_accounts: string[];
	/** Why the post did not reach these accounts, in sentences. */
	error_message: string | null;
	scheduled_at: AsSent;
	id: AsSent;
	etag: AsSent;
};

type SimpleAccount = SimpleDelivery & {
	media_ids: string[];
	/** The published parts of a thread, in their order. */
	thread_urls: string[];
};

/** Whether the record of the post lacks the name or the platform of one of its accounts. */
export function lacksNames(post: IDataObject): boolean {
	return readDestinations(post).some(lacksName);
}

/** Additions to the record of a post. */
export interface KnownOfPost {
	/** The ID of the post that the command was for, because a response may leave it out. */
	id?: string | undefined;
	/** The state of the post, if its record does not show it. */
	message?: string | undefined;
	/** A sentence to add to the message. */
	note?: string | undefined;
	/** The post was sent, although its record may not show that. */
	wasSent?: boolean | undefined;
	/** The record may leave out what tells its status. */
	hidesStatus?: boolean | undefined;
}

/**
 * The simplified form of a post.
 *
 * @param accounts provides the names that the record lacks
 */
export function simplifyPost(
	post: IDataObject,
	accounts: AccountDirectory,
	known: KnownOfPost = {},
): SimplePost {
	const destinations = readDestinations(post);
	const wasSent = known.wasSent === true || isOutcome(post.publication);
	const publication = readPublication(post, false, accounts, wasSent);
	const status = known.hidesStatus === true ? 'unknown' : publication.status;
	const deliveries = publication.accounts;
	const failed = deliveries.filter(hasFailed);
	return {
		message: [known.message ?? readMessage(post, { ...publication, status }), known.note ?? []]
			.flat()
			.join(' '),
		status: status === 'unknown' ? null : status,
		published_urls: readPublishedLinks(post, publication),
		text: post.text ?? null,
		accounts: deliveries.map((delivery, index) => ({
			...delivery,
			...readParts(post, destinations[index] ?? {}),
		})),
		failed_accounts: failed.map((each) => nameAmong(deliveries, each)),
		error_message: describeErrors(post, failed),
		scheduled_at: readScheduledAt(post) ?? null,
		id: readId(post) ?? known.id ?? null,
		etag: post.etag ?? null,
	};
}

function readParts(post: IDataObject, destination: IDataObject) {
	return {
		media_ids: readMediaIds(post, destination),
		thread_urls: readThreadLinks(post, destination),
	};
}

/** After a wait, the record contains the message. */
function readMessage(post: IDataObject, { status, message }: Publication): string {
	if (isOutcome(post.publication)) return post.publication.message;
	return status === 'unknown' ? 'The status of the post is unknown.' : message;
}

/**
 * One record per account: the fields of the post, then those of the account, whose status replaces the post's.
 * A post without accounts becomes one record.
 */
export function splitSimplePost(simple: SimplePost, post: IDataObject): IDataObject[] {
	const { message, status, text, accounts, scheduled_at, id, etag } = simple;
	const destinations = readDestinations(post);
	const unknown = { ...simplifyDelivery({}, {}, new Map()), ...readParts({}, {}) };
	const deliveries = accounts.length > 0 ? accounts : [unknown];
	return deliveries.map((delivery, index) => ({
		message,
		post_status: status,
		text: destinations[index]?.text ?? text,
		...delivery,
		scheduled_at,
		id,
		etag,
	}));
}

/** One record per account: the post as the service sent it, with one of its destinations. */
export function splitPost(post: IDataObject): IDataObject[] {
	const destinations = readDestinations(post);
	if (destinations.length <= 1) return [post];
	return destinations.map((destination) => ({ ...post, destinations: [destination] }));
}

function readId(post: IDataObject): AsSent {
	return listsDestinations(post) ? post.id : (readPostId(post) ?? post.id);
}

function readPublishedLinks(post: IDataObject, { status, accounts }: Publication): string[] {
	const links = [
		...accounts.flatMap((each) => (each.status === 'published' && each.url) || []),
		...readUnassignedLinks(post),
	];
	const own = status === 'published' ? readLink(post) : undefined;
	return links.length === 0 && own !== undefined ? [own] : [...new Set(links)];
}

function describeErrors(post: IDataObject, failed: SimpleDelivery[]): string | null {
	const own = readNamedError(post);
	const sentences = [
		...(own === undefined ? [] : [own]),
		...failed.map((each) => describeFailedDelivery(each)),
	];
	return sentences.length > 0 ? sentences.map(asSentence).join(' ') : null;
}

/** A service may have a field of this name of its own. */
function isOutcome(publication: unknown): publication is { message: string } {
	const { settled, message } = readRecord(publication);
	return typeof settled === 'boolean' && typeof message === 'string';
}
