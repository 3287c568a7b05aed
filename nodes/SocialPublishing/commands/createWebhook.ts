import type { IDataObject } from 'n8n-workflow';

import { readCreatedWebhook } from '../api/readings/webhook';
import { listWebhooks, type NewWebhook } from '../api/webhooks';
import {
	CancelledFailure,
	isRequestFailure,
	ServiceFailure,
	undoing,
	UndecidedFailure,
} from '../shared/failure';
import { canonicalJson, readRecord } from '../shared/json';
import { asSentence } from '../shared/text/sentences';
import { withLock } from '../shared/withLock';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import type { ExecutionScope } from './key';
import { CreationMemory, deleteNewStrays, deleteStrays, type OpenCreations } from './lostCreations';

const PURPOSE = 'create the webhook';

/** A service may allow each address once. */
export const TAKEN_ADDRESS_ADVICE =
	'Another webhook may have this address. If nobody needs it, delete it with the resource Webhook or with the API token that created it, then try again.';

/** The number of attempts at a creation whose responses get lost. */
const CREATION_ATTEMPTS = 3;

/**
 * Creates a webhook. The service supports no Idempotency-Key here. A webhook whose response is lost is useless, because its
 * secret is returned only once: it is deleted, and another one is created. Parallel creations with the same address run one
 * after the other, so a webhook that appears in the meantime does not belong to another creation in this process.
 *
 * @param scope of the item that the webhook is created for, if any: a Retry of its execution then knows the webhooks that
 *   existed before the first attempt
 * @returns the record with its signing secret, as the service sent it
 * @throws ServiceFailure of unknown effect when no response arrives and the webhook it may have left cannot be deleted
 */
export async function createWebhook(
	connection: Connection,
	workspacePath: string,
	webhook: NewWebhook,
	scope?: ExecutionScope,
): Promise<IDataObject> {
	const identity = canonicalJson([connection.baseUrl, workspacePath, webhook.url]);
	const memory = new CreationMemory(identity, scope);
	const create = async () => await createAlone(connection, workspacePath, webhook, memory);
	return await withLock(identity, create);
}

async function createAlone(
	connection: Connection,
	workspacePath: string,
	webhook: NewWebhook,
	memory: CreationMemory,
): Promise<IDataObject> {
	const existing = await prepareCreation(connection, workspacePath, memory);
	const cleanUp = async (open: OpenCreations) =>
		// What has become of the creation matters more to the user.
		await deleteNewStrays(connection, workspacePath, open).catch(() => undefined);
	for (let lost = 0, deleted = 0; ; lost++) {
		const before = memory.recall();
		const { existing: atFirst, bodies } = before ?? { existing, bodies: [] };
		memory.replace({ existing: atFirst, bodies: [...bodies, webhook] });
		const attempt = tryToCreate(connection, workspacePath, webhook);
		const created = await attempt.catch(undoing(() => memory.replace(before)));
		if (!(created instanceof ServiceFailure)) {
			const { id } = readCreatedWebhook(created);
			// An attempt may arrive only after its response was missed, and after the list that was to show its webhook.
			const late = lost - deleted;
			if (late > 0 && id !== undefined)
				await cleanUp({
					existing: [...existing, id],
					bodies: Array<NewWebhook>(late).fill(webhook),
				});
			memory.replace(undefined);
			return created;
		}
		const strays = await cleanUp({ existing, bodies: [webhook] });
		const isClean = strays !== undefined;
		if (isClean) memory.replace(before);
		if (!isClean || lost === CREATION_ATTEMPTS - 1) throw withRemains(created, isClean);
		deleted += strays.length;
	}
}

/**
 * Deletes what earlier creations have left. Without the list, and as long as they cannot be deleted, nothing is sent: each
 * attempt could leave another webhook whose secret is lost.
 *
 * @returns the IDs that existed before the creation
 * @throws ServiceFailure if the webhooks cannot be listed, or those left behind cannot be deleted
 */
async function prepareCreation(
	connection: Connection,
	workspacePath: string,
	memory: CreationMemory,
): Promise<unknown[]> {
	const open = memory.recall();
	const look = async () => {
		const listed = await listWebhooks(connection, workspacePath);
		const deleted = open && (await deleteStrays(connection, workspacePath, listed, open));
		if (deleted !== undefined) memory.replace(undefined);
		return listed.map(({ id }) => id);
	};
	return await look().catch((error: unknown) => {
		throw open !== undefined && isRequestFailure(error) ? uncheckedFailure(error) : error;
	});
}

function uncheckedFailure({ message, advice, facts }: ServiceFailure): ServiceFailure {
	return new UndecidedFailure(
		`Could not ${PURPOSE}: an earlier attempt may have left one, and the node could not delete it`,
		`${asSentence(message)} The signing secret of that webhook is lost, so the node deletes it before it creates another one. ${advice || 'Try again later.'}`,
		facts,
		{ effectFacts: { wasSentBefore: true } },
	);
}

/** Adds to the failure of a creation what it has left at the service. */
function withRemains(failure: ServiceFailure, isClean: boolean): ServiceFailure {
	// The failure of a lost response says so itself.
	if (failure.effect === 'unknown') return failure;
	return isClean
		? failure.withAdvice('No webhook was left behind.')
		: failure.with({ effect: 'unknown', effectFacts: { lost: { purpose: PURPOSE } } });
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
		explanations: {
			409: {
				happened: 'the service reports a conflict',
				advice: TAKEN_ADDRESS_ADVICE,
			},
		},
	}).catch(asLostResponse);
	if (response instanceof ServiceFailure) return response;
	const record = readRecord(response.data);
	if (Object.keys(record).length > 0) return record;
	return new ServiceFailure(
		'Could not create the webhook: the response contains no signing secret',
		"Without it, events cannot be verified. Report this to the service's support.",
	);
}

function asLostResponse(error: unknown): ServiceFailure {
	const isLost = error instanceof ServiceFailure && error.effect === 'unknown';
	if (isLost && !(error instanceof CancelledFailure)) return error;
	throw error;
}
