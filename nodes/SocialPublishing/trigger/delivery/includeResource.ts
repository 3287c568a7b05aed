import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { withEtag } from '../../api/records';
import { readEventSubject, type EventSubject } from '../../api/webhookRecords';
import { describeFailure, slowServiceFailure } from '../../shared/failure';
import { readRecord } from '../../shared/json';
import { withinTime } from '../../shared/timeLimit';
import { path } from '../../transport/address';
import { call } from '../../transport/call';
import { connect } from '../../transport/connection';
import type { ServiceEvent } from './parseEvent';

/** The service is waiting for the response to its event; the rate limit alone could delay a read by a minute. */
const TIMEOUT_MS = 5_000;

/**
 * The event with the post (and its ETag) or the media item that it is about in `resource`. If that cannot be read, the
 * event has the reason in `resourceError` instead.
 */
export async function includeResource(
	functions: IWebhookFunctions,
	workspacePath: string,
	{ type, envelope }: ServiceEvent,
): Promise<IDataObject> {
	const subject = readEventSubject(type, envelope.data);
	if (subject === undefined) return envelope;
	try {
		const resource = await withinTime(
			TIMEOUT_MS,
			async (signal) => await fetchResource(functions, workspacePath, subject, signal),
			slowServiceFailure,
		);
		return { ...envelope, resource };
	} catch (error) {
		return { ...envelope, resourceError: describeFailure(error) };
	}
}

async function fetchResource(
	functions: IWebhookFunctions,
	workspacePath: string,
	{ resource, id }: EventSubject,
	signal: AbortSignal,
): Promise<IDataObject> {
	const connection = { ...(await connect(functions)), signal };
	const { data, etag } = await call(connection, {
		purpose: resource === 'posts' ? 'get the post' : 'get the media item',
		method: 'GET',
		path: `${workspacePath}${path(resource, id)}`,
		safety: 'read',
	});
	return withEtag(readRecord(data), etag);
}
