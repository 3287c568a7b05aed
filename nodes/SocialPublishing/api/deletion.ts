import { canonicalJson } from '../shared/json';
import { Memory } from '../shared/memory';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { mayHaveTakenEffect } from '../transport/errors';
import { type ExecutionScope } from '../transport/idempotencyKey';
import type { Call } from '../transport/types';

/** Deletions that worked, or may have: n8n's Retry On Fail sends them again. */
const sentDeletions = new Memory<true>(1_000);

/**
 * Deletes a record. When the answer to a first try was lost, "not there" means that it worked.
 *
 * @param scope the same for every try of the same item; left out, an earlier try does not count
 */
export async function deleteRecord(
	connection: Connection,
	purpose: string,
	path: string,
	scope?: ExecutionScope,
): Promise<void> {
	const name = scope && canonicalJson([connection.baseUrl, path, scope]);
	const wasSentBefore = name !== undefined && sentDeletions.get(name) === true;
	if (name !== undefined) sentDeletions.set(name, true);
	const command: Call = {
		purpose,
		method: 'DELETE',
		path,
		safety: 'repeatable',
		wasSentBefore,
		findLostEffect: async ({ status }) =>
			status === 404 || status === 410
				? { data: undefined, etag: undefined, headers: {} }
				: undefined,
	};
	await call(connection, command).catch((error: unknown) => {
		if (name !== undefined && !mayHaveTakenEffect(error)) sentDeletions.delete(name);
		throw error;
	});
}
