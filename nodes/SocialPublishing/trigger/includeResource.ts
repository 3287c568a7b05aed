import type { IDataObject } from 'n8n-workflow';

import { readAccountNames, type AccountDirectory } from '../api/accountDirectory';
import { readEventDetails } from '../api/eventDetails';
import { readEventSubject, type EventSubject } from '../api/readings/eventData';
import { readPostIn } from '../api/readings/post';
import { withEtag } from '../api/posts';
import { describeFailure, slowServiceFailure } from '../shared/failure';
import { readRecord, textOf } from '../shared/json';
import { withAbortingTimeout } from '../shared/clock';
import { path } from '../transport/address';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';

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
	envelope: IDataObject,
): Promise<IDataObject> {
	const type = textOf(envelope.type) ?? '';
	const subject = readEventSubject(type, envelope.data);
	const [resource, accounts] = await Promise.all([
		subject === undefined ? NOTHING : recallResource(request, subject),
		type.startsWith('media.') ? new Map() : fetchAccounts(request),
	]);
	const record = readRecord(resource.resource);
	const post = subject?.resource === 'posts' ? (readPostIn(record) ?? record) : undefined;
	const details = readEventDetails(type, envelope.data, post, accounts);
	// No detail may overwrite a field of the envelope; the order of the fields stays.
	return { ...details, ...envelope, ...resource, ...envelope };
}

const NOTHING: FetchedResource = {};

async function recallResource(
	request: ResourceRequest,
	subject: EventSubject,
): Promise<FetchedResource> {
	const key = `${subject.resource} ${subject.id}`;
	const reading = request.known?.get(key) ?? fetchResource(request, subject);
	request.known?.set(key, reading);
	return await reading;
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
	return await withAbortingTimeout(
		limitMs,
		async (signal) => await read({ ...connection, signal }),
		slowServiceFailure,
	);
}
