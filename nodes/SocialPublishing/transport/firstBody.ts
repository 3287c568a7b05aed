import type { IDataObject } from 'n8n-workflow';

import type { Connection } from './connection';
import { mayHaveTakenEffect } from './errors';
import { canonicalJson, type CommandIdentity, type IdempotencyMode } from './idempotency';
import { Memory } from './memory';

/** What went out with each command that n8n may try again. */
const firstBodies = new Memory<IDataObject>(1_000);

/**
 * Sends a command with the body of its first try in this execution. An expression such as `$now` gives every try
 * of the node another value, but under the same key only the same body is the same command.
 */
export async function sendFirstBody<T>(
	{ baseUrl }: Connection,
	mode: IdempotencyMode,
	{ path, step }: CommandIdentity,
	json: IDataObject,
	send: (json: IDataObject) => Promise<T>,
): Promise<T> {
	if (mode.mode !== 'execution') return await send(json);
	const name = canonicalJson([baseUrl, path, step, mode.scope]);
	const body = firstBodies.get(name) ?? json;
	firstBodies.set(name, body);
	return await send(body).catch((error: unknown) => {
		if (!mayHaveTakenEffect(error)) firstBodies.delete(name);
		throw error;
	});
}
