import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import { hasEvents, readEnablingChange } from '../../api/readings/webhook';
import { listWebhooks, webhookPath } from '../../api/webhooks';
import { toWorkspacePath } from '../../api/workspace';
import { readRecordId } from '../../api/readings/record';
import { asServiceFailure, ServiceFailure } from '../../shared/failure';
import { readRecord } from '../../shared/json';
import { call } from '../../transport/call';
import type { Connection } from '../../transport/connection';
import { isNotFound } from '../../transport/retry';
import { logWarning } from '../failures';
import type { WebhookKind } from '../state';
import { readChosenEventTypes, readWorkspaceId } from '../triggerParameters';
import {
	deleteLeftoverTests,
	deleteRegisteredIfAllowed,
	leaveAlone,
	retryPendingDeletions,
	type RegistrationContext,
} from './deleteWebhook';
import { checkPublicAddress, findListed, isAlive, isAtOwnAddress } from './endpoint';
import { ownAddress, ownerOf } from './ownership';

/**
 * Brings the registered webhook to the desired state, and deletes what earlier registrations have left behind.
 *
 * @returns false if a new webhook must be created
 * @throws ServiceFailure if the state of the webhook cannot be determined
 */
export async function ensureWebhook(
	context: RegistrationContext,
	desired: DesiredWebhook,
	kind: WebhookKind,
): Promise<boolean> {
	const { functions, connection, state, ownUrl } = context;
	await retryPendingDeletions(context);
	const { registration } = state;
	if (kind === 'test') await deleteLeftoverTests(context, desired.workspacePath);
	if (registration === undefined) return false;
	const { baseUrl } = connection;
	const isSameService = registration.baseUrl === baseUrl;
	const isUsable =
		registration.workspacePath === desired.workspacePath && registration.secret !== '';
	const listed = isUsable ? await listWebhooks(connection, desired.workspacePath) : [];
	// If the service has a new address, the webhook is identified by its ID and its own address.
	const inList = listed.find(
		(webhook) =>
			readRecordId(webhook) === registration.id &&
			(isSameService || isAtOwnAddress(webhook.url, registration.url, registration)),
	);
	// A list may leave a webhook out, for example if another one is deleted while its pages are read.
	const mayBeLeftOut = isUsable && isSameService && inList === undefined;
	const found = mayBeLeftOut ? await findListed(connection, registration) : inList;
	if (found !== undefined) {
		if (readEnablingChange(found) !== undefined) context.onUnfit?.();
		state.registration = { ...registration, baseUrl };
		// A list that leaves addresses out says nothing against the one that the webhook was created with.
		const isHere = isAtOwnAddress(found.url ?? registration.url, ownUrl, registration);
		if (!isHere && (await isAlive(connection, registration))) {
			leaveAlone(functions, state);
			return false;
		}
		if (await updateWebhook(connection, desired, found, isHere)) {
			const listedUrl = isHere ? registration.listedUrl : '';
			const owner = ownerOf(functions);
			state.registration = { ...state.registration, url: ownUrl, listedUrl, owner };
			return true;
		}
		logWarning(
			functions,
			`the webhook ${registration.id} is disabled and cannot be enabled again, or was deleted in the meantime; a new one takes its place. The events it failed to deliver cannot be replayed.`,
		);
	}
	context.onUnfit?.();
	await deleteRegisteredIfAllowed(context);
	return false;
}

/**
 * Updates the fields of the webhook that differ. Returns false if the webhook is no longer usable: it was deleted in the
 * meantime, or it stays disabled. The service's description does not state how to enable a webhook again.
 */
export async function updateWebhook(
	connection: Connection,
	{ url, events, workspacePath }: DesiredWebhook,
	found: IDataObject,
	hasOwnAddress: boolean,
): Promise<boolean> {
	const enabling = readEnablingChange(found);
	const changes: IDataObject = {
		...(!hasOwnAddress && { url }),
		...(!hasEvents(found, events) && { events }),
		...enabling,
	};
	if (Object.keys(changes).length === 0) return true;
	const response = await call(connection, {
		purpose: 'update the webhook',
		method: 'PATCH',
		path: webhookPath(workspacePath, readRecordId(found) ?? ''),
		json: changes,
		safety: 'idempotent',
	}).catch(asServiceFailure);
	if (response instanceof ServiceFailure) {
		const { status = 0 } = response.facts;
		if (isNotFound(status) || (enabling !== undefined && isRefusedInput(status))) return false;
		throw response;
	}
	return readEnablingChange(readRecord(response.data)) === undefined;
}

/** The service does not know the field or its value. */
function isRefusedInput(status: number): boolean {
	return [400, 405, 409, 422].includes(status);
}

/** The webhook that the node's parameters ask for. */
interface DesiredWebhook {
	url: string;
	/** Event types, such as `post.published`. */
	events: string[];
	/** Relative to `{base_url}`. */
	workspacePath: string;
}

/** @throws InputFailure if a parameter is invalid */
export async function readDesiredWebhook(
	functions: IHookFunctions,
	kind: WebhookKind,
	connection: Connection,
): Promise<DesiredWebhook> {
	const events = readChosenEventTypes(functions);
	const url = ownAddress(functions, kind);
	checkPublicAddress(url, connection.baseUrl);
	const workspaceId = await readWorkspaceId(functions, connection);
	return { url, events, workspacePath: toWorkspacePath(workspaceId) };
}
