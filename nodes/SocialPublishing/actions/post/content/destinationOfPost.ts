import type { IDataObject } from 'n8n-workflow';

import { readReplies } from '../../../api/readings/content';
import { readAccountId } from '../../../api/readings/delivery';
import { isRecord } from '../../../shared/json';
import type { DestinationBody } from './destinations';

/**
 * The fields of a post's destination that may be written, except its media. A text equal to the shared one may only repeat
 * it: written back, it would keep the old text on this account when the shared one changes. Pure.
 *
 * @returns undefined if the record does not state the account
 */
export function toDestinationBody(
	post: IDataObject,
	destination: IDataObject,
): DestinationBody | undefined {
	const { options, text } = destination;
	const accountId = readAccountId(destination);
	const thread = readReplies(options);
	if (accountId === undefined) return undefined;
	return {
		account_id: accountId,
		...(typeof text === 'string' && text !== post.text && { text }),
		...(isRecord(options) && { options: { ...options, ...(thread.length > 0 && { thread }) } }),
	};
}
