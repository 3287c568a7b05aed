import { setTimeout as sleep } from 'node:timers/promises';

import { signatureHeader, type RunningService } from '../service';
import { waitUntil } from './process';
import type { Execution, RestClient } from './rest';

/** Requests under way at once. */
const CONCURRENCY = 12;
/** Pause of each sender while n8n is down, so that part of the storm meets it there. */
const DOWN_PAUSE_MS = 300;
const SETTLING_TIMEOUT_MS = 600_000;

export interface StormOptions {
	service: RunningService;
	workspaceId: string;
	webhookUrl: string;
	signingSecret: string;
	eventCount: number;
	/** Brings n8n down and up again; called once, in the middle. */
	crash: () => Promise<void>;
}

/** What was sent, and how it was answered. */
export interface Storm {
	/** Of each genuine event, by id: how often it was sent besides the service's own delivery, and accepted. */
	copies: Map<string, { sent: number; accepted: number }>;
	/** Statuses of the forged and stale requests; 0 where n8n was down. */
	forged: number[];
}

interface Shot {
	/** Which of the genuine events; undefined for a forgery. */
	event?: number;
}

/**
 * Has the service send events, and sends one to four times as many copies of them beside it, all shuffled; one
 * request in ten is forged or stale.
 */
export async function runStorm(options: StormOptions): Promise<Storm> {
	const { service, workspaceId, eventCount, crash } = options;
	const shots: Shot[] = [];
	for (let event = 0; event < eventCount; event++) {
		const times = 1 + (event % 4);
		for (let time = 0; time < times; time++) shots.push({ event });
	}
	const forgeries = Math.ceil(shots.length / 9);
	for (let count = 0; count < forgeries; count++) shots.push({});
	shuffle(shots);

	const storm: Storm = { copies: new Map(), forged: [] };
	const emitted = new Map<number, { id: string; body: string }>();
	let isDown = false;
	let next = 0;

	async function shoot({ event }: Shot, index: number): Promise<void> {
		if (event === undefined) {
			storm.forged.push(await send(options, forge(options, index)));
			return;
		}
		const known = emitted.get(event);
		if (known === undefined) {
			const { id, type, createdAtMs, data } = service.emit(workspaceId, 'post.published', {
				event,
			});
			const created_at = new Date(createdAtMs).toISOString();
			const body = JSON.stringify({ id, type, workspace_id: workspaceId, created_at, data });
			emitted.set(event, { id, body });
			storm.copies.set(id, { sent: 0, accepted: 0 });
			return;
		}
		const counts = storm.copies.get(known.id);
		const status = await send(options, sign(options, known.body));
		if (counts === undefined) return;
		counts.sent++;
		if (status === 200) counts.accepted++;
	}

	async function sender(): Promise<void> {
		for (let index = next++; index < shots.length; index = next++) {
			const shot = shots[index];
			if (shot) await shoot(shot, index);
			if (isDown) await sleep(DOWN_PAUSE_MS);
			if (index === Math.floor(shots.length / 2)) {
				isDown = true;
				crashed = crash().finally(() => (isDown = false));
			}
		}
	}

	let crashed: Promise<unknown> = Promise.resolve();
	await Promise.all(Array.from({ length: CONCURRENCY }, sender));
	await crashed;
	return storm;
}

interface Signed {
	body: string;
	header: string;
}

function sign({ signingSecret }: StormOptions, body: string, offSeconds = 0): Signed {
	const seconds = Math.floor(Date.now() / 1_000) + offSeconds;
	return { body, header: signatureHeader(signingSecret, seconds, body) };
}

/** In turn: another secret, a changed body, a stale timestamp, one ahead of time, no signature that can be read. */
function forge(options: StormOptions, index: number): Signed {
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

async function send({ webhookUrl }: StormOptions, { body, header }: Signed): Promise<number> {
	try {
		const response = await fetch(webhookUrl, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', 'Service-Signature': header },
			body,
		});
		await response.arrayBuffer();
		return response.status;
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

/** Waits until all that the service has sent has arrived, and the executions are over. */
export async function settled(
	service: RunningService,
	rest: RestClient,
	workflowId: string,
): Promise<void> {
	const arrived = (): boolean => {
		const ids = new Set<string>();
		for (const { event, status } of service.state.webhookDeliveries.values()) {
			if (status === 'succeeded') ids.add(event.id);
		}
		return service.events.every(({ id }) => ids.has(id));
	};
	await waitUntil(arrived, SETTLING_TIMEOUT_MS, 'every event to arrive');
	const areOver = async () => {
		const executions = await rest.executions(workflowId);
		return executions.every(({ status }) => !['new', 'running', 'waiting'].includes(status));
	};
	await waitUntil(areOver, SETTLING_TIMEOUT_MS, 'every execution to end');
}

/** The executions of a workflow by the id of the event that started them. */
export async function runsByEvent(
	rest: RestClient,
	workflowId: string,
): Promise<Map<string, Execution[]>> {
	const runs = new Map<string, Execution[]>();
	for (const execution of await rest.executions(workflowId)) {
		const id = startingEventId(execution);
		runs.set(id, [...(runs.get(id) ?? []), execution]);
	}
	return runs;
}

/** Of a run that was interrupted, n8n has kept only what was to be run. */
function startingEventId({ data }: Execution): string {
	const done = Object.values(data.resultData.runData)[0]?.[0]?.data?.main?.[0]?.[0];
	const waiting = data.executionData?.nodeExecutionStack[0]?.data.main?.[0]?.[0];
	return String((done ?? waiting)?.json.id);
}

export function isWhole({ status }: Execution): boolean {
	return status === 'success';
}

export type Fate = 'once' | 'cut off, then once' | 'cut off' | 'twice' | 'never';

/** An execution that the kill cut off is n8n's to lose: it neither ends it nor starts it again. */
function fateOf(executions: Execution[]): Fate {
	const whole = executions.filter(isWhole).length;
	if (whole > 1) return 'twice';
	if (whole === 1) return executions.length === 1 ? 'once' : 'cut off, then once';
	return executions.length > 0 ? 'cut off' : 'never';
}

/** Prints how many events were accepted how often, and how often each ran. */
export function report(
	service: RunningService,
	{ copies, forged }: Storm,
	runs: Map<string, Execution[]>,
): Fate[] {
	const rows: Record<string, Record<Fate | 'events', number>> = {};
	const fates = [...copies].map(([id, { accepted }]) => {
		const deliveries = [...service.state.webhookDeliveries.values()].filter(
			({ event, status }) => event.id === id && status === 'succeeded',
		);
		const row = (rows[`accepted ${accepted + deliveries.length} times`] ??= {
			events: 0,
			once: 0,
			'cut off, then once': 0,
			'cut off': 0,
			twice: 0,
			never: 0,
		});
		const fate = fateOf(runs.get(id) ?? []);
		row.events++;
		row[fate]++;
		return fate;
	});
	console.table(Object.fromEntries(Object.entries(rows).sort()));
	const refused = forged.filter((status) => status === 401).length;
	const missed = forged.filter((status) => status === 0).length;
	console.log(
		`Forged or stale: ${forged.length}; refused: ${refused}; met n8n while it was down: ${missed}`,
	);
	return fates;
}
