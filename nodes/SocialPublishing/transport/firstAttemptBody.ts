import type { IDataObject } from 'n8n-workflow';

import type { Connection } from './connection';
import { forgetAttempt, recallAttempt, rememberAttempt } from './earlierAttempts';
import { mayHaveTakenEffect } from './errors';
import type { CommandIdentity, IdempotencyMode } from './idempotencyKey';

/**
 * Sends a command with the body of its first try in this execution. An expression such as `$now` gives every try
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
	const name = ['body', baseUrl, path, step];
	const body = recallAttempt(mode.scope, name) ?? json;
	rememberAttempt(mode.scope, name, body);
	return await send(body).catch((error: unknown) => {
		if (!mayHaveTakenEffect(error)) forgetAttempt(mode.scope, name);
		throw error;
	});
}
