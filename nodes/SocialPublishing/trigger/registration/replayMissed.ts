import type { IHookFunctions } from 'n8n-workflow';

import { readWebhookDelivery, type WebhookDelivery } from '../../api/readings/webhook';
import { webhookPath } from '../../api/webhooks';
import { clock } from '../../shared/clock';
import { asServiceFailure, CancelledFailure, type ServiceFailure } from '../../shared/failure';
import { groupBy } from '../../shared/maps';
import { path } from '../../transport/address';
import { call } from '../../transport/call';
import type { Connection } from '../../transport/connection';
import { fetchList } from '../../transport/paginate';
import { logWarning, logFailure } from '../failures';
import type { SeenEvents } from '../seenEvents';
import type { Registration, TriggerState } from '../state';

/** Uses half of the credential's limit of 60 requests a minute, and leaves the rest for the workflow. */
const PAUSE_MS = 2_000;

/** After this many server errors in a row, the service counts as down. A single one may concern only its delivery. */
const MAX_SERVER_ERRORS = 3;

/** The replays in progress, by workflow and node. */
const runningReplays = new Map<string, AbortController>();

/**
 * Asks the service to replay the deliveries that failed while the workflow was inactive. Runs in the background, so the
 * activation does not wait for it.
 */
export function startReplay(
	functions: IHookFunctions,
	connection: Connection,
	{ registration, seen }: TriggerState,
): void {
	stopReplay(functions);
	if (registration === undefined) return;
	const controller = new AbortController();
	runningReplays.set(keyOf(functions), controller);
	void replayFailed({ ...connection, signal: controller.signal }, registration, seen)
		.then(({ replayed, failed }) => {
			const counts = `failed deliveries: ${replayed} replayed`;
			const remaining = `${failed} not. What was not replayed is tried again the next time the workflow is activated.`;
			if (failed > 0) logWarning(functions, `${counts}, ${remaining}`);
			else if (replayed > 0) functions.logger.info(`${functions.getNode().name}: ${counts}`);
		})
		.catch((error: unknown) => {
			if (error instanceof CancelledFailure) return;
			const happened =
				'the replay of failed deliveries stopped. It continues the next time the workflow is activated.';
			logFailure(functions, happened, error);
		});
}

export function stopReplay(functions: IHookFunctions): void {
	runningReplays.get(keyOf(functions))?.abort();
	runningReplays.delete(keyOf(functions));
}

async function replayFailed(
	connection: Connection,
	{ workspacePath, id }: Registration,
	seen: SeenEvents,
): Promise<{ replayed: number; failed: number }> {
	const deliveriesPath = `${webhookPath(workspacePath, id)}/deliveries`;
	const records = await fetchList(connection, {
		purpose: 'list the deliveries of the webhook',
		path: deliveriesPath,
		limit: undefined,
	});
	const deliveries = records.flatMap((record) => readWebhookDelivery(record) ?? []);
	const counts = { replayed: 0, failed: 0 };
	let serverErrors = 0;
	for (const delivery of findMissedDeliveries(deliveries)) {
		await clock.wait(PAUSE_MS, connection.signal);
		if (delivery.eventId !== undefined && seen.has(delivery.eventId)) continue;
		const replay = call(connection, {
			purpose: 'replay the delivery',
			method: 'POST',
			path: `${deliveriesPath}${path(delivery.id, 'replay')}`,
			json: {},
			safety: 'idempotent',
		});
		const failure = await replay.then(() => undefined, asServiceFailure);
		serverErrors = (failure?.facts.status ?? 0) >= 500 ? serverErrors + 1 : 0;
		if (failure === undefined) counts.replayed++;
		else if (isAboutOneDelivery(failure) && serverErrors < MAX_SERVER_ERRORS) counts.failed++;
		else throw failure;
	}
	return counts;
}

/** One failed delivery for each event that has not arrived, oldest event first. */
export function findMissedDeliveries(deliveries: WebhookDelivery[]): WebhookDelivery[] {
	// The list is expected to begin with the newest delivery; its order counts where a delivery has no time.
	const oldestFirst = [...deliveries].reverse();
	const byEvent = groupBy(oldestFirst, ({ eventId, id }) => eventId ?? `delivery ${id}`);
	return [...byEvent.values()]
		.filter((attempts) => attempts.every(({ hasFailed }) => hasFailed !== false))
		.flatMap((attempts) => attempts.filter(({ hasFailed }) => hasFailed).sort(byTime)[0] ?? [])
		.sort(byTime);
}

function byTime(one: WebhookDelivery, other: WebhookDelivery): number {
	return one.attemptedAtMs - other.attemptedAtMs;
}

/** The others can still be replayed. */
function isAboutOneDelivery({ facts: { status } }: ServiceFailure): boolean {
	return status !== undefined && ![401, 403, 429].includes(status);
}

function keyOf(functions: IHookFunctions): string {
	return `${functions.getWorkflow().id} ${functions.getNode().id}`;
}
