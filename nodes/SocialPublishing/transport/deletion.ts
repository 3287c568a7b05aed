import { call } from './call';
import type { Connection } from './connection';

/** Deletes a record. When the answer to a first try was lost, "not there" means that it worked. */
export async function deleteRecord(
	connection: Connection,
	purpose: string,
	path: string,
): Promise<void> {
	await call(connection, {
		purpose,
		method: 'DELETE',
		path,
		safety: 'repeatable',
		findLostEffect: async ({ status }) =>
			status === 404 || status === 410
				? { data: undefined, etag: undefined, headers: {} }
				: undefined,
	});
}
