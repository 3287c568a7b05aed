import type { IDataObject } from 'n8n-workflow';

import { readEnablingChange, readWebhookEvents } from '../../api/webhookRecords';
import { webhookPath } from '../../api/webhooks';
import { ServiceFailure, asServiceFailure } from '../../shared/failure';
import { readRecord } from '../../shared/json';
import { isSameAddress } from '../../transport/address';
import { call } from '../../transport/call';
import type { Connection } from '../../transport/connection';
import type { WebhookReference } from '../state';
import type { WantedWebhook } from './wantedWebhook';

/**
 * Changes what differs at our webhook. False when it is of no use any more: it has gone meanwhile, or was disabled and
 * stays so. How a webhook is turned on again the description does not tell.
 */
export async function updateWebhook(
	connection: Connection,
	{ id }: WebhookReference,
	found: IDataObject,
	{ url, events, workspacePath }: WantedWebhook,
): Promise<boolean> {
	const enabling = readEnablingChange(found);
	const changes: IDataObject = {
		...(!isSameAddress(found.url, url) && { url }),
		...(!isSameSet(readWebhookEvents(found), events) && { events }),
		...enabling,
	};
	if (Object.keys(changes).length === 0) return true;
	const answer = await call(connection, {
		purpose: 'update the webhook',
		method: 'PATCH',
		path: webhookPath(workspacePath, id),
		json: changes,
		safety: 'repeatable',
	}).catch(asServiceFailure);
	if (answer instanceof ServiceFailure) {
		const { status = 0 } = answer.facts;
		if (status === 404 || (enabling !== undefined && isRefusedInput(status))) return false;
		throw answer;
	}
	return readEnablingChange(readRecord(answer.data)) === undefined;
}

function isSameSet(one: string[], other: string[]): boolean {
	return one.length === new Set(other).size && other.every((kind) => one.includes(kind));
}

/** The service knows no such field, or no such value of it. */
function isRefusedInput(status: number): boolean {
	return [400, 405, 409, 422].includes(status);
}
