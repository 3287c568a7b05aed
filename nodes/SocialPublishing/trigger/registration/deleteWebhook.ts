import type { IHookFunctions } from 'n8n-workflow';

import { deleteWebhook, listWebhooks, webhookPath } from '../../api/webhooks';
import { ServiceFailure, asServiceFailure } from '../../shared/failure';
import type { Connection } from '../../transport/connection';
import type { TriggerState, WebhookLocation } from '../state';

/** Tries again to delete the webhooks that an earlier deactivation could not delete. */
export async function retryPendingDeletions(
	functions: IHookFunctions,
	connection: Connection,
	state: TriggerState,
): Promise<void> {
	const remaining: WebhookLocation[] = [];
	for (const webhook of state.pendingDeletions) {
		if (webhook.baseUrl !== connection.baseUrl) {
			remaining.push(webhook);
			continue;
		}
		const failure = await remove(functions, connection, webhook);
		if (failure === undefined) continue;
		remaining.push(webhook);
		warn(functions, `${webhook.id} could not be deleted. ${failure.message}.`);
	}
	state.pendingDeletions = remaining;
}

/**
 * Deletes the registered webhook and its registration. If the webhook belongs to another address of the service, its
 * deletion is deferred until the credential has that address again.
 *
 * @throws ServiceFailure if the webhook may still exist; its registration is then kept
 */
export async function deleteRegistered(
	functions: IHookFunctions,
	connection: Connection,
	state: TriggerState,
): Promise<void> {
	const { registration } = state;
	if (registration === undefined) return;
	const { id, baseUrl } = registration;
	if (baseUrl !== connection.baseUrl) {
		deferDeletion(state);
		warn(functions, `${id} was made at ${baseUrl}, where this credential does not lead any more.`);
		return;
	}
	const failure = await remove(functions, connection, registration);
	if (failure !== undefined) throw failure;
	state.registration = undefined;
}

/**
 * Like `deleteRegistered`. But a webhook that the credential may not delete, perhaps because another credential
 * created it, or that the service says does not exist, must not prevent a new one: its deletion is deferred.
 */
export async function deleteRegisteredIfAllowed(
	functions: IHookFunctions,
	connection: Connection,
	state: TriggerState,
): Promise<void> {
	const { id = '' } = state.registration ?? {};
	const deletion = deleteRegistered(functions, connection, state);
	const failure = await deletion.then(() => undefined, asServiceFailure);
	if (failure === undefined) return;
	if (![403, 404, 410].includes(failure.facts.status ?? 0)) throw failure;
	deferDeletion(state);
	warn(functions, `${id} could not be deleted; n8n refuses its events. ${failure.message}.`);
}

/** Replaces the registration by a note to delete the webhook at the next activation. */
export function deferDeletion(state: TriggerState): void {
	if (state.registration === undefined) return;
	const { id, baseUrl, workspacePath } = state.registration;
	state.pendingDeletions = [...state.pendingDeletions, { id, baseUrl, workspacePath }];
	state.registration = undefined;
}

/** Returns the failure after which the webhook may still exist. */
async function remove(
	functions: IHookFunctions,
	connection: Connection,
	{ id, workspacePath }: WebhookLocation,
): Promise<ServiceFailure | undefined> {
	const deletion = deleteWebhook(connection, webhookPath(workspacePath, id));
	const failure = await deletion.then(() => undefined, asServiceFailure);
	if (failure === undefined || failure.facts.status !== 404) return failure;
	if (!(await isGone(connection, workspacePath, id))) return failure;
	warn(
		functions,
		`${id} does not exist for this credential. If it was made with another API token that is still valid, delete it with that token; n8n refuses its events.`,
	);
	return undefined;
}

/**
 * Whether the service itself confirms a 404: a proxy that cannot reach the service also responds with 404. Either the
 * list of webhooks no longer contains the webhook, or the workspace is gone as well.
 */
async function isGone(
	connection: Connection,
	workspacePath: string,
	webhookId: string,
): Promise<boolean> {
	const listed = await listWebhooks(connection, workspacePath).catch(asServiceFailure);
	if (!(listed instanceof ServiceFailure))
		return !listed.some(({ id }) => String(id) === webhookId);
	const { status, code, requestId } = listed.facts;
	return status === 404 && (code ?? requestId) !== undefined;
}

function warn(functions: IHookFunctions, text: string): void {
	functions.logger.warn(`${functions.getNode().name}: the webhook ${text}`);
}
