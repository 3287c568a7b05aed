import { readWebhookDelivery, type WebhookDelivery } from '../../api/readings/webhook';
import { webhookPath } from '../../api/webhooks';
import { ServiceFailure, asServiceFailure } from '../../shared/failure';
import type { Connection } from '../../transport/connection';
import { LARGEST_PAGE, fetchList } from '../../transport/paginate';
import type { WebhookLocation } from '../state';

/**
 * Whether something may still receive the events of a webhook at its address: unless the service's latest delivery
 * there has failed. Where the service cannot say, the webhook counts as alive.
 */
export async function isAlive(
	connection: Connection,
	{ id, workspacePath }: WebhookLocation,
): Promise<boolean> {
	const records = await fetchList(connection, {
		purpose: 'list the deliveries of the webhook',
		path: `${webhookPath(workspacePath, id)}/deliveries`,
		limit: LARGEST_PAGE,
	}).catch(asServiceFailure);
	if (records instanceof ServiceFailure) return true;
	const deliveries = records.map(readWebhookDelivery).filter((delivery) => delivery !== undefined);
	if (deliveries.length < records.length) return true;
	// There may be more deliveries: those read are the latest only if the list begins with the newest.
	const isComplete = records.length < LARGEST_PAGE || isNewestFirst(deliveries);
	return !isComplete || !hasLatestFailed(deliveries);
}

/** Whether the latest delivery failed at the address. False where the times do not say which one is the latest. */
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
