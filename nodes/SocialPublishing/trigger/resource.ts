import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { withEtag } from '../properties/wait';
import { path } from '../transport/address';
import { call } from '../transport/call';
import { clock } from '../transport/clock';
import { connect } from '../transport/connection';
import { ServiceFailure } from '../transport/failure';
import { readRecord } from '../transport/readings';
import { readEventSubject, type EventSubject } from '../transport/webhookReadings';
import type { ServiceEvent } from './events';
import { describeFailure } from './failure';

/** The service waits for its answer meanwhile; the rate limit alone could hold a request back for a minute. */
const LIMIT_MS = 5_000;

/**
 * The event with the post (and its ETag) or the media item that it is about, in `resource`. What keeps it from being
 * read goes into `resourceError`: the event itself goes out in any case.
 */
export async function withResource(
	functions: IWebhookFunctions,
	workspacePath: string,
	{ type, envelope }: ServiceEvent,
): Promise<IDataObject> {
	const subject = readEventSubject(type, envelope.data);
	if (subject === undefined) return envelope;
	const finished = new AbortController();
	try {
		const late = clock.limit(LIMIT_MS, finished.signal).then((hasPassed) => {
			if (hasPassed) {
				throw new ServiceFailure(
					`The service did not give it within ${LIMIT_MS / 1_000} seconds`,
					'It may be slow, or the rate limit may be used up. A Get step can read it.',
				);
			}
		});
		const fetched = fetchResource(functions, workspacePath, subject, finished.signal);
		const resource = await Promise.race([fetched, late.then(async () => await fetched)]);
		return { ...envelope, resource };
	} catch (error) {
		return { ...envelope, resourceError: describeFailure(error) };
	} finally {
		finished.abort();
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
