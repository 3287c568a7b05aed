import type { IHookFunctions } from 'n8n-workflow';

import { readCreatedWebhook } from '../../api/readings/webhook';
import { createWebhook } from '../../commands/createWebhook';
import { withTimeout } from '../../shared/clock';
import { isOutage, ServiceFailure, slowServiceFailure } from '../../shared/failure';
import { withLock } from '../../shared/withLock';
import { connect } from '../../transport/connection';
import { isRestart, logFailure, toActivationError } from '../failures';
import { TriggerState, type WebhookKind } from '../state';
import { readTriggerOptions, resolveChosenAccounts } from '../triggerParameters';
import { explainingAddress, ownAddress, readDesiredWebhook } from './desiredWebhook';
import { deleteRegistered, ensureWebhook } from './ensureWebhook';
import { startReplay, stopReplay } from './replayMissed';

/** Limits what n8n waits for when it starts or deactivates a workflow. */
const TIMEOUT_MS = 20_000;

/**
 * Whether the trigger's webhook exists at the service. A webhook that differs from the node's parameters is updated; an
 * unusable webhook is deleted. Webhooks created by others are never changed, even if they have the same address.
 *
 * @throws NodeApiError or NodeOperationError if this cannot be determined
 */
export async function isRegistered(functions: IHookFunctions): Promise<boolean> {
	const state = openOwnState(functions);
	// A trigger that knows its webhook works without the service: an outage during a restart must not stop it.
	const canWait = isRestart(functions) && Boolean(state.registration?.secret);
	try {
		const connection = await connect(functions);
		const ensure = async (signal?: AbortSignal) => {
			const stoppable = { ...connection, signal };
			const desired = await readDesiredWebhook(functions, state.kind, stoppable);
			// Looked up here, because nobody would see the error when an event arrives.
			state.accounts = await resolveChosenAccounts(
				functions,
				stoppable,
				desired.workspacePath,
				isRestart(functions) ? state.accounts : undefined,
			);
			return await ensureWebhook({ functions, connection: stoppable, state }, desired);
		};
		const exists = canWait
			? await withTimeout(TIMEOUT_MS, ensure, slowServiceFailure)
			: await ensure();
		if (exists && keepsWebhook(functions, state)) startReplay(functions, connection, state);
		return exists;
	} catch (error) {
		if (!canWait || state.isUnfit || !isOutage(error)) throw toActivationError(functions, error);
		const assumption =
			'the webhook could not be checked after the restart of n8n and is assumed to be unchanged.';
		logFailure(functions, assumption, error);
		return true;
	} finally {
		state.store();
	}
}

/**
 * The state of the webhook that n8n registers or deletes, without one that was registered with another address. Recognizes
 * a test webhook by its address where n8n does not state the mode.
 *
 * n8n-workaround(2.39.10, n8n/dist/webhooks/test-webhooks.js): n8n states the mode "manual" when it registers a test
 * webhook, but not when it deletes it.
 */
function openOwnState(functions: IHookFunctions): TriggerState {
	const open = (kind: WebhookKind) =>
		new TriggerState(functions, kind, ownAddress(functions, kind));
	const test = open('test');
	const isTest = functions.getMode() === 'manual' || test.registration !== undefined;
	return isTest ? test : open('production');
}

/**
 * Creates the webhook at the service and stores its secret. Of several activations of a workflow at the same time, the
 * first creates it, and the others use it.
 *
 * @throws NodeApiError or NodeOperationError if it cannot be created
 */
export async function register(functions: IHookFunctions): Promise<boolean> {
	const lock = ['registration', functions.getWorkflow().id, functions.getNode().id];
	return await withLock(lock.join(' '), async () => await registerAlone(functions));
}

async function registerAlone(functions: IHookFunctions): Promise<boolean> {
	const state = openOwnState(functions);
	try {
		const connection = await connect(functions);
		const desired = await readDesiredWebhook(functions, state.kind, connection);
		const { url, events, workspacePath } = desired;
		const context = { functions, connection, state };
		// Another activation has registered it since this one looked for it.
		if (state.registration !== undefined && (await ensureWebhook(context, desired))) return true;
		const creation = createWebhook(connection, workspacePath, { url, events });
		const created = await creation.catch(explainingAddress(desired));
		const { id, secret = '' } = readCreatedWebhook(created);
		const { baseUrl } = connection;
		if (id !== undefined) {
			logLeftAlone(functions, state);
			state.registration = { id, baseUrl, workspacePath, url, secret };
		}
		if (id === undefined || secret === '') {
			await deleteRegistered(context);
			throw new ServiceFailure(
				'Could not create the webhook: the service returned no signing secret',
				"Without it, events cannot be verified. Report this to the service's support.",
			);
		}
		return true;
	} catch (error) {
		throw toActivationError(functions, error);
	} finally {
		state.store();
	}
}

function logLeftAlone(functions: IHookFunctions, { foreignRegistration }: TriggerState): void {
	if (foreignRegistration === undefined) return;
	const { id, url } = foreignRegistration;
	functions.logger.info(
		`${functions.getNode().name}: the stored webhook ${id} sends its events to ${url}, which is not the address of this n8n, so it is left alone. If no other n8n needs it, delete it with the resource Webhook.`,
	);
}

/**
 * Deletes the webhook at the service. Never prevents the workflow from being deactivated: a webhook that cannot be deleted
 * stays registered, so the next activation uses it again, or replaces it if the service may still delete it.
 */
export async function unregister(functions: IHookFunctions): Promise<boolean> {
	const state = openOwnState(functions);
	const { registration } = state;
	if (state.kind === 'production') stopReplay(functions);
	const isKept = keepsWebhook(functions, state) && !state.isUnsaved;
	if (registration !== undefined && !isKept) {
		const deletion = async (signal: AbortSignal) => {
			const connection = { ...(await connect(functions)), signal };
			await deleteRegistered({ functions, connection, state });
		};
		try {
			await withTimeout(TIMEOUT_MS, deletion, slowServiceFailure);
		} catch (error) {
			if (isOutage(error)) state.forgetSecret(registration);
			const next = state.kind === 'test' ? 'test' : 'activation';
			const use = isOutage(error) ? 'replaces it' : 'uses it again';
			const happened = `the webhook ${registration.id} could not be deleted in the service. n8n refuses its events. The next ${next} ${use}.`;
			logFailure(functions, happened, error);
		}
	}
	state.store();
	return true;
}

/** The service keeps the records of failed deliveries, which can be replayed, only as long as the webhook itself. */
function keepsWebhook(functions: IHookFunctions, { kind }: TriggerState): boolean {
	return kind === 'production' && readTriggerOptions(functions).replayFailed === true;
}
