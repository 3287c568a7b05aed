import type { IHookFunctions } from 'n8n-workflow';

import { deleteWebhook, listWebhooks, webhookPath } from '../../api/webhooks';
import { ServiceFailure, asServiceFailure } from '../../shared/failure';
import type { Connection } from '../../transport/connection';
import type { WebhookReference, TriggerState } from '../state';

/** Deletes the webhooks of ours that an earlier deactivation could not delete, as far as possible. */
export async function deleteLeftBehind(
	functions: IHookFunctions,
	connection: Connection,
	state: TriggerState,
): Promise<void> {
	const remaining: WebhookReference[] = [];
	for (const place of state.leftBehind) {
		if (place.baseUrl !== connection.baseUrl) {
			remaining.push(place);
			continue;
		}
		const failure = await remove(functions, connection, place);
		if (failure === undefined) continue;
		remaining.push(place);
		warn(functions, `${place.id} could not be deleted. ${failure.message}.`);
	}
	state.leftBehind = remaining;
}

/**
 * Deletes the registered webhook and forgets it. One that belongs to another address of the service is out of reach
 * until the credential has that address again.
 *
 * @throws ServiceFailure when it may still be there; it is not forgotten then
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
		leaveBehind(state);
		warn(functions, `${id} was made at ${baseUrl}, where this credential does not lead any more.`);
		return;
	}
	const failure = await remove(functions, connection, registration);
	if (failure !== undefined) throw failure;
	state.registration = undefined;
}

/**
 * As `retire`; but what the credential may not delete, perhaps because another one has made it, or what is said to be
 * no more, must not stand in the way of a new webhook: it is noted for later.
 */
export async function deleteRegisteredIfAllowed(
	functions: IHookFunctions,
	connection: Connection,
	state: TriggerState,
): Promise<void> {
	const { id = '' } = state.registration ?? {};
	const retirement = deleteRegistered(functions, connection, state);
	const failure = await retirement.then(() => undefined, asServiceFailure);
	if (failure === undefined) return;
	if (![403, 404, 410].includes(failure.facts.status ?? 0)) throw failure;
	leaveBehind(state);
	warn(functions, `${id} could not be deleted; n8n refuses its events. ${failure.message}.`);
}

/** Notes the registered webhook as one that is to be deleted later, and forgets it. */
export function leaveBehind(state: TriggerState): void {
	if (state.registration === undefined) return;
	const { id, baseUrl, workspacePath } = state.registration;
	state.leftBehind = [...state.leftBehind, { id, baseUrl, workspacePath }];
	state.registration = undefined;
}

/** Gives the failure after which the webhook may still be there. */
async function remove(
	functions: IHookFunctions,
	connection: Connection,
	{ id, workspacePath }: WebhookReference,
): Promise<ServiceFailure | undefined> {
	const deletion = deleteWebhook(connection, webhookPath(workspacePath, id));
	const failure = await deletion.then(() => undefined, asServiceFailure);
	if (failure === undefined || failure.facts.status !== 404) return failure;
	if (!(await isGone(connection, workspacePath, id))) return failure;
	warn(
		functions,
		`${id} is not there for this credential. If it was made with another API token that is still valid, delete it with that token: n8n refuses its events.`,
	);
	return undefined;
}

/** A proxy that cannot reach the service says 404 as well, so the list has to agree; or the workspace is gone, too. */
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
