import type { IHookFunctions } from 'n8n-workflow';

import { listWebhooks } from '../../api/webhooks';
import { firstText } from '../../shared/json';
import type { Connection } from '../../transport/connection';
import type { Slot, TriggerState } from '../state';
import { deleteRegisteredIfAllowed, leaveAlone, retryPendingDeletions } from './deleteWebhook';
import type { DesiredWebhook } from './desiredWebhook';
import { deleteLeftoverTests } from './leftoverTests';
import { isAlive } from './liveness';
import { ownerOf } from './ownership';
import { updateWebhook } from './updateWebhook';
import { isAtOwnAddress } from './whereabouts';

/**
 * Brings the registered webhook to the desired state, and deletes what earlier registrations have left behind.
 *
 * @returns false if a new webhook must be created
 * @throws ServiceFailure if the state of the webhook cannot be determined
 */
export async function ensureWebhook(
	functions: IHookFunctions,
	connection: Connection,
	state: TriggerState,
	desired: DesiredWebhook,
	slot: Slot,
): Promise<boolean> {
	const { url } = desired;
	await retryPendingDeletions(functions, connection, state, url);
	const { registration } = state;
	if (slot === 'test') await deleteLeftoverTests(functions, connection, registration, desired);
	if (registration === undefined) return false;
	const { baseUrl } = connection;
	const isSameService = registration.baseUrl === baseUrl;
	const isUsable =
		registration.workspacePath === desired.workspacePath && registration.secret !== '';
	const listed = isUsable ? await listWebhooks(connection, desired.workspacePath) : [];
	// The service may have a new address by now: the webhook is then found by its ID and its own address.
	const found = listed.find(
		(webhook) =>
			firstText(webhook.id) === registration.id &&
			(isSameService || isAtOwnAddress(webhook.url, registration.url, registration)),
	);
	if (found !== undefined) {
		state.registration = { ...registration, baseUrl };
		const isHere = isAtOwnAddress(found.url, url, registration);
		if (!isHere && (await isAlive(connection, registration))) {
			leaveAlone(functions, state);
			return false;
		}
		if (await updateWebhook(connection, registration, found, desired, isHere)) {
			const listedUrl = isHere ? registration.listedUrl : '';
			state.registration = { ...state.registration, url, listedUrl, owner: ownerOf(functions) };
			return true;
		}
		functions.logger.warn(
			`${functions.getNode().name}: the webhook ${registration.id} is disabled and cannot be enabled again, or was deleted in the meantime; a new one takes its place. The events it failed to deliver cannot be replayed.`,
		);
	}
	await deleteRegisteredIfAllowed(functions, connection, state, url);
	return false;
}
