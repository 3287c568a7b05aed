import { asFlag, processMemory } from './processMemory';
import type { FailureFacts } from '../shared/failure';
import { call } from '../transport/call';
import { recoverLostResponse, UNDECIDED, type Finding } from '../transport/errors';
import type { Connection } from '../transport/connection';
import { type ExecutionScope } from './key';
import type { Call } from '../transport/types';

/** Deletions that took effect, or may have: n8n's Retry On Fail sends them again. */
const sentDeletions = processMemory('deletion', asFlag);

/**
 * Deletes a record. When the response to an earlier attempt was lost, "not found" means that it worked.
 *
 * @param scope the same for every attempt at the same item, null for any attempt at the same record; without it, earlier
 *   attempts are not considered
 */
export async function deleteRecord(
	connection: Connection,
	purpose: string,
	path: string,
	scope?: ExecutionScope | null,
): Promise<void> {
	const identity = [connection.baseUrl, path, scope];
	const command: Call = {
		purpose,
		method: 'DELETE',
		path,
		safety: 'idempotent',
		wasSentBefore: scope !== undefined && sentDeletions.recall(identity) === true,
	};
	const send = async () =>
		await call(connection, command).catch(recoverLostResponse(async ({ facts }) => isGone(facts)));
	await (scope === undefined ? send() : sentDeletions.whileUncertain(identity, true, send));
}

function isGone({ status = 0 }: FailureFacts): Finding {
	if (![404, 410].includes(status)) return UNDECIDED;
	return { is: 'found', response: { data: undefined, etag: undefined, headers: {} } };
}

/** Deletes a webhook and its delivery records. */
export async function deleteWebhook(connection: Connection, webhookPath: string): Promise<void> {
	await deleteRecord(connection, 'delete the webhook', webhookPath);
}
