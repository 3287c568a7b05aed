import type { IDataObject } from 'n8n-workflow';

import { hasEvents, readEnablingChange } from '../../api/readings/webhook';
import { webhookPath } from '../../api/webhooks';
import { ServiceFailure, asServiceFailure } from '../../shared/failure';
import { readRecord } from '../../shared/json';
import { call } from '../../transport/call';
import type { Connection } from '../../transport/connection';
import type { WebhookLocation } from '../state';
import type { DesiredWebhook } from './desiredWebhook';

/**
 * Updates what differs in the webhook. Returns false if the webhook is no longer usable: it was deleted in the
 * meantime, or it is disabled and stays so. The service's description does not state how to enable a webhook again.
 */
export async function updateWebhook(
	connection: Connection,
	{ id }: WebhookLocation,
	found: IDataObject,
	{ url, events, workspacePath }: DesiredWebhook,
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
		path: webhookPath(workspacePath, id),
		json: changes,
		safety: 'idempotent',
	}).catch(asServiceFailure);
	if (response instanceof ServiceFailure) {
		const { status = 0 } = response.facts;
		if (status === 404 || (enabling !== undefined && isRefusedInput(status))) return false;
		throw response;
	}
	return readEnablingChange(readRecord(response.data)) === undefined;
}

/** The service does not know such a field, or such a value for it. */
function isRefusedInput(status: number): boolean {
	return [400, 405, 409, 422].includes(status);
}
