import type { IDataObject } from 'n8n-workflow';

import { type AccountDirectory, readAccountNames } from '../api/accountDirectory';
import { describeFailedDelivery, readKnownAccount, simplifyDelivery } from '../api/deliveries';
import {
	type EventSubject,
	findDelivery,
	readAccountSubject,
	readDeliverySubject,
	readEventSubject,
	type ServiceEvent,
} from '../api/readings/eventData';
import { readShownText } from '../api/readings/content';
import { readDestinations, readPostIn } from '../api/readings/post';
import { withEtag } from '../api/posts';
import { describeFailure, slowServiceFailure } from '../shared/failure';
import { readRecord } from '../shared/json';
import { getOrCompute } from '../shared/maps';
import { withTimeout } from '../shared/clock';
import { path } from '../transport/address';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { showsFailure } from '../api/readings/delivery';
import { readDeliveryLink, readLink, readPostLinks } from '../api/readings/outcome';
import { readErrorText } from '../api/readings/record';

interface ResourceRequest {
	connection: Connection;
	/** Relative to `{base_url}`. */
	workspacePath: string;
	/** How long each read may take; undefined if nobody waits. */
	limitMs?: number;
	/** The resources of other events of the same poll. */
	known?: Map<string, Promise<FetchedResource>>;
}

/** A resource, or the reason why it could not be read. */
export interface FetchedResource {
	resource?: IDataObject;
	resourceError?: string;
}

/**
 * Returns the known details of the account and the post, then the event, then the post (with its ETag) or the media item of
 * the event as `resource`. If that cannot be read, `resourceError` contains the reason.
 */
export async function includeResource(
	request: ResourceRequest,
	{ type, data, envelope }: Omit<ServiceEvent, 'id'>,
): Promise<IDataObject> {
	const subject = readEventSubject(type, data);
	const [resource, accounts] = await Promise.all([
		subject && recallResource(request, subject),
		type.startsWith('media.') ? new Map() : fetchAccounts(request),
	]);
	const record = readRecord(resource?.resource);
	const post = subject?.resource === 'posts' ? (readPostIn(record) ?? record) : undefined;
	const details = readEventDetails(type, data, post, accounts);
	// No detail may overwrite a field of the envelope; the order of the fields stays.
	return { ...details, ...envelope, ...resource, ...envelope };
}

async function recallResource(
	request: ResourceRequest,
	subject: EventSubject,
): Promise<FetchedResource> {
	const { known = new Map<string, Promise<FetchedResource>>() } = request;
	const key = `${subject.resource} ${subject.id}`;
	return await getOrCompute(known, key, async () => await fetchResource(request, subject));
}

async function fetchResource(
	request: ResourceRequest,
	{ resource, id }: EventSubject,
): Promise<FetchedResource> {
	const read = async (connection: Connection) => {
		const { data, etag } = await call(connection, {
			purpose: resource === 'posts' ? 'get the post' : 'get the media item',
			method: 'GET',
			path: `${request.workspacePath}${path(resource, id)}`,
			safety: 'safe',
		});
		return withEtag(readRecord(data), etag);
	};
	return await inTime(request, read).then(
		(record) => ({ resource: record }),
		(error: unknown) => ({ resourceError: describeFailure(error) }),
	);
}

/** The event is useful without the names as well. */
async function fetchAccounts(request: ResourceRequest): Promise<AccountDirectory> {
	const { workspacePath } = request;
	const read = async (connection: Connection) => await readAccountNames(connection, workspacePath);
	return await inTime(request, read).catch(() => new Map());
}

async function inTime<T>(
	{ connection, limitMs }: ResourceRequest,
	read: (connection: Connection) => Promise<T>,
): Promise<T> {
	if (limitMs === undefined) return await read(connection);
	return await withTimeout(
		limitMs,
		async (signal) => await read({ ...connection, signal }),
		slowServiceFailure,
	);
}

/**
 * Reads the details of an event that a message to a person usually needs; unknown ones are left out. An event of a delivery
 * is about one account. An event of a post is about an account only if the post goes to no other. Pure.
 *
 * @param data the data of the event
 * @param post undefined if unknown
 */
export function readEventDetails(
	type: string,
	data: unknown,
	post: IDataObject = {},
	accounts: AccountDirectory,
): IDataObject {
	const [group] = type.split('.');
	let details: IDataObject = {};
	if (group === 'account') details = accountDetails(readAccountSubject(data), accounts);
	if (group === 'post') details = postDetails(post, accounts);
	if (group === 'delivery') details = deliveryDetails(type, data, post, accounts);
	return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}

function postDetails(post: IDataObject, accounts: AccountDirectory): IDataObject {
	const destinations = readDestinations(post);
	const only = destinations.length === 1 ? destinations[0] : undefined;
	const failures = destinations
		.filter(showsFailure)
		.map((each) => describeFailedDelivery(simplifyDelivery(post, each, accounts)));
	return {
		...(only && accountDetails(only, accounts)),
		post_text: readShownText(post, only),
		post_url: readPostLinks(post)[0],
		error_message: failures.length === 0 ? undefined : failures.join('; '),
	};
}

function deliveryDetails(
	type: string,
	data: unknown,
	post: IDataObject,
	accounts: AccountDirectory,
): IDataObject {
	const subject = readDeliverySubject(data);
	const destination = findDelivery(post, subject);
	return {
		...accountDetails({ ...subject, ...destination }, accounts),
		post_text: readShownText(post, destination ?? {}),
		// The link of another delivery would be wrong.
		post_url: destination === undefined ? readLink(post) : readDeliveryLink(post, destination),
		error_message:
			type === 'delivery.published' ? undefined : readErrorText(destination ?? readRecord(data)),
	};
}

/** @param holder the record that names the account */
function accountDetails(holder: IDataObject, accounts: AccountDirectory): IDataObject {
	const { name, platform } = readKnownAccount(holder, accounts);
	return { account_name: name, platform };
}
