import { hasEvents, type Webhook } from '../api/readings/webhook';
import { LIST_DELAY_MS, listWebhooks, webhookPath, type NewWebhook } from '../api/webhooks';
import { clock } from '../shared/clock';
import { ServiceFailure } from '../shared/failure';
import { isRecord } from '../shared/json';
import { isSameAddress } from '../transport/address';
import type { Connection } from '../transport/connection';
import { deleteEntry, readEntry, writeEntry } from './journal';
import type { ExecutionScope } from './key';
import { ProcessMemory } from './processMemory';
import { deleteWebhook } from './unkeyedCommands';

/** Creations that were sent, and may have left a webhook whose secret is lost. */
export interface OpenCreations {
	/** The IDs that existed before the first of them. */
	existing: unknown[];
	/** Their bodies. Each may have left a webhook; a user may have changed the events in between. */
	bodies: NewWebhook[];
}

const openCreations = new ProcessMemory<OpenCreations>();

function readOpenCreations(stored: unknown): OpenCreations | undefined {
	if (!isRecord(stored) || !Array.isArray(stored.existing)) return undefined;
	return { existing: stored.existing, bodies: [stored.bodies].flat().filter(isNewWebhook) };
}

function isNewWebhook(stored: unknown): stored is NewWebhook {
	return isRecord(stored) && typeof stored.url === 'string' && Array.isArray(stored.events);
}

/** Remembers the open creations of a webhook, in this process and in the journal of the item, if there is one. */
export class CreationMemory {
	constructor(
		private readonly identity: string,
		private readonly scope: ExecutionScope | undefined,
	) {}

	recall(): OpenCreations | undefined {
		const { identity, scope } = this;
		const own = scope && readOpenCreations(readEntry(scope, this.nameInJournal));
		return openCreations.recall(identity) ?? own;
	}

	replace(open: OpenCreations | undefined): void {
		const { identity, scope, nameInJournal } = this;
		if (open === undefined) {
			openCreations.forget(identity);
			if (scope !== undefined) deleteEntry(scope, nameInJournal);
			return;
		}
		openCreations.remember(identity, open);
		const { existing, bodies } = open;
		if (scope !== undefined) writeEntry(scope, nameInJournal, { existing, bodies, isOpen: true });
	}

	private get nameInJournal(): string[] {
		return ['open webhook creation', this.identity];
	}
}

/** As `deleteStrays`, right after the creations. A list may be late: if it shows none, a second one decides. */
export async function deleteNewStrays(
	connection: Connection,
	workspacePath: string,
	open: OpenCreations,
): Promise<Webhook[] | undefined> {
	const look = async () => {
		const listed = await listWebhooks(connection, workspacePath);
		return await deleteStrays(connection, workspacePath, listed, open);
	};
	const strays = await look();
	if (strays?.length !== 0) return strays;
	await clock.wait(LIST_DELAY_MS, connection.signal);
	return await look();
}

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
