import type { IDataObject } from 'n8n-workflow';

import type { Connection } from './connection';
import { recallAttempt, rememberWhileUncertain } from './earlierAttempts';
import type { CommandIdentity, IdempotencyMode } from './idempotencyKey';

/**
 * Sends a command with the body of its first attempt in this execution. An expression such as `$now` gives each attempt
 * of the node another value, but under the same key only the same body is the same command.
 */
export async function sendFirstAttemptBody<T>(
	{ baseUrl }: Connection,
	mode: IdempotencyMode,
	{ path, step }: CommandIdentity,
	json: IDataObject,
	send: (json: IDataObject) => Promise<T>,
): Promise<T> {
	if (mode.mode !== 'execution') return await send(json);
	const { scope } = mode;
	const name = ['body', baseUrl, path, step];
	const body = recallAttempt(scope, name) ?? json;
	return await rememberWhileUncertain(scope, name, body, async () => await send(body));
}
