import type { IHookFunctions } from 'n8n-workflow';

import { webhookPath } from '../../api/webhooks';
import { deleteWebhook } from '../../commands/unkeyedCommands';
import { type ServiceFailure, asServiceFailure } from '../../shared/failure';
import type { Connection } from '../../transport/connection';
import type { TriggerState, WebhookLocation } from '../state';
import { isAlive } from './liveness';
import { isGone, locate } from './whereabouts';

/**
 * Tries again to delete the webhooks that could not, or must not, be deleted earlier. A webhook at the address of
 * another n8n is left alone while it is alive: that n8n may run on a copy of this one's database.
 */
export async function retryPendingDeletions(
	functions: IHookFunctions,
	connection: Connection,
	state: TriggerState,
	ownUrl: string,
): Promise<void> {
	const remaining: WebhookLocation[] = [];
	for (const webhook of state.pendingDeletions) {
		if (webhook.baseUrl !== connection.baseUrl) {
			remaining.push(webhook);
			continue;
		}
		const deletion = deleteUnlessInUse(functions, connection, webhook, ownUrl);
		const result = await deletion.catch(asServiceFailure);
		if (result === 'deleted') continue;
		remaining.push(webhook);
		if (result !== 'inUse')
			warn(functions, `${webhook.id} could not be deleted. ${result.message}.`);
	}
	state.pendingDeletions = remaining;
}

async function deleteUnlessInUse(
	functions: IHookFunctions,
	connection: Connection,
	webhook: WebhookLocation,
	ownUrl: string,
): Promise<'deleted' | 'inUse'> {
	const whereabouts = await locate(connection, webhook, ownUrl);
	if (whereabouts === 'elsewhere' && (await isAlive(connection, webhook))) return 'inUse';
	if (whereabouts === 'gone') warnThatGone(functions, webhook);
	else await deleteAtService(functions, connection, webhook);
	return 'deleted';
}

/**
 * Deletes the registered webhook and its registration. If the webhook belongs to another address of the service, or
 * sends its events to another n8n, its deletion is deferred.
 *
 * @throws ServiceFailure if the webhook may still exist; its registration is then kept
 */
export async function deleteRegistered(
	functions: IHookFunctions,
	connection: Connection,
	state: TriggerState,
	ownUrl: string,
): Promise<void> {
	const { registration } = state;
	if (registration === undefined) return;
	const { id, baseUrl } = registration;
	if (baseUrl !== connection.baseUrl) {
		deferDeletion(state);
		warn(functions, `${id} was made at ${baseUrl}, where this credential does not lead any more.`);
		return;
	}
	const whereabouts = await locate(connection, registration, ownUrl);
	if (whereabouts === 'elsewhere') return leaveAlone(functions, state);
	if (whereabouts === 'gone') warnThatGone(functions, registration);
	else await deleteAtService(functions, connection, registration);
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
	ownUrl: string,
): Promise<void> {
	const { id = '' } = state.registration ?? {};
	const deletion = deleteRegistered(functions, connection, state, ownUrl);
	const failure = await deletion.then(() => undefined, asServiceFailure);
	if (failure === undefined) return;
	if (![403, 404, 410].includes(failure.facts.status ?? 0)) throw failure;
	deferDeletion(state);
	warn(functions, `${id} could not be deleted; n8n refuses its events. ${failure.message}.`);
}

/** Defers the deletion of the registered webhook, which sends its events to another n8n. */
export function leaveAlone(functions: IHookFunctions, state: TriggerState): void {
	const { id = '' } = state.registration ?? {};
	deferDeletion(state);
	functions.logger.info(
		`${functions.getNode().name}: the webhook ${id} sends its events to another address than that of this n8n, so it is left alone. Once a delivery to that address has failed, the webhook is deleted the next time the workflow is activated.`,
	);
}

/** Replaces the registration by a note to delete the webhook at a later activation. */
export function deferDeletion(state: TriggerState): void {
	if (state.registration === undefined) return;
	const { id, baseUrl, workspacePath, url, listedUrl } = state.registration;
	const note = { id, baseUrl, workspacePath, url, listedUrl };
	state.pendingDeletions = [...state.pendingDeletions, note];
	state.registration = undefined;
}

/** @throws ServiceFailure if the webhook may still exist */
async function deleteAtService(
	functions: IHookFunctions,
	connection: Connection,
	webhook: WebhookLocation,
): Promise<void> {
	const { id, workspacePath } = webhook;
	const deletion = deleteWebhook(connection, webhookPath(workspacePath, id));
	const failure: ServiceFailure | undefined = await deletion.then(
		() => undefined,
		asServiceFailure,
	);
	if (failure === undefined) return;
	if (failure.facts.status !== 404 || !(await isGone(connection, webhook))) throw failure;
	warnThatGone(functions, webhook);
}

function warnThatGone(functions: IHookFunctions, { id }: WebhookLocation): void {
	warn(
		functions,
		`${id} does not exist for this credential. If it was made with another API token that is still valid, delete it with that token; n8n refuses its events.`,
	);
}

function warn(functions: IHookFunctions, text: string): void {
	functions.logger.warn(`${functions.getNode().name}: the webhook ${text}`);
}
