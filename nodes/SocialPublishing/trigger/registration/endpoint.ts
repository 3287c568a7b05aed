import type { IDataObject } from 'n8n-workflow';

import { readWebhookDelivery, type WebhookDelivery } from '../../api/readings/webhook';
import { listWebhooks, webhookPath } from '../../api/webhooks';
import { readRecordId } from '../../api/readings/record';
import { asServiceFailure, InputFailure, ServiceFailure } from '../../shared/failure';
import { isLoopback, isSameAddress } from '../../transport/address';
import type { Connection } from '../../transport/connection';
import { isMissing } from '../../transport/errors';
import { fetchList, MAX_PAGE_SIZE } from '../../transport/paginate';
import type { WebhookLocation } from '../state';

/**
 * Whether a webhook sends its events to this n8n.
 *
 * @param url its address as the service lists it
 * @param known the webhook as this trigger created it
 */
export function isAtOwnAddress(url: unknown, ownUrl: string, known: WebhookLocation): boolean {
	if (isSameAddress(url, ownUrl)) return true;
	// The service may normalize addresses.
	return known.url === ownUrl && known.listedUrl !== '' && isSameAddress(url, known.listedUrl);
}

/**
 * Returns where a webhook sends its events: to this n8n ("here") or elsewhere. If the webhook is not listed, the address that
 * it was created with counts: "here", it may still have to be deleted; otherwise, it is gone.
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
 * Whether the service itself confirms a 404 or 410: a proxy that cannot reach the service may respond with 404, too.
 * Either the list of webhooks no longer contains the webhook, or the workspace is gone as well.
 */
export async function isGone(connection: Connection, webhook: WebhookLocation): Promise<boolean> {
	return (await findListed(connection, webhook).catch(asServiceFailure)) === undefined;
}

/** @throws ServiceFailure if the webhooks cannot be listed */
export async function findListed(
	connection: Connection,
	{ id, workspacePath }: WebhookLocation,
): Promise<IDataObject | undefined> {
	const listed = await listWebhooks(connection, workspacePath).catch(asServiceFailure);
	if (!(listed instanceof ServiceFailure)) return listed.find((each) => readRecordId(each) === id);
	if (isMissing(listed)) return undefined;
	throw listed;
}

/**
 * Whether something may still receive the events of a webhook: not if the service's latest delivery to its address has
 * failed. If that is unknown, the webhook counts as alive.
 */
export async function isAlive(
	connection: Connection,
	{ id, workspacePath }: WebhookLocation,
): Promise<boolean> {
	const records = await fetchList(connection, {
		purpose: 'list the deliveries of the webhook',
		path: `${webhookPath(workspacePath, id)}/deliveries`,
		limit: MAX_PAGE_SIZE,
	}).catch(asServiceFailure);
	if (records instanceof ServiceFailure) return true;
	const deliveries = records.map(readWebhookDelivery).filter((delivery) => delivery !== undefined);
	if (deliveries.length < records.length) return true;
	// If there are more deliveries, the ones read are the latest only if the list begins with the newest.
	const isComplete = records.length < MAX_PAGE_SIZE || isNewestFirst(deliveries);
	return !isComplete || !hasLatestFailed(deliveries);
}

/** Whether the latest delivery failed at the address. False if the times do not show which one is the latest. */
export function hasLatestFailed(deliveries: WebhookDelivery[]): boolean {
	const failures = deliveries.filter(({ hasFailedAtAddress }) => hasFailedAtAddress);
	const latestFailureMs = failures.reduce(
		(latest, { attemptedAtMs }) => Math.max(latest, attemptedAtMs),
		-Infinity,
	);
	return (
		failures.length > 0 &&
		deliveries.every(
			({ hasFailedAtAddress, attemptedAtMs }) =>
				hasFailedAtAddress || (attemptedAtMs > 0 && attemptedAtMs < latestFailureMs),
		)
	);
}

function isNewestFirst(deliveries: WebhookDelivery[]): boolean {
	return (deliveries.at(0)?.attemptedAtMs ?? 0) > (deliveries.at(-1)?.attemptedAtMs ?? 0);
}

/**
 * Rejects a webhook address of this n8n that the service certainly cannot use, before any request is made. The service itself
 * refuses addresses in private networks.
 *
 * @param serviceUrl `{base_url}`: a service on the same machine can reach loopback addresses
 * @throws InputFailure that names the setting to change
 */
export function checkPublicAddress(webhookUrl: string, serviceUrl: string): void {
	if (!URL.canParse(webhookUrl)) throw refusal(webhookUrl, 'is not a web address');
	const url = new URL(webhookUrl);
	if (isLoopback(url) && isLoopback(new URL(serviceUrl))) return;
	if (isLoopback(url)) throw refusal(webhookUrl, 'is only known on this machine');
	if (url.protocol !== 'https:') throw refusal(webhookUrl, 'does not start with https://');
}

function refusal(webhookUrl: string, reason: string): InputFailure {
	return new InputFailure(
		`The service cannot send events to this n8n: its webhook address ${webhookUrl} ${reason}`,
		"Set n8n's environment variable WEBHOOK_URL (in newer versions: N8N_WEBHOOK_URL) to its public address, for example https://n8n.example.com/, and restart n8n. If n8n has no public address, use the node Social Publishing Poll Trigger instead: it polls for the same events. Nothing was sent.",
	);
}
