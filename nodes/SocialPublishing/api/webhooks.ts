import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { readRecord } from '../shared/json';
import { isSameAddress, path } from '../transport/address';
import { AttemptMemory } from '../transport/attemptMemory';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { UncertainFailure } from '../transport/errors';
import { fetchList } from '../transport/paginate';
import { deleteRecord } from './deletion';

export interface NewWebhook extends IDataObject {
	url: string;
	/** Event types, such as `post.published`. */
	events: string[];
}

/** The number of attempts at a creation whose responses get lost. */
const CREATION_ATTEMPTS = 3;

/** The ids that existed before a creation whose response was lost and whose webhook could not be deleted. */
const openCreations = new AttemptMemory<Set<unknown>>(100);

export function webhookPath(workspacePath: string, id: string): string {
	return `${workspacePath}${path('webhooks', id)}`;
}

/** The webhooks that this credential has created in the workspace. */
export async function listWebhooks(
	connection: Connection,
	workspacePath: string,
): Promise<IDataObject[]> {
	return await fetchList(connection, {
		purpose: 'list the webhooks',
		path: `${workspacePath}/webhooks`,
		limit: undefined,
	});
}

/**
 * Creates a webhook. The service supports no Idempotency-Key here. A webhook whose response is lost is useless, because its
 * secret is returned only once: it is deleted, and another one is created.
 *
 * @returns the record with its signing secret, as the service sent it
 * @throws UncertainFailure when no response arrives and the webhook it may have left cannot be deleted
 */
export async function createWebhook(
	connection: Connection,
	workspacePath: string,
	webhook: NewWebhook,
): Promise<IDataObject> {
	const { url } = webhook;
	const creation = [connection.baseUrl, workspacePath, url];
	const before = openCreations.recall(creation);
	if (before !== undefined && (await deleteStrays(connection, workspacePath, url, before))) {
		openCreations.forget(creation);
	}
	const existing = new Set((await listWebhooks(connection, workspacePath)).map(({ id }) => id));
	for (let attemptsLeft = CREATION_ATTEMPTS - 1; ; attemptsLeft--) {
		const created = await tryToCreate(connection, workspacePath, webhook);
		if (!(created instanceof ServiceFailure)) {
			openCreations.forget(creation);
			return created;
		}
		const isClean = await deleteStrays(connection, workspacePath, url, existing);
		if (!isClean) openCreations.remember(creation, openCreations.recall(creation) ?? existing);
		if (!isClean || attemptsLeft === 0) throw created;
	}
}

/** Returns a lost response as a value; any other failure is thrown. */
async function tryToCreate(
	connection: Connection,
	workspacePath: string,
	webhook: NewWebhook,
): Promise<IDataObject | ServiceFailure> {
	const response = await call(connection, {
		purpose: 'create the webhook',
		method: 'POST',
		path: `${workspacePath}/webhooks`,
		json: webhook,
		safety: 'once',
	}).catch(asUncertainFailure);
	if (response instanceof UncertainFailure) return response;
	const record = readRecord(response.data);
	if (Object.keys(record).length > 0) return record;
	return new ServiceFailure(
		'Could not create the webhook: the response contains no signing secret',
		'Without it, events cannot be verified. No webhook was left behind. Report this to the support of the service.',
	);
}

function asUncertainFailure(error: unknown): UncertainFailure {
	if (error instanceof UncertainFailure) return error;
	throw error;
}

/** Deletes the webhooks with this address that did not exist before. False when that fails. */
async function deleteStrays(
	connection: Connection,
	workspacePath: string,
	url: string,
	existing: Set<unknown>,
): Promise<boolean> {
	try {
		for (const { id, url: foundUrl } of await listWebhooks(connection, workspacePath)) {
			if (!isSameAddress(foundUrl, url) || existing.has(id)) continue;
			await deleteWebhook(connection, webhookPath(workspacePath, String(id)));
		}
		return true;
	} catch {
		// The lost response is what the user must know about.
		return false;
	}
}

/** Deletes a webhook and its delivery records. */
export async function deleteWebhook(connection: Connection, webhookPath: string): Promise<void> {
	await deleteRecord(connection, 'delete the webhook', webhookPath);
}
