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
	/** Kinds of events, such as `post.published`. */
	events: string[];
}

/** How often a creation is tried whose answers get lost. */
const CREATION_TRIES = 3;

/** Ids that were there before a creation whose answer was lost, and which could not be cleaned up after. */
const openCreations = new AttemptMemory<Set<unknown>>(100);

export function webhookPath(workspacePath: string, id: string): string {
	return `${workspacePath}${path('webhooks', id)}`;
}

/** The webhooks that this credential has made in the workspace. */
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
 * Creates a webhook. The service knows no Idempotency-Key here, and a webhook whose answer is lost is of no use,
 * because its secret is told only once: it is deleted, and another one is created.
 *
 * @returns the record with its signing secret, as the service sent it
 * @throws UncertainFailure when no answer arrives and what it left cannot be looked up
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
	for (let triesLeft = CREATION_TRIES - 1; ; triesLeft--) {
		const created = await tryToCreate(connection, workspacePath, webhook);
		if (!(created instanceof ServiceFailure)) {
			openCreations.forget(creation);
			return created;
		}
		const isClean = await deleteStrays(connection, workspacePath, url, existing);
		if (!isClean) openCreations.remember(creation, openCreations.recall(creation) ?? existing);
		if (!isClean || triesLeft === 0) throw created;
	}
}

/** Gives a lost answer as a value; any other failure is thrown. */
async function tryToCreate(
	connection: Connection,
	workspacePath: string,
	webhook: NewWebhook,
): Promise<IDataObject | ServiceFailure> {
	const answer = await call(connection, {
		purpose: 'create the webhook',
		method: 'POST',
		path: `${workspacePath}/webhooks`,
		json: webhook,
		safety: 'once',
	}).catch(asUncertainFailure);
	if (answer instanceof UncertainFailure) return answer;
	const record = readRecord(answer.data);
	if (Object.keys(record).length > 0) return record;
	return new ServiceFailure(
		'Could not create the webhook: the service answered without its signing secret',
		'Without it, events cannot be verified. No webhook was left behind. Report this to the support of the service.',
	);
}

function asUncertainFailure(error: unknown): UncertainFailure {
	if (error instanceof UncertainFailure) return error;
	throw error;
}

/** Deletes the webhooks of this address that were not there before. False when the service does not let us. */
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
		// The lost answer is what the user has to know of.
		return false;
	}
}

/** Deletes a webhook with its delivery records. */
export async function deleteWebhook(connection: Connection, webhookPath: string): Promise<void> {
	await deleteRecord(connection, 'delete the webhook', webhookPath);
}
