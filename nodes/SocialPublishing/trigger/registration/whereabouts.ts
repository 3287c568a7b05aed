import type { IDataObject } from 'n8n-workflow';

import { listWebhooks } from '../../api/webhooks';
import { ServiceFailure, asServiceFailure } from '../../shared/failure';
import { firstText } from '../../shared/json';
import { isSameAddress } from '../../transport/address';
import type { Connection } from '../../transport/connection';
import type { WebhookLocation } from '../state';

/**
 * Whether a webhook sends its events to this n8n.
 *
 * @param url its address as the service lists it
 * @param known where this trigger has created it
 */
export function isAtOwnAddress(url: unknown, ownUrl: string, known: WebhookLocation): boolean {
	if (isSameAddress(url, ownUrl)) return true;
	// The service may write addresses in its own way.
	return known.url === ownUrl && known.listedUrl !== '' && isSameAddress(url, known.listedUrl);
}

/**
 * Where a webhook sends its events: to this n8n ("here") or elsewhere. The address of one that is not listed is the
 * one that this trigger created it with: only "here" may it still be deleted, otherwise it counts as gone.
 *
 * @throws ServiceFailure if the webhooks cannot be listed
 */
export async function locate(
	connection: Connection,
	webhook: WebhookLocation,
	ownUrl: string,
): Promise<'here' | 'elsewhere' | 'gone'> {
	const listed = await findListed(connection, webhook);
	if (isAtOwnAddress(listed?.url ?? webhook.url, ownUrl, webhook)) return 'here';
	return listed === undefined ? 'gone' : 'elsewhere';
}

/**
 * Whether the service itself confirms a 404: a proxy that cannot reach the service also responds with 404. Either the
 * list of webhooks no longer contains the webhook, or the workspace is gone as well.
 */
export async function isGone(connection: Connection, webhook: WebhookLocation): Promise<boolean> {
	return (await findListed(connection, webhook).catch(asServiceFailure)) === undefined;
}

async function findListed(
	connection: Connection,
	{ id, workspacePath }: WebhookLocation,
): Promise<IDataObject | undefined> {
	const listed = await listWebhooks(connection, workspacePath).catch(asServiceFailure);
	if (!(listed instanceof ServiceFailure)) return listed.find((each) => firstText(each.id) === id);
	const { status, code, requestId } = listed.facts;
	if (status === 404 && (code ?? requestId) !== undefined) return undefined;
	throw listed;
}
