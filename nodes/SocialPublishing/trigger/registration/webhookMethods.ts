import type { IHookFunctions } from 'n8n-workflow';

import { createWebhook } from '../../commands/createWebhook';
import { readCreatedWebhook, readSigningSecret } from '../../api/readings/webhook';
import { clock, stoppedInTime, withinTime } from '../../shared/clock';
import {
	ServiceFailure,
	describeFailure,
	isOutage,
	slowServiceFailure,
} from '../../shared/failure';
import { firstText, textOf } from '../../shared/json';
import { toNodeError } from '../../shared/nodeError';
import { connect } from '../../transport/connection';
import { unpersistedRegistration, type Slot } from '../state';
import { readTriggerOptions } from '../triggerParameters';
import { deferDeletion, deleteRegistered } from './deleteWebhook';
import { readDesiredWebhook } from './desiredWebhook';
import { ensureWebhook } from './ensureWebhook';
import { openOwnState, ownAddress, ownerOf, slotOf } from './ownership';
import { startReplay, stopReplay } from './replayMissed';

/** Limits what n8n waits for when it starts or deactivates a workflow. */
const TIMEOUT_MS = 20_000;

/**
 * Whether the trigger's webhook exists at the service. A webhook that differs from the node's parameters is updated; one
 * that is no longer usable is deleted. Webhooks created by others are never touched, even if they have the same address.
 * Nor is the trigger's webhook if it sends to another n8n that may be using it: perhaps this one runs on a copy of that
 * one's database.
 *
 * @throws NodeApiError or NodeOperationError if this cannot be determined
 */
export async function isRegistered(functions: IHookFunctions): Promise<boolean> {
	const slot = slotOf(functions);
	const state = openOwnState(functions, slot);
	const { registration } = state;
	const isComplete =
		Boolean(registration?.secret) && registration?.url === ownAddress(functions, slot);
	try {
		const connection = await connect(functions);
		const ensure = async (signal?: AbortSignal) => {
			const desired = await readDesiredWebhook(functions, slot, { ...connection, signal });
			return await ensureWebhook(functions, { ...connection, signal }, state, desired, slot);
		};
		const hasTimeLimit = isRestart(functions) && isComplete;
		const exists = hasTimeLimit
			? await withinTime(TIMEOUT_MS, ensure, slowServiceFailure)
			: await ensure();
		if (exists && slot === 'production' && readTriggerOptions(functions).replayFailed) {
			startReplay(functions, connection, state);
		}
		return exists;
	} catch (error) {
		// With its webhook known, the trigger works without the service: an outage during a restart must not stop it.
		const canContinue = isRestart(functions) && isComplete && isOutage(error);
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
	const slot = slotOf(functions);
	const state = openOwnState(functions, slot);
	try {
		const connection = await connect(functions);
		const desired = await readDesiredWebhook(functions, slot, connection);
		const { url, events, workspacePath } = desired;
		const created = await createWebhook(connection, workspacePath, { url, events });
		const webhook = readCreatedWebhook(created);
		const id = firstText(webhook.id);
		const secret = readSigningSecret(webhook) ?? '';
		const { baseUrl } = connection;
		const createdAtMs = clock.now();
		const listedUrl = textOf(webhook.url) ?? '';
		const owner = ownerOf(functions);
		if (id !== undefined) {
			const location = { id, baseUrl, workspacePath, url, listedUrl };
			state.registration = { ...location, secret, createdAtMs, owner };
		}
		if (id === undefined || secret === '') {
			await deleteRegistered(functions, connection, state, url);
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
 * Deletes the webhook at the service, unless it sends to another n8n. Never prevents the workflow from being
 * deactivated: a webhook that cannot be deleted is deleted at the next activation.
 */
export async function unregister(functions: IHookFunctions): Promise<boolean> {
	const slot = slotOf(functions);
	const isUnpersisted = unpersistedRegistration(functions, slot) !== undefined;
	const state = openOwnState(functions, slot);
	const ownUrl = ownAddress(functions, slot);
	if (slot === 'production') stopReplay(functions);
	// The service keeps the records of failed deliveries only as long as the webhook itself.
	const isKept = slot === 'production' && readTriggerOptions(functions).replayFailed;
	if (isKept && !isUnpersisted) {
		state.store();
		return true;
	}
	try {
		const connection = await connect(functions);
		await stoppedInTime(
			TIMEOUT_MS,
			async (signal) => await deleteRegistered(functions, { ...connection, signal }, state, ownUrl),
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
