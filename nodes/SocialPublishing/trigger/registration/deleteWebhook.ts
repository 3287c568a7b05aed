import type { IHookFunctions } from 'n8n-workflow';

import { listWebhooks, webhookPath } from '../../api/webhooks';
import { readRecordId } from '../../api/readings/record';
import { deleteWebhook } from '../../commands/unkeyedCommands';
import { asServiceFailure, type ServiceFailure } from '../../shared/failure';
import { isSameAddress } from '../../transport/address';
import type { Connection } from '../../transport/connection';
import { isNotFound } from '../../transport/retry';
import { logWarning } from '../failures';
import type { TriggerState, WebhookLocation } from '../state';
import { isAlive, isGone, locate } from './endpoint';

export interface RegistrationContext {
	functions: IHookFunctions;
	connection: Connection;
	state: TriggerState;
	/** The address at which this n8n receives the events of the trigger. */
	ownUrl: string;
	/** Called as soon as the service has shown that the webhook does not work as it is; maybe more than once. */
	onUnfit?: () => void;
}

/**
 * Retries the deletions that failed or were deferred. A webhook that sends to another n8n is left alone
 * while it is alive: that n8n may run on a copy of this one's database.
 */
export async function retryPendingDeletions(context: RegistrationContext): Promise<void> {
	const { functions, connection, state } = context;
	const remaining: WebhookLocation[] = [];
	for (const webhook of state.pendingDeletions) {
		if (webhook.baseUrl !== connection.baseUrl) {
			remaining.push(webhook);
			continue;
		}
		const deletion = deleteUnlessInUse(context, webhook);
		const result = await deletion.catch(asServiceFailure);
		if (result === 'deleted') continue;
		remaining.push(webhook);
		if (result !== 'inUse')
			warn(functions, `${webhook.id} could not be deleted. ${result.message}.`);
	}
	state.pendingDeletions = remaining;
}

async function deleteUnlessInUse(
	{ functions, connection, ownUrl }: RegistrationContext,
	webhook: WebhookLocation,
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
export async function deleteRegistered({
	functions,
	connection,
	state,
	ownUrl,
}: RegistrationContext): Promise<void> {
	const { registration } = state;
	if (registration === undefined) return;
	const { id, baseUrl } = registration;
	if (baseUrl !== connection.baseUrl) {
		deferDeletion(state);
		warn(functions, `${id} was made at ${baseUrl}, which this credential no longer points to.`);
		return;
	}
	const whereabouts = await locate(connection, registration, ownUrl);
	if (whereabouts === 'elsewhere') return leaveAlone(functions, state);
	if (whereabouts === 'gone') warnThatGone(functions, registration);
	else await deleteAtService(functions, connection, registration);
	state.registration = undefined;
}

/**
 * Like `deleteRegistered`, but never prevents a new webhook: if the credential may not delete the webhook, perhaps because
 * another credential created it, or the service does not find it, the deletion is deferred.
 */
export async function deleteRegisteredIfAllowed(context: RegistrationContext): Promise<void> {
	const { functions, state } = context;
	const { id = '' } = state.registration ?? {};
	const failure = await deleteRegistered(context).then(() => undefined, asServiceFailure);
	if (failure === undefined) return;
	const { status } = failure.facts;
	if (status !== 403 && !isNotFound(status)) throw failure;
	deferDeletion(state);
	warn(functions, `${id} could not be deleted; n8n refuses its events. ${failure.message}.`);
}

/** Defers the deletion of the registered webhook, which sends its events to another n8n. */
export function leaveAlone(functions: IHookFunctions, state: TriggerState): void {
	const { id = '' } = state.registration ?? {};
	deferDeletion(state);
	functions.logger.info(
		`${functions.getNode().name}: the webhook ${id} sends its events to an address other than that of this n8n, so it is left alone. Once a delivery to that address has failed, the webhook is deleted the next time the workflow is activated.`,
	);
}

/** Replaces the registration with an entry to delete the webhook at a later activation. */
export function deferDeletion(state: TriggerState): void {
	if (state.registration === undefined) return;
	const { id, baseUrl, workspacePath, url, listedUrl } = state.registration;
	const location = { id, baseUrl, workspacePath, url, listedUrl };
	state.pendingDeletions = [...state.pendingDeletions, location];
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
	if (!isNotFound(failure.facts.status) || !(await isGone(connection, webhook))) throw failure;
	warnThatGone(functions, webhook);
}

function warnThatGone(functions: IHookFunctions, { id }: WebhookLocation): void {
	warn(
		functions,
		`${id} does not exist for this credential. If it was made with another API token that is still valid, delete it with that token; n8n refuses its events.`,
	);
}

function warn(functions: IHookFunctions, text: string): void {
	logWarning(functions, `the webhook ${text}`);
}

/**
 * Deletes the test webhooks that exist because n8n was killed during a test. Their address identifies them, as it names
 * their owner. A failure does not prevent the next test.
 */
export async function deleteLeftoverTests(
	{ functions, connection, state, ownUrl }: RegistrationContext,
	workspacePath: string,
): Promise<void> {
	const current = state.registration;
	for (const webhook of await listWebhooks(connection, workspacePath)) {
		const id = readRecordId(webhook);
		if (id === undefined || id === current?.id || !isSameAddress(webhook.url, ownUrl)) continue;
		const deletion = deleteWebhook(connection, webhookPath(workspacePath, id));
		const failure = await deletion.then(() => undefined, asServiceFailure);
		if (failure === undefined) continue;
		warn(functions, `${id} of an earlier test could not be deleted. ${failure.message}.`);
	}
}
