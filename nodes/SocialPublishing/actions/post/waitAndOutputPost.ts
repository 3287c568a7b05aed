import type { IDataObject } from 'n8n-workflow';

import { waitForOutcome, type WaitRequest } from '../../api/outcome';
import { withEtag } from '../../api/records';
import type { Item, Output } from '../../properties/item';
import type { WaitSettings } from '../../properties/waitSettings';

/** Waits, then returns the post with its ETag and with `publication`: its outcome, including a readable message. */
export async function waitAndOutputPost(
	item: Item,
	request: Omit<WaitRequest, 'timeoutMs' | 'failOn'>,
	{ timeoutMs, failOn }: WaitSettings,
): Promise<Output> {
	const { connection, functions } = item;
	const { post, etag, publication } = await waitForOutcome(connection, {
		...request,
		timeoutMs,
		failOn,
	});
	if (publication.open.length > 0 || !publication.settled) {
		functions.addExecutionHints?.({ message: publication.message, location: 'outputPane' });
	}
	const details: IDataObject = { ...publication };
	return { json: { ...withEtag(post, etag), publication: details } };
}
