import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import type { ServiceResponse } from '../transport/types';
import { sendUnkeyed, type Attempt } from './unkeyedCommand';

/**
 * Saves the text that describes a picture. Saving it again changes nothing.
 *
 * @param attempt without it, earlier attempts are not considered
 */
export async function saveAltText(
	connection: Connection,
	mediaPath: string,
	altText: string,
	attempt?: Attempt,
): Promise<ServiceResponse> {
	const command = {
		purpose: 'save the alt text',
		method: 'PATCH',
		path: mediaPath,
		json: { alt: altText },
		safety: 'idempotent',
	} as const;
	return attempt === undefined
		? await call(connection, command)
		: await sendUnkeyed(connection, attempt, command);
}
