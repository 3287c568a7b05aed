import type { IDataObject } from 'n8n-workflow';

import { hasEvents, readSubscribedTypes } from '../api/readings/webhook';
import { listWebhooks, webhookPath, type NewWebhook } from '../api/webhooks';
import { CancelledFailure, ServiceFailure } from '../shared/failure';
import { canonicalJson, firstText, isRecord, readRecord, textOf } from '../shared/json';
import { withLock } from '../shared/withLock';
import { isSameAddress } from '../transport/address';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { processMemory } from './processMemory';
import { deleteWebhook } from './unkeyedCommands';

const PURPOSE = 'create the webhook';

/** The number of attempts at a creation whose responses get lost. */
const CREATION_ATTEMPTS = 3;

/** Creations whose response was lost and whose webhook could not be deleted. */
interface OpenCreations {
	/** The IDs that existed before the first of them. */
	existing: unknown[];
	/** At most as many webhooks have been left behind. */
	count: number;
}

const openCreations = processMemory('open webhook creation', readOpenCreations);

function readOpenCreations(stored: unknown): OpenCreations | undefined {
	if (!isRecord(stored) || !Array.isArray(stored.existing)) return undefined;
	return { existing: stored.existing, count: Number(stored.count) };
}

/**
 * Creates a webhook. The service supports no Idempotency-Key here. A webhook whose response is lost is useless, because its
 * secret is returned only once: it is deleted, and another one is created. Parallel creations with the same address run one
 * after the other, so a webhook that appears in the meantime does not belong to another creation in this process.
 *
 * @returns the record with its signing secret, as the service sent it
 * @throws ServiceFailure of unknown effect when no response arrives and the webhook it may have left cannot be deleted
 */
export async function createWebhook(
	connection: Connection,
	workspacePath: string,
	webhook: NewWebhook,
): Promise<IDataObject> {
	const creation = canonicalJson([connection.baseUrl, workspacePath, webhook.url]);
	const create = async () => await createAlone(connection, workspacePath, webhook, creation);
	return await withLock(creation, create);
}

async function createAlone(
	connection: Connection,
	workspacePath: string,
	webhook: NewWebhook,
	creation: string,
): Promise<IDataObject> {
	const open = openCreations.recall(creation);
	if (open !== undefined && (await deleteStrays(connection, workspacePath, webhook, open))) {
		openCreations.forget(creation);
	}
	const existing = (await listWebhooks(connection, workspacePath)).map(({ id }) => id);
	for (let attemptsLeft = CREATION_ATTEMPTS - 1; ; attemptsLeft--) {
		const created = await tryToCreate(connection, workspacePath, webhook);
		if (!(created instanceof ServiceFailure)) {
			openCreations.forget(creation);
			return created;
		}
		const isClean = await deleteStrays(connection, workspacePath, webhook, { existing, count: 1 });
		if (!isClean) {
			const earlier = openCreations.recall(creation) ?? { existing, count: 0 };
			openCreations.remember(creation, { ...earlier, count: earlier.count + 1 });
		}
		if (!isClean || attemptsLeft === 0) throw withRemains(created, isClean);
	}
}

/** Adds to the failure of a creation what it has left at the service. */
function withRemains(failure: ServiceFailure, isClean: boolean): ServiceFailure {
	// The failure of a lost response says so itself.
	if (failure.effect === 'unknown') return failure;
	if (isClean) failure.advise('No webhook was left behind.');
	else {
		failure.effect = 'unknown';
		failure.effectFacts.lost = { purpose: PURPOSE };
	}
	return failure;
}

/** Returns a lost response as a value; any other failure is thrown. */
async function tryToCreate(
	connection: Connection,
	workspacePath: string,
	webhook: NewWebhook,
): Promise<IDataObject | ServiceFailure> {
	const response = await call(connection, {
		purpose: PURPOSE,
		method: 'POST',
		path: `${workspacePath}/webhooks`,
		json: webhook,
		safety: 'unrepeatable',
	}).catch(asLostResponse);
	if (response instanceof ServiceFailure) return response;
	const record = readRecord(response.data);
	if (Object.keys(record).length > 0) return record;
	return new ServiceFailure(
		'Could not create the webhook: the response contains no signing secret',
		'Without it, events cannot be verified. Report this to the support of the service.',
	);
}

function asLostResponse(error: unknown): ServiceFailure {
	const isLost = error instanceof ServiceFailure && error.effect === 'unknown';
	if (isLost && !(error instanceof CancelledFailure)) return error;
	throw error;
}

/**
 * Deletes the webhooks with this address and these events that did not exist before. If there are more than the lost
 * creations can have left, somebody else has created the same webhook in the meantime: then all are left alone. So is one
 * that is listed without its address, because it may be anybody's.
 *
 * @returns false if a stray may be left
 */
async function deleteStrays(
	connection: Connection,
	workspacePath: string,
	webhook: NewWebhook,
	{ existing, count }: OpenCreations,
): Promise<boolean> {
	try {
		const strays = (await listWebhooks(connection, workspacePath)).filter(
			(listed) => !existing.includes(listed.id) && mayBeSame(listed, webhook),
		);
		if (strays.length > count) return false;
		if (strays.some(({ url }) => textOf(url) === undefined)) return false;
		for (const stray of strays) {
			const id = firstText(stray.id);
			if (id === undefined) return false;
			await deleteWebhook(connection, webhookPath(workspacePath, id));
		}
		return true;
	} catch {
		// The lost response matters more to the user.
		return false;
	}
}

/** Whether a listed webhook has this address and these events. A field that the list leaves out may be the same. */
function mayBeSame(listed: IDataObject, { url, events }: NewWebhook): boolean {
	const hasSameAddress = textOf(listed.url) === undefined || isSameAddress(listed.url, url);
	const hasSameEvents = readSubscribedTypes(listed) === undefined || hasEvents(listed, events);
	return hasSameAddress && hasSameEvents;
}
