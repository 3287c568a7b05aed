import type { IDataObject } from 'n8n-workflow';

import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { isMissing, type RefusedFailure } from '../transport/errors';
import { recoverLostResponse, UNDECIDED, type Finding } from '../transport/finding';
import type { Call, ServiceResponse } from '../transport/types';
import { carryOut } from './command';
import { readEntry, writeWhileUncertain } from './journal';
import { MAIN_STEP, type ExecutionScope } from './key';
import { ProcessMemory } from './processMemory';

/** The item that a command is sent for, and whether its content may have been changed on purpose since an earlier attempt. */
export interface Attempt {
	scope: ExecutionScope;
	isEdited: boolean;
}

export interface UnkeyedCommand
	extends Pick<Call, 'purpose' | 'method' | 'path' | 'safety' | 'guard'> {
	json: IDataObject;
}

/**
 * Sends a command that has no Idempotency-Key. If its response is lost, the next attempt at the same item knows that it
 * may have taken effect.
 */
export async function sendUnkeyed(
	connection: Connection,
	{ scope, isEdited }: Attempt,
	{ purpose, path, json, ...request }: UnkeyedCommand,
): Promise<ServiceResponse> {
	return await carryOut(connection, {
		purpose,
		identity: { path, content: json, step: MAIN_STEP },
		idempotency: { mode: 'none', scope },
		request,
		isEdited,
		prepare: async () => ({ json }),
	});
}

/**
 * Saves the text that describes a picture. Saving it again changes nothing.
 *
 * @param attempt without it, earlier attempts are not considered
 */
export async function saveAltText(
	connection: Connection,
	mediaPath: string,
	altText: string,
	attempt?: Attempt,
): Promise<ServiceResponse> {
	const command = {
		purpose: 'save the alt text',
		method: 'PATCH',
		path: mediaPath,
		json: { alt: altText },
		safety: 'idempotent',
	} as const;
	return attempt === undefined
		? await call(connection, command)
		: await sendUnkeyed(connection, attempt, command);
}

/** Deletions without a workflow that took effect, or may have. A model may repeat the call. */
const sentDeletions = new ProcessMemory<true>();

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
	if (scope === undefined) return await sendDeletion(connection, purpose, path);
	const name = ['deletion', connection.baseUrl, path];
	const earlier = scope === null ? sentDeletions.recall(name) : readEntry(scope, name);
	const send = async () => await sendDeletion(connection, purpose, path, earlier !== undefined);
	// A Retry may come a day later, or in another process.
	await (scope === null
		? sentDeletions.whileUncertain(name, true, send)
		: writeWhileUncertain(scope, name, {}, send));
}

async function sendDeletion(
	connection: Connection,
	purpose: string,
	path: string,
	wasSentBefore = false,
): Promise<void> {
	const command: Call = { purpose, method: 'DELETE', path, safety: 'idempotent', wasSentBefore };
	await call(connection, command).catch(recoverLostResponse(lookIfGone));
}

async function lookIfGone(refusal: RefusedFailure): Promise<Finding> {
	if (!isMissing(refusal)) return UNDECIDED;
	return { is: 'found', response: { data: undefined, etag: undefined, headers: {} } };
}

/** Deletes a webhook and its delivery records. */
export async function deleteWebhook(connection: Connection, webhookPath: string): Promise<void> {
	await deleteRecord(connection, 'delete the webhook', webhookPath);
}
