import type { IHookFunctions } from 'n8n-workflow';

import { readWebhookDelivery, type WebhookDelivery } from '../../api/webhookRecords';
import { webhookPath } from '../../api/webhooks';
import { clock } from '../../shared/clock';
import {
	CancelledFailure,
	type ServiceFailure,
	asServiceFailure,
	describeFailure,
} from '../../shared/failure';
import { path } from '../../transport/address';
import { call } from '../../transport/call';
import type { Connection } from '../../transport/connection';
import { fetchList } from '../../transport/paginate';
import type { SeenEvents } from '../seenEvents';
import type { Registration, TriggerState } from '../state';

/** Takes half of the credential's limit of 60 requests a minute: the workflow's own steps need the rest. */
const PAUSE_MS = 2_000;

/** So many faults one after the other say that the service is down; a single one may be about its delivery alone. */
const MOST_FAULTS_IN_A_ROW = 3;

/** The replays under way, by workflow and node. */
const running = new Map<string, AbortController>();

/** Has the deliveries repeated that failed while the workflow was off. The activation does not wait for it. */
export function startReplay(
	functions: IHookFunctions,
	connection: Connection,
	{ registration, seen }: TriggerState,
): void {
	stopReplay(functions);
	if (registration === undefined) return;
	const controller = new AbortController();
	running.set(keyOf(functions), controller);
	const { logger } = functions;
	const { name } = functions.getNode();
	void replayFailed({ ...connection, signal: controller.signal }, registration, seen)
		.then(({ replayed, refused, failed }) => {
			const counts = `had ${replayed} failed deliveries replayed; ${refused} were refused`;
			if (failed > 0) {
				logger.warn(
					`${name}: ${counts}, and for ${failed} the service had a fault: these are tried again when the workflow is activated the next time`,
				);
			} else if (replayed + refused > 0) logger.info(`${name}: ${counts}`);
		})
		.catch((error: unknown) => {
			if (error instanceof CancelledFailure) return;
			logger.warn(
				`${name}: the replay of failed deliveries stopped; it goes on when the workflow is activated the next time. ${describeFailure(error)}`,
			);
		});
}

export function stopReplay(functions: IHookFunctions): void {
	running.get(keyOf(functions))?.abort();
	running.delete(keyOf(functions));
}

async function replayFailed(
	connection: Connection,
	{ workspacePath, id }: Registration,
	seen: SeenEvents,
): Promise<{ replayed: number; refused: number; failed: number }> {
	const deliveriesPath = `${webhookPath(workspacePath, id)}/deliveries`;
	const records = await fetchList(connection, {
		purpose: 'list the deliveries of the webhook',
		path: deliveriesPath,
		limit: undefined,
	});
	const deliveries = records.map(readWebhookDelivery).filter((delivery) => delivery !== undefined);
	const counts = { replayed: 0, refused: 0, failed: 0 };
	let faultsInARow = 0;
	for (const delivery of missedIn(deliveries)) {
		await clock.wait(PAUSE_MS, connection.signal);
		if (delivery.eventId !== undefined && seen.has(delivery.eventId)) continue;
		const replay = call(connection, {
			purpose: 'replay the delivery',
			method: 'POST',
			path: `${deliveriesPath}${path(delivery.id, 'replay')}`,
			json: {},
			safety: 'repeatable',
		});
		const failure = await replay.then(() => undefined, asServiceFailure);
		faultsInARow = isFaultOfService(failure) ? faultsInARow + 1 : 0;
		if (failure === undefined) counts.replayed++;
		else if (isAboutOneDelivery(failure)) counts.refused++;
		else if (faultsInARow > 0 && faultsInARow < MOST_FAULTS_IN_A_ROW) counts.failed++;
		else throw failure;
	}
	return counts;
}

/** One failed delivery of each event that has not arrived, the oldest events first. */
export function missedIn(deliveries: WebhookDelivery[]): WebhookDelivery[] {
	const byEvent = new Map<string, WebhookDelivery[]>();
	// Lists of this kind begin with the newest; that decides where no time is told.
	for (const delivery of [...deliveries].reverse()) {
		const event = delivery.eventId ?? `delivery ${delivery.id}`;
		byEvent.set(event, [...(byEvent.get(event) ?? []), delivery]);
	}
	return [...byEvent.values()]
		.filter((attempts) => attempts.every(({ hasFailed }) => hasFailed !== false))
		.map((attempts) => attempts.filter(({ hasFailed }) => hasFailed).sort(byTime))
		.map(([first]) => first)
		.filter((delivery) => delivery !== undefined)
		.sort(byTime);
}

function byTime(one: WebhookDelivery, other: WebhookDelivery): number {
	return one.attemptedAtMs - other.attemptedAtMs;
}

/** A delivery may have become impossible to replay, which says nothing of the others. */
function isAboutOneDelivery({ facts: { status = 0 } }: ServiceFailure): boolean {
	return status >= 400 && status < 500 && ![401, 403, 429].includes(status);
}

function isFaultOfService(failure: ServiceFailure | undefined): boolean {
	return (failure?.facts.status ?? 0) >= 500;
}

function keyOf(functions: IHookFunctions): string {
	return `${functions.getWorkflow().id} ${functions.getNode().id}`;
}
