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
import { unsavedRegistration, type Slot, type TriggerState } from '../state';
import { readTriggerOptions } from '../triggerParameters';
import {
	deleteLeftBehind,
	leaveBehind,
	deleteRegistered,
	deleteRegisteredIfAllowed,
} from './deleteWebhook';
import { openOwnState, ownerOf, slotOf } from './ownership';
import { startReplay, stopReplay } from './replayMissed';
import { updateWebhook } from './updateWebhook';
import { readWanted, type WantedWebhook } from './wantedWebhook';

/** For what n8n waits for while it starts or switches a workflow off. */
const HURRY_MS = 20_000;

/**
 * Whether our webhook is at the service. One that differs from what is wanted is put right; one that is of no use
 * any more is deleted. Webhooks that others have made are never touched, not even those of the same address.
 *
 * @throws NodeApiError or NodeOperationError for whatever keeps us from knowing
 */
export async function isRegistered(functions: IHookFunctions): Promise<boolean> {
	const slot = slotOf(functions);
	const state = openOwnState(functions, slot);
	const hasSecret = Boolean(state.registration?.secret);
	try {
		const connection = await connect(functions);
		const wanted = readWanted(functions, connection.baseUrl);
		const settle = async (signal?: AbortSignal) =>
			await ensureWebhook(functions, { ...connection, signal }, state, wanted);
		const isHurried = isRestart(functions) && hasSecret;
		const isThere = isHurried
			? await withinTime(HURRY_MS, settle, slowServiceFailure)
			: await settle();
		if (isThere && slot === 'production' && readTriggerOptions(functions).replayFailed) {
			startReplay(functions, connection, state);
		}
		return isThere;
	} catch (error) {
		// With its secret the trigger works without the service: an outage must not stop it as n8n restarts.
		const canGoOn = isRestart(functions) && hasSecret && isOutage(error);
		if (!canGoOn) throw toActivationError(functions, error);
		functions.logger.warn(
			`${functions.getNode().name}: the webhook could not be checked after the restart, and is taken to be as it was. ${describeFailure(error)}`,
		);
		return true;
	} finally {
		state.store();
	}
}

/** Makes our webhook at the service, and keeps its secret. */
export async function register(functions: IHookFunctions): Promise<boolean> {
	const state = openOwnState(functions, slotOf(functions));
	try {
		const connection = await connect(functions);
		const { url, events, workspacePath } = readWanted(functions, connection.baseUrl);
		const created = await createWebhook(connection, workspacePath, { url, events });
		// The record may stand beside its secret.
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
				'Could not create the webhook: the service gave no signing secret',
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
 * Deletes our webhook at the service. Whatever goes wrong, the workflow is switched off: what could not be deleted
 * is noted, and deleted at the next activation.
 */
export async function unregister(functions: IHookFunctions): Promise<boolean> {
	const slot = slotOf(functions);
	const isUnsaved = unsavedRegistration(functions, slot) !== undefined;
	const state = openOwnState(functions, slot);
	if (slot === 'production') stopReplay(functions);
	// The service keeps the record of failed deliveries only as long as the webhook.
	const isKept = slot === 'production' && readTriggerOptions(functions).replayFailed;
	if (isKept && !isUnsaved) {
		state.store();
		return true;
	}
	try {
		const connection = await connect(functions);
		await withinTime(
			HURRY_MS,
			async (signal) => await deleteRegistered(functions, { ...connection, signal }, state),
			slowServiceFailure,
		);
	} catch (error) {
		leaveBehind(state);
		functions.logger.warn(
			`${functions.getNode().name}: the webhook could not be deleted at the service. n8n has stopped listening all the same; the webhook is deleted when ${NEXT_TIME[slot]} the next time. ${describeFailure(error)}`,
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
	wanted: WantedWebhook,
): Promise<boolean> {
	await deleteLeftBehind(functions, connection, state);
	const { registration } = state;
	if (registration === undefined) return false;
	const { baseUrl } = connection;
	const isHere = registration.baseUrl === baseUrl;
	const isUsable =
		registration.workspacePath === wanted.workspacePath && registration.secret !== '';
	const listed = isUsable ? await listWebhooks(connection, wanted.workspacePath) : [];
	// The service may have another name by now: then the webhook is there under its id with its address.
	const found = listed.find(
		({ id, url }) =>
			String(id) === registration.id && (isHere || isSameAddress(url, registration.url)),
	);
	if (found !== undefined) {
		const { url } = wanted;
		state.registration = { ...registration, baseUrl };
		if (await updateWebhook(connection, registration, found, wanted)) {
			state.registration = { ...registration, baseUrl, url, owner: ownerOf(functions) };
			return true;
		}
		functions.logger.warn(
			`${functions.getNode().name}: the webhook ${registration.id} was disabled and cannot be turned on again, or has gone just now; a new one takes its place. What it failed to deliver cannot be replayed.`,
		);
	}
	await deleteRegisteredIfAllowed(functions, connection, state);
	return false;
}

function isRestart(functions: IHookFunctions): boolean {
	return ['init', 'leadershipChange'].includes(functions.getActivationMode());
}

/** Of what keeps a workflow from being activated, n8n shows the message alone. */
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
