import type { IDataObject } from 'n8n-workflow';

import { asSentence } from '../shared/sentences';
import { isRecord } from '../shared/json';
import type { AccountDirectory } from './accountDirectory';
import { readPublication } from './publication';
import { readLink, readUnassignedLinks } from './readings/links';
import { readDestinations, readPostId, readScheduledAt } from './readings/post';
import { readNamedError } from './readings/record';
import {
	describeFailedDelivery,
	hasFailed,
	lacksName,
	nameAmong,
	NO_DELIVERY,
	simplifyDelivery,
	type AsSent,
	type SimpleDelivery,
} from './simpleDelivery';

/** The fields of a post that workflows map from. What the service does not tell is null. */
export type SimplePost = {
	id: AsSent;
	/** In lower case: the post's own status, else the one that follows from its deliveries. */
	status: string | null;
	text: AsSent;
	scheduled_at: AsSent;
	/** Where the published deliveries can be seen. */
	published_urls: string[];
	accounts: SimpleDelivery[];
	/** The names of the accounts that the post did not, or not certainly, reach. */
	failed_accounts: string[];
	/** What became of these accounts, in sentences. */
	error_message: string | null;
	etag: AsSent;
	/** Where the operation waited for the outcome. */
	publication?: IDataObject;
};

/** Whether the post itself does not tell the name and the platform of one of its accounts. */
export function lacksNames(post: IDataObject): boolean {
	return readDestinations(post).some(lacksName);
}

/**
 * Pure.
 *
 * @param knownId the id of the post that the command was for, because a response may leave it out
 */
export function simplifyPost(
	post: IDataObject,
	accounts: AccountDirectory,
	knownId: string | undefined,
): SimplePost {
	const deliveries = readDestinations(post).map((each) => simplifyDelivery(post, each, accounts));
	const failed = deliveries.filter(hasFailed);
	const { publication } = post;
	return {
		id: readId(post) ?? knownId ?? null,
		status: readStatus(post),
		text: post.text ?? null,
		scheduled_at: readScheduledAt(post) ?? null,
		published_urls: readPublishedLinks(post, deliveries),
		accounts: deliveries,
		failed_accounts: failed.map((each) => nameAmong(deliveries, each)),
		error_message: describeErrors(post, failed),
		etag: post.etag ?? null,
		...(isOutcome(publication) && { publication }),
	};
}

/**
 * One record per account: the fields of the post, then those of the account, whose status takes the place of the post's.
 * A post without accounts becomes one record.
 */
export function splitSimplePost(simple: SimplePost, post: IDataObject): IDataObject[] {
	const { id, status, text, scheduled_at, accounts, etag, publication } = simple;
	const destinations = readDestinations(post);
	const deliveries = accounts.length > 0 ? accounts : [NO_DELIVERY];
	return deliveries.map((delivery, index) => ({
		id,
		post_status: status,
		text: destinations[index]?.text ?? text,
		scheduled_at,
		...delivery,
		etag,
		...(publication && { publication }),
	}));
}

/** One record per account: the post as the service sent it, with one of its destinations. */
export function splitPost(post: IDataObject): IDataObject[] {
	const destinations = readDestinations(post);
	if (destinations.length <= 1) return [post];
	return destinations.map((destination) => ({ ...post, destinations: [destination] }));
}

function readId(post: IDataObject): AsSent {
	const isPost = Array.isArray(post.destinations);
	return isPost ? post.id : (readPostId(post) ?? post.id);
}

function readStatus(post: IDataObject): string | null {
	const { status } = readPublication(post);
	return status === 'unknown' ? null : status;
}

function readPublishedLinks(post: IDataObject, deliveries: SimpleDelivery[]): string[] {
	const links = [
		...deliveries.flatMap(({ status, url }) => (status === 'published' && url) || []),
		...readUnassignedLinks(post),
	];
	const own = readStatus(post) === 'published' ? readLink(post) : undefined;
	return links.length === 0 && own !== undefined ? [own] : [...new Set(links)];
}

function describeErrors(post: IDataObject, failed: SimpleDelivery[]): string | null {
	const own = readNamedError(post);
	const sentences = [...(own === undefined ? [] : [own]), ...failed.map(describeFailedDelivery)];
	return sentences.length > 0 ? sentences.map(asSentence).join(' ') : null;
}

/** A service may have a field of this name of its own. */
function isOutcome(publication: unknown): publication is IDataObject {
	return isRecord(publication) && typeof publication.settled === 'boolean';
}
