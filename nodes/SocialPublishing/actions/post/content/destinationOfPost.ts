import type { IDataObject } from 'n8n-workflow';

import { readAccountId } from '../../../api/readings/delivery';
import { isRecord } from '../../../shared/json';
import type { DestinationBody } from './destinations';

/**
 * The fields of a post's destination that may be written, except its media. A text equal to the shared one may only repeat
 * it: written back, it would keep the old text on this account when the shared one changes. The account is empty if the
 * record does not state it. Pure.
 */
export function toDestinationBody(post: IDataObject, destination: IDataObject): DestinationBody {
	const { options, text } = destination;
	return {
		account_id: readAccountId(destination) ?? '',
		...(typeof text === 'string' && text !== post.text && { text }),
		...(isRecord(options) && { options }),
	};
}
