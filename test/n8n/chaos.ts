import { setTimeout as sleep } from 'node:timers/promises';

import { eventBody, signatureHeader, type RunningService } from '../service';

/** The number of concurrent requests while n8n is running. */
const CONCURRENCY = 8;
const POLL_INTERVAL_MS = 25;
/** Delay of each sender while n8n is down, so that part of the events arrive then. */
const DOWN_PAUSE_MS = 300;

export interface ChaosOptions {
	service: RunningService;
	workspaceId: string;
	webhookUrl: string;
	signingSecret: string;
	eventCount: number;
	/** Stops and restarts n8n; called once, in the middle of the chaos. */
	crash: () => Promise<void>;
}

/** What was sent, and the responses. */
export interface Chaos {
	/** The receipts of each genuine event, by event id. */
	events: Map<string, EventReceipts>;
	/** Statuses of the forged and stale requests; 0 if there was no response. */
	forged: number[];
	/** When n8n was stopped, in milliseconds since 1970. */
	crashedAtMs: number;
}

export interface EventReceipts {
	/** How many copies n8n has accepted, in addition to the service's own delivery. */
	acceptedCopies: number;
	/** When n8n first accepted the event, in milliseconds since 1970. */
	firstAcceptedAtMs: number;
}

interface ChaosRequest {
	/** Index of the genuine event; undefined for a forgery. */
	event?: number;
}

/**
 * Has the service emit events and sends up to three more copies of each, in random order. One request in ten is
 * forged or stale.
 */
export async function runChaos(options: ChaosOptions): Promise<Chaos> {
	const { service, workspaceId, eventCount, crash } = options;
	const requests: ChaosRequest[] = [];
	for (let event = 0; event < eventCount; event++) {
		const times = 1 + (event % 4);
		for (let time = 0; time < times; time++) requests.push({ event });
	}
	const forgeries = Math.ceil(requests.length / 9);
	for (let count = 0; count < forgeries; count++) requests.push({});
	shuffle(requests);

	const chaos: Chaos = { events: new Map(), forged: [], crashedAtMs: Infinity };
	const emitted = new Map<number, { id: string; body: string }>();
	let isDown = false;
	let next = 0;

	async function sendRequest({ event }: ChaosRequest, index: number): Promise<void> {
		if (event === undefined) {
			chaos.forged.push(await send(options, forge(options, index)));
			return;
		}
		const known = emitted.get(event);
		if (known === undefined) {
			const genuine = service.emit(workspaceId, 'post.published', { event });
			const { id } = genuine;
			emitted.set(event, { id, body: eventBody(genuine) });
			const receipt = { acceptedCopies: 0, firstAcceptedAtMs: Infinity };
			chaos.events.set(id, receipt);
			while (deliveryStatus(service, id) === 'pending') await sleep(POLL_INTERVAL_MS);
			if (deliveryStatus(service, id) === 'succeeded') noteAccepted(receipt);
			return;
		}
		const status = await send(options, sign(options, known.body));
		const receipt = chaos.events.get(known.id);
		if (receipt === undefined || status !== 200) return;
		receipt.acceptedCopies++;
		noteAccepted(receipt);
	}

	async function sender(): Promise<void> {
		for (let index = next++; index < requests.length; index = next++) {
			const request = requests[index];
			if (request) await sendRequest(request, index);
			if (isDown) await sleep(DOWN_PAUSE_MS);
			if (index === Math.floor(requests.length / 2)) {
				isDown = true;
				chaos.crashedAtMs = Date.now();
				crashed = crash().finally(() => (isDown = false));
			}
		}
	}

	let crashed: Promise<unknown> = Promise.resolve();
	await Promise.all(Array.from({ length: CONCURRENCY }, sender));
	await crashed;
	return chaos;
}

function noteAccepted(receipt: EventReceipts): void {
	receipt.firstAcceptedAtMs = Math.min(receipt.firstAcceptedAtMs, Date.now());
}

/** The status of the service's latest delivery of an event. */
function deliveryStatus({ state }: RunningService, eventId: string): string {
	const newestFirst = [...state.webhookDeliveries.values()].reverse();
	return newestFirst.find(({ event }) => event.id === eventId)?.status ?? 'pending';
}

interface Signed {
	body: string;
	header: string;
}

function sign({ signingSecret }: ChaosOptions, body: string, offSeconds = 0): Signed {
	const seconds = Math.floor(Date.now() / 1_000) + offSeconds;
	return { body, header: signatureHeader(signingSecret, seconds, body) };
}

/** Forges in turn: another secret, a changed body, a stale timestamp, a future timestamp, an unreadable signature. */
function forge(options: ChaosOptions, index: number): Signed {
	const body = JSON.stringify({
		id: `forged_${index}`,
		type: 'post.published',
		workspace_id: options.workspaceId,
		created_at: new Date().toISOString(),
		data: {},
	});
	const genuine = sign(options, body);
	switch (index % 5) {
		case 0:
			return sign({ ...options, signingSecret: 'guessed' }, body);
		case 1:
			return { ...genuine, body: body.replace('{}', '{"post_id":"x"}') };
		case 2:
			return sign(options, body, -400);
		case 3:
			return sign(options, body, 400);
		default:
			return { body, header: genuine.header.replace('v1=', 'v1=!') };
	}
}

/** Whether this is the page, with status 200, that n8n returns to any request while its database is not ready. */
export function isStartingPage(text: string | null): boolean {
	return text?.startsWith('n8n is starting up') ?? false;
}

const SERVICE_UNAVAILABLE = 503;

/** @returns the status of the workflow's response; 503 or 0 if n8n was not ready or not running */
async function send({ webhookUrl }: ChaosOptions, { body, header }: Signed): Promise<number> {
	try {
		const response = await fetch(webhookUrl, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', 'Service-Signature': header },
			body,
		});
		return isStartingPage(await response.text()) ? SERVICE_UNAVAILABLE : response.status;
	} catch {
		return 0;
	}
}

function shuffle<T>(list: T[]): void {
	for (let index = list.length - 1; index > 0; index--) {
		const other = Math.floor(Math.random() * (index + 1));
		[list[index], list[other]] = [list[other] as T, list[index] as T];
	}
}
