import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import type { ExecutionScope } from '../transport/idempotencyKey';
import type { Call, ServiceResponse } from '../transport/types';
import { sendUnkeyed } from '../transport/unkeyedCommand';

/**
 * Saves the text that describes a picture. Saving it again changes nothing.
 *
 * @param scope the item that it is saved for; without it, earlier attempts are not considered
 */
export async function saveAltText(
	connection: Connection,
	mediaPath: string,
	altText: string,
	scope?: ExecutionScope,
): Promise<ServiceResponse> {
	const command: Call = {
		purpose: 'save the alt text',
		method: 'PATCH',
		path: mediaPath,
		json: { alt: altText },
		safety: 'repeatable',
	};
	return scope === undefined
		? await call(connection, command)
		: await sendUnkeyed(connection, scope, command);
}
