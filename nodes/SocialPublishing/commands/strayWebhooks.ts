import { hasEvents, type Webhook } from '../api/readings/webhook';
import { webhookPath, type NewWebhook } from '../api/webhooks';
import { ServiceFailure } from '../shared/failure';
import { isSameAddress } from '../transport/address';
import type { Connection } from '../transport/connection';
import type { OpenCreations } from './creationMemory';
import { deleteWebhook } from './unkeyedCommands';

/**
 * Deletes the listed webhooks with the addresses and events of lost creations that did not exist before. If there are more
 * than these can have left, somebody else has created the same webhook in the meantime: then all are left alone.
 *
 * @returns those that were deleted; undefined if a stray may be left
 * @throws ServiceFailure also if one is listed without its address, because it may be anybody's
 */
export async function deleteStrays(
	connection: Connection,
	workspacePath: string,
	listed: Webhook[],
	{ existing, bodies }: OpenCreations,
): Promise<Webhook[] | undefined> {
	const strays = listed.filter(
		(each) => !existing.includes(each.id) && bodies.some((body) => mayBeSame(each, body)),
	);
	const unclear = strays.filter(({ id, url }) => id === undefined || url === undefined);
	if (unclear.length > 0) throw unclearFailure(unclear);
	if (strays.length > bodies.length) return undefined;
	for (const { id = '' } of strays) {
		await deleteWebhook(connection, webhookPath(workspacePath, id));
	}
	return strays;
}

function unclearFailure(webhooks: Webhook[]): ServiceFailure {
	const ids = webhooks.flatMap(({ id }) => id ?? []);
	return new ServiceFailure(
		'The list of webhooks does not show its address',
		`It may be ${ids.join(' or ') || 'one without an ID'}, unless that one belongs to another workflow or integration: then it usually has successful deliveries (Webhook → Get Deliveries). Delete one that nobody needs with the resource Webhook, then try again. If all are needed, restart n8n, then start a new execution or activate the workflow again.`,
	);
}

/** Whether a listed webhook has this address and these events. A field that the list leaves out may be the same. */
function mayBeSame(listed: Webhook, { url, events }: NewWebhook): boolean {
	const hasSameAddress = listed.url === undefined || isSameAddress(listed.url, url);
	const hasSameEvents = listed.events === undefined || hasEvents(listed, events);
	return hasSameAddress && hasSameEvents;
}
