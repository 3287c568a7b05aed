import type { RunningService } from '../service';
import type { Execution } from './execution';
import type { RestClient } from './rest';
import { isStartingPage, type EventReceipts, type Chaos } from './chaos';
import { waitUntil } from './waitUntil';

const SETTLING_TIMEOUT_MS = 600_000;
const FORGOTTEN_AFTER_MS = 60_000;

/** Waits until every event has been delivered and every execution has finished. */
export async function waitUntilSettled(
	service: RunningService,
	rest: RestClient,
	workflowId: string,
): Promise<void> {
	const haveArrived = () => {
		const ids = acceptedDeliveries(service).map(({ event }) => event.id);
		const arrived = new Set(ids);
		return service.events.every(({ id }) => arrived.has(id));
	};
	await waitUntil(haveArrived, SETTLING_TIMEOUT_MS, 'every event to arrive');
	const over = new Set<string>();
	let unfinished: Execution[] = [];
	const areOver = async () => {
		unfinished = [];
		for (const execution of await rest.executions(workflowId, over)) {
			if (isOver(execution)) over.add(execution.id);
			else unfinished.push(execution);
		}
		return unfinished.length === 0;
	};
	await waitUntil(areOver, SETTLING_TIMEOUT_MS, 'every execution to end').catch(
		(error: unknown) => {
			console.log('Not over:', unfinished.map(({ id, status }) => `${id} ${status}`).join(', '));
			throw error;
		},
	);
}

/** In queue mode, an execution stays `new` forever if n8n is killed between creating and queueing it. */
function isOver({ status, createdAt }: Execution): boolean {
	if (status === 'new') return Date.parse(createdAt) < Date.now() - FORGOTTEN_AFTER_MS;
	return status !== 'running' && status !== 'waiting';
}

function acceptedDeliveries({ state }: RunningService) {
	return [...state.webhookDeliveries.values()].filter(({ status }) => status === 'succeeded');
}

/** Groups the executions of a workflow by the id of the event that started them; `unknown` if n8n lost the id. */
export async function executionsByEvent(
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

/** For an interrupted execution, n8n keeps the steps still to run, or replaces the event with a placeholder item. */
function startingEventId({ data }: Execution): string {
	const done = Object.values(data.resultData.runData)[0]?.[0]?.data?.main?.[0]?.[0];
	const waiting = data.executionData?.nodeExecutionStack[0]?.data.main?.[0]?.[0];
	return String((done ?? waiting)?.json.id ?? 'unknown');
}

/** n8n saves the id of a received event shortly after its response; a kill in between loses the id. */
const SAVING_MS = 1_000;

/**
 * What happened to an event. n8n neither finishes nor restarts an execution that a kill interrupts. The service sends
 * an event again if the kill interrupted the response to it, and n8n does not recognize an event that it acknowledged
 * just before the kill. In both cases, the first execution may already have finished.
 */
type EventOutcome =
	| 'once'
	| 'interrupted, then once'
	| 'interrupted'
	| 'twice, response interrupted'
	| 'twice, killed while saving'
	| 'twice'
	| 'acknowledged during startup'
	| 'never';

function outcomeOf(
	executions: Execution[],
	receipt: EventReceipts,
	crashedAtMs: number,
): EventOutcome {
	const finished = executions.filter(({ status }) => status === 'success');
	if (finished.length > 1) return whyTwice(finished, receipt, crashedAtMs);
	if (finished.length === 1) return executions.length === 1 ? 'once' : 'interrupted, then once';
	return executions.length > 0 ? 'interrupted' : 'never';
}

function whyTwice(
	finished: Execution[],
	{ firstAcceptedAtMs }: EventReceipts,
	crashedAtMs: number,
): EventOutcome {
	const before = finished.filter(({ createdAt }) => Date.parse(createdAt) <= crashedAtMs).length;
	if (before !== 1 || finished.length !== 2) return 'twice';
	if (firstAcceptedAtMs > crashedAtMs) return 'twice, response interrupted';
	return firstAcceptedAtMs > crashedAtMs - SAVING_MS ? 'twice, killed while saving' : 'twice';
}

/** The number of times that something forbidden happened. */
export interface Violations {
	/** Runs started by a forged or stale request. */
	forgedRuns: number;
	/** Forged or stale requests that were not rejected. */
	forgedAccepted: number;
	/** Events that ran more than once although n8n was running or had saved their ids. */
	twice: number;
	/** Events for which no execution was started. */
	never: number;
	/** Events that n8n has acknowledged with the page that it shows during startup: only a proxy can prevent that. */
	acknowledgedDuringStartup: number;
}

/** Prints how often events were accepted and what happened to them. Returns the violations. */
export function reportChaos(
	service: RunningService,
	{ events, forged, crashedAtMs }: Chaos,
	runs: Map<string, Execution[]>,
): Violations {
	const deliveries = acceptedDeliveries(service);
	const rows: Record<string, Partial<Record<EventOutcome | 'events', number>>> = {};
	const total: Partial<Record<EventOutcome, number>> = {};
	for (const [id, receipt] of events) {
		const own = deliveries.filter(({ event }) => event.id === id);
		const times = receipt.acceptedCopies + own.length;
		const row = (rows[`accepted ${times} times`] ??= {});
		const isLost = own.some(({ responseText }) => isStartingPage(responseText));
		const known = outcomeOf(runs.get(id) ?? [], receipt, crashedAtMs);
		const outcome = known === 'never' && isLost ? 'acknowledged during startup' : known;
		row.events = (row.events ?? 0) + 1;
		row[outcome] = (row[outcome] ?? 0) + 1;
		total[outcome] = (total[outcome] ?? 0) + 1;
	}
	console.table(Object.fromEntries(Object.entries(rows).sort()));

	const unknown = runs.get('unknown')?.length ?? 0;
	const rejected = forged.filter((status) => status === 401).length;
	const accepted = forged.filter((status) => status >= 200 && status < 300).length;
	console.log(
		`Interrupted executions without a known event: ${unknown}\n` +
			`Forged or stale requests: ${forged.length}; rejected: ${rejected}; ` +
			`sent while n8n was down or starting: ${forged.length - rejected - accepted}`,
	);
	return {
		forgedRuns: [...runs.keys()].filter((id) => id.startsWith('forged')).length,
		forgedAccepted: accepted,
		twice: total.twice ?? 0,
		never: Math.max(0, (total.never ?? 0) - unknown),
		acknowledgedDuringStartup: total['acknowledged during startup'] ?? 0,
	};
}

/** The violations that a node can prevent. */
export const NO_VIOLATIONS = { forgedRuns: 0, forgedAccepted: 0, twice: 0, never: 0 };
