import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import { hasEvents, readWebhook, type Webhook } from '../../api/readings/webhook';
import { LIST_DELAY_MS, listWebhooks, webhookPath } from '../../api/webhooks';
import { deleteWebhook } from '../../commands/unkeyedCommands';
import { clock } from '../../shared/clock';
import { asServiceFailure, ServiceFailure } from '../../shared/failure';
import { readRecord } from '../../shared/json';
import { isSameAddress } from '../../transport/address';
import { call } from '../../transport/call';
import type { Connection } from '../../transport/connection';
import { isMissing } from '../../transport/errors';
import { isNotFound } from '../../transport/retry';
import { logWarning } from '../failures';
import type { Registration, TriggerState } from '../state';
import type { DesiredWebhook } from './desiredWebhook';

interface RegistrationContext {
	functions: IHookFunctions;
	connection: Connection;
	state: TriggerState;
}

/**
 * Brings the registered webhook to the desired state, or deletes it if it cannot be used.
 *
 * @returns false if a new webhook must be created
 * @throws ServiceFailure if the state of the webhook cannot be determined
 */
export async function ensureWebhook(
	context: RegistrationContext,
	desired: DesiredWebhook,
): Promise<boolean> {
	const { functions, connection, state } = context;
	if (state.kind === 'test') await deleteLeftoverTests(context, desired);
	const { registration } = state;
	if (registration === undefined) return false;
	const isUsable =
		registration.workspacePath === desired.workspacePath && registration.secret !== '';
	const found = isUsable ? await findRegistered(connection, registration) : undefined;
	if (found !== undefined) {
		if (found.enabling !== undefined || isElsewhere(found, desired)) state.isUnfit = true;
		const { baseUrl } = connection;
		if (registration.baseUrl !== baseUrl) state.registration = { ...registration, baseUrl };
		if (await updateWebhook(connection, desired, found)) return true;
		warn(
			functions,
			`${registration.id} is disabled or has another address and cannot be restored, or was deleted in the meantime; a new one takes its place. The events it failed to deliver cannot be replayed.`,
		);
	}
	state.isUnfit = true;
	await deleteRegistered(context, true);
	return false;
}

/** The record of the registered webhook. One that no list shows may belong to an earlier token, whose events are lost. */
async function findRegistered(
	connection: Connection,
	{ id, baseUrl, workspacePath, url }: Registration,
): Promise<Webhook | undefined> {
	return await findListed(
		connection,
		workspacePath,
		(webhook) =>
			webhook.id === id &&
			// If the service has a new address, it may be another service, with its own webhook of this ID.
			(baseUrl === connection.baseUrl || isSameAddress(webhook.url, url)),
	);
}

/**
 * A list may be late, or leave a webhook out once, for example if another one is deleted while the pages are read; a second
 * list decides.
 */
async function findListed(
	connection: Connection,
	workspacePath: string,
	isWanted: (webhook: Webhook) => boolean,
): Promise<Webhook | undefined> {
	for (const delayMs of [0, LIST_DELAY_MS]) {
		await clock.wait(delayMs, connection.signal);
		const found = (await listWebhooks(connection, workspacePath)).find(isWanted);
		if (found !== undefined) return found;
	}
	return undefined;
}

/**
 * Updates the fields of the webhook that differ. Returns false if the webhook is no longer usable: it was deleted in the
 * meantime, it stays disabled, or somebody has changed its address and it cannot be changed back. The service's description
 * does not state how to enable a webhook again.
 */
export async function updateWebhook(
	connection: Connection,
	desired: DesiredWebhook,
	found: Webhook,
): Promise<boolean> {
	const { url, events, workspacePath } = desired;
	const { id = '', enabling } = found;
	const restoring: IDataObject = { ...(isElsewhere(found, desired) && { url }), ...enabling };
	const isBroken = Object.keys(restoring).length > 0;
	const changes: IDataObject = { ...(!hasEvents(found, events) && { events }), ...restoring };
	if (Object.keys(changes).length === 0) return true;
	const response = await call(connection, {
		purpose: 'update the webhook',
		method: 'PATCH',
		path: webhookPath(workspacePath, id),
		json: changes,
		safety: 'idempotent',
	}).catch(asServiceFailure);
	if (response instanceof ServiceFailure) {
		const { status = 0 } = response.facts;
		if (isNotFound(status) || (isBroken && isRefusedInput(status))) return false;
		throw response;
	}
	const isFit = (webhook: Webhook) =>
		webhook.enabling === undefined && !isElsewhere(webhook, desired);
	const record = readRecord(response.data);
	if (!isBroken || Object.keys(record).length > 0) return isFit(readWebhook(record));
	// The service may ignore a field that it does not know. Only the list shows whether it did.
	const isRestored = (webhook: Webhook) => webhook.id === id && isFit(webhook);
	return (await findListed(connection, workspacePath, isRestored)) !== undefined;
}

/** Somebody has changed its address in the service, so that this n8n gets no events. A record may leave the address out. */
function isElsewhere(webhook: Webhook, { url }: DesiredWebhook): boolean {
	return webhook.url !== undefined && !isSameAddress(webhook.url, url);
}

/** The service does not know the field or its value. */
function isRefusedInput(status: number): boolean {
	return [400, 405, 409, 422].includes(status);
}

/**
 * Deletes the registered webhook and its registration. A webhook at another address of the service is only forgotten.
 *
 * @param isReplaced a new webhook takes its place, which nothing may prevent: if the credential may not delete the old one,
 *   perhaps because another credential created it, or nothing is found at its path, it is forgotten
 * @throws ServiceFailure if the webhook may still exist; its registration is then kept
 */
export async function deleteRegistered(
	{ functions, connection, state }: RegistrationContext,
	isReplaced = false,
): Promise<void> {
	const { registration } = state;
	if (registration === undefined) return;
	const { id, baseUrl, workspacePath } = registration;
	if (baseUrl === connection.baseUrl) {
		const path = webhookPath(workspacePath, id);
		const failure = await deleteWebhook(connection, path).catch(asServiceFailure);
		if (failure !== undefined) {
			const { status } = failure.facts;
			const mayBeForgotten = isReplaced && (status === 403 || isNotFound(status));
			// A proxy that cannot reach the service may respond with 404, too.
			if (!mayBeForgotten && !isMissing(failure)) throw failure;
			warn(
				functions,
				`${id} could not be deleted; n8n refuses its events. ${failure.message}. If it was made with another API token that is still valid, delete it with that token.`,
			);
		}
	} else {
		warn(functions, `${id} was made at ${baseUrl}, which this credential no longer points to.`);
	}
	state.forget(registration);
}

function warn(functions: IHookFunctions, text: string): void {
	logWarning(functions, `the webhook ${text}`);
}

/**
 * Deletes the test webhooks that exist because n8n was killed during a test. Their address identifies them, as it names
 * their owner. A failure does not prevent the next test.
 */
async function deleteLeftoverTests(
	{ functions, connection, state }: RegistrationContext,
	{ url, workspacePath }: DesiredWebhook,
): Promise<void> {
	const current = state.registration;
	for (const listed of await listWebhooks(connection, workspacePath)) {
		const { id } = listed;
		if (id === undefined || id === current?.id || !isSameAddress(listed.url, url)) continue;
		const path = webhookPath(workspacePath, id);
		const failure = await deleteWebhook(connection, path).catch(asServiceFailure);
		if (failure === undefined) continue;
		warn(functions, `${id} of an earlier test could not be deleted. ${failure.message}.`);
	}
}
