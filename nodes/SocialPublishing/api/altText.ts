import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import type { ServiceResponse } from '../transport/types';

/** Saves the text that describes a picture. Saving it again changes nothing. */
export async function saveAltText(
	connection: Connection,
	mediaPath: string,
	altText: string,
): Promise<ServiceResponse> {
	return await call(connection, {
		purpose: 'save the alt text',
		method: 'PATCH',
		path: mediaPath,
		json: { alt: altText },
		safety: 'repeatable',
	});
}
