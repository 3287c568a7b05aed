import { AttemptMemory } from '../transport/attemptMemory';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { type ExecutionScope } from '../transport/idempotencyKey';
import type { Call } from '../transport/types';

/** Deletions that took effect, or may have: n8n's Retry On Fail sends them again. */
const sentDeletions = new AttemptMemory<true>(1_000);

/**
 * Deletes a record. When the response to an earlier attempt was lost, "not found" means that it worked.
 *
 * @param scope the same for every attempt at the same item; without it, earlier attempts are not considered
 */
export async function deleteRecord(
	connection: Connection,
	purpose: string,
	path: string,
	scope?: ExecutionScope,
): Promise<void> {
	const identity = [connection.baseUrl, path, scope];
	const command: Call = {
		purpose,
		method: 'DELETE',
		path,
		safety: 'repeatable',
		wasSentBefore: scope !== undefined && sentDeletions.recall(identity) === true,
		findLostEffect: async ({ status }) =>
			status === 404 || status === 410
				? { data: undefined, etag: undefined, headers: {} }
				: undefined,
	};
	const send = async () => await call(connection, command);
	await (scope === undefined ? send() : sentDeletions.whileUncertain(identity, true, send));
}
