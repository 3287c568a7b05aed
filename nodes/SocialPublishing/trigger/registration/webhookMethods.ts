import type { IHookFunctions } from 'n8n-workflow';

import { readSigningSecret } from '../../api/webhookRecords';
import { createWebhook, listWebhooks } from '../../api/webhooks';
import { clock } from '../../shared/clock';
import {
	InputFailure,
	ServiceFailure,
	describeFailure,
	slowServiceFailure,
} from '../../shared/failure';
import { firstText, readRecord } from '../../shared/json';
import { toNodeError } from '../../shared/nodeError';
import { withinTime } from '../../shared/timeLimit';
import { isSameAddress } from '../../transport/address';
import { connect, type Connection } from '../../transport/connection';
import { unpersistedRegistration, type Slot, type TriggerState } from '../state';
import { readTriggerOptions } from '../triggerParameters';
import {
	deferDeletion,
	deleteRegistered,
	deleteRegisteredIfAllowed,
	retryPendingDeletions,
} from './deleteWebhook';
import { readDesiredWebhook, type DesiredWebhook } from './desiredWebhook';
import { openOwnState, ownerOf, slotOf } from './ownership';
import { startReplay, stopReplay } from './replayMissed';
import { updateWebhook } from './updateWebhook';

/** Limits what n8n waits for when it starts or deactivates a workflow. */
const TIMEOUT_MS = 20_000;

/**
 * Whether the trigger's webhook exists at the service. A webhook that differs from the node's parameters is updated; one
 * that is no longer usable is deleted. Webhooks created by others are never touched, even if they have the same address.
 *
 * @throws NodeApiError or NodeOperationError if this cannot be determined
 */
export async function isRegistered(functions: IHookFunctions): Promise<boolean> {
	const slot = slotOf(functions);
	const state = openOwnState(functions, slot);
	const hasSecret = Boolean(state.registration?.secret);
	try {
		const connection = await connect(functions);
		const desired = readDesiredWebhook(functions, connection.baseUrl);
		const ensure = async (signal?: AbortSignal) =>
			await ensureWebhook(functions, { ...connection, signal }, state, desired);
		const hasTimeLimit = isRestart(functions) && hasSecret;
		const exists = hasTimeLimit ? await withinTime(TIMEOUT_MS, ensure, slowServiceFailure) : await ensure();
		if (exists && slot === 'production' && readTriggerOptions(functions).replayFailed) {
			startReplay(functions, connection, state);
		}
		return exists;
	} catch (error) {
		// With the secret stored, the trigger works without the service: an outage during a restart must not stop it.
		const canContinue = isRestart(functions) && hasSecret && isOutage(error);
		if (!canContinue) throw toActivationError(functions, error);
		functions.logger.warn(
			`${functions.getNode().name}: the webhook could not be checked after the restart of n8n and is assumed to be unchanged. ${describeFailure(error)}`,
		);
		return true;
	} finally {
		state.store();
	}
}

/** Creates the webhook at the service and stores its secret. */
export async function register(functions: IHookFunctions): Promise<boolean> {
	const state = openOwnState(functions, slotOf(functions));
	try {
		const connection = await connect(functions);
		const { url, events, workspacePath } = readDesiredWebhook(functions, connection.baseUrl);
		const created = await createWebhook(connection, workspacePath, { url, events });
		// The record may be nested next to its secret.
		const webhook = { ...created, ...readRecord(created.webhook) };
		const id = firstText(webhook.id);
		const secret = readSigningSecret(webhook) ?? '';
		const { baseUrl } = connection;
		const createdAtMs = clock.now();
		const owner = ownerOf(functions);
		if (id !== undefined) {
			state.registration = { id, secret, baseUrl, workspacePath, url, createdAtMs, owner };
		}
		if (id === undefined || secret === '') {
			await deleteRegistered(functions, connection, state);
			throw new ServiceFailure(
				'Could not create the webhook: the service returned no signing secret',
				'Without it, events cannot be verified. Report this to the support of the service.',
			);
		}
		return true;
	} catch (error) {
		throw toActivationError(functions, error);
	} finally {
		state.store();
	}
}

/**
 * Deletes the webhook at the service. Never prevents the workflow from being deactivated: a webhook that cannot be
 * deleted is deleted at the next activation.
 */
export async function unregister(functions: IHookFunctions): Promise<boolean> {
	const slot = slotOf(functions);
	const isUnpersisted = unpersistedRegistration(functions, slot) !== undefined;
	const state = openOwnState(functions, slot);
	if (slot === 'production') stopReplay(functions);
	// The service keeps the records of failed deliveries only as long as the webhook itself.
	const isKept = slot === 'production' && readTriggerOptions(functions).replayFailed;
	if (isKept && !isUnpersisted) {
		state.store();
		return true;
	}
	try {
		const connection = await connect(functions);
		await withinTime(
			TIMEOUT_MS,
			async (signal) => await deleteRegistered(functions, { ...connection, signal }, state),
			slowServiceFailure,
		);
	} catch (error) {
		deferDeletion(state);
		functions.logger.warn(
			`${functions.getNode().name}: the webhook could not be deleted at the service. n8n has stopped listening nevertheless. The webhook is deleted the next time ${NEXT_TIME[slot]}. ${describeFailure(error)}`,
		);
	}
	state.store();
	return true;
}

const NEXT_TIME: Record<Slot, string> = {
	production: 'the workflow is activated',
	test: 'n8n listens for a test event',
};

async function ensureWebhook(
	functions: IHookFunctions,
	connection: Connection,
	state: TriggerState,
	desired: DesiredWebhook,
): Promise<boolean> {
	await retryPendingDeletions(functions, connection, state);
	const { registration } = state;
	if (registration === undefined) return false;
	const { baseUrl } = connection;
	const isSameService = registration.baseUrl === baseUrl;
	const isUsable =
		registration.workspacePath === desired.workspacePath && registration.secret !== '';
	const listed = isUsable ? await listWebhooks(connection, desired.workspacePath) : [];
	// The service may have a new address by now: the webhook is then found by its ID and its own address.
	const found = listed.find(
		({ id, url }) =>
			String(id) === registration.id && (isSameService || isSameAddress(url, registration.url)),
	);
	if (found !== undefined) {
		const { url } = desired;
		state.registration = { ...registration, baseUrl };
		if (await updateWebhook(connection, registration, found, desired)) {
			state.registration = { ...registration, baseUrl, url, owner: ownerOf(functions) };
			return true;
		}
		functions.logger.warn(
			`${functions.getNode().name}: the webhook ${registration.id} is disabled and cannot be enabled again, or was deleted in the meantime; a new one takes its place. The events it failed to deliver cannot be replayed.`,
		);
	}
	await deleteRegisteredIfAllowed(functions, connection, state);
	return false;
}

function isRestart(functions: IHookFunctions): boolean {
	return ['init', 'leadershipChange'].includes(functions.getActivationMode());
}

/**
 * The error to show in n8n, with the advice as part of its message.
 *
 * n8n-workaround(2.39.10, n8n/dist/active-workflow-manager.js): when an activation fails, n8n shows only the error's
 * message.
 */
function toActivationError(functions: IHookFunctions, error: unknown): Error {
	const nodeError = toNodeError(functions, error);
	nodeError.message = describeFailure(error);
	return nodeError;
}

function isOutage(error: unknown): boolean {
	if (!(error instanceof ServiceFailure) || error instanceof InputFailure) return false;
	const { status = 503 } = error.facts;
	return status >= 500 || status === 429;
}
