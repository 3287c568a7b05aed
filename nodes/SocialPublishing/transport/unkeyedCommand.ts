import { call } from './call';
import type { Connection } from './connection';
import { recallAttempt, rememberWhileUncertain } from './earlierAttempts';
import type { ExecutionScope } from './idempotencyKey';
import type { Call, ServiceResponse } from './types';

/**
 * Sends a command that has no Idempotency-Key. If its response is lost, the next attempt at the same item knows that it
 * may have taken effect.
 *
 * @param scope the item that the command is sent for
 */
export async function sendUnkeyed(
	connection: Connection,
	scope: ExecutionScope,
	command: Omit<Call, 'wasSentBefore' | 'idempotencyKey'>,
): Promise<ServiceResponse> {
	const name = ['sent', connection.baseUrl, command.method, command.path];
	const wasSentBefore = recallAttempt(scope, name) !== undefined;
	return await rememberWhileUncertain(
		scope,
		name,
		{},
		async () => await call(connection, { ...command, wasSentBefore }),
	);
}
