import { call, type Answer } from '../transport/call';
import type { Connection } from '../transport/connection';

/** Saves the text that describes a picture. Saving it twice changes nothing. */
export async function saveAltText(
	connection: Connection,
	mediaPath: string,
	altText: string,
): Promise<Answer> {
	return await call(connection, {
		purpose: 'save the alt text',
		method: 'PATCH',
		path: mediaPath,
		json: { alt: altText },
		safety: 'repeatable',
	});
}
