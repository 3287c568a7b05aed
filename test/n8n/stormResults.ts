import type { RunningService } from '../service';
import { waitUntil } from './n8nProcess';
import type { Execution, RestClient } from './rest';
import { isStartingPage, type EventReceipts, type Storm } from './storm';

const SETTLING_TIMEOUT_MS = 600_000;
const FORGOTTEN_AFTER_MS = 60_000;

/** Waits until all that the service has sent has arrived, and the executions are over. */
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
	const areOver = async () => (await rest.executions(workflowId)).every(isOver);
	await waitUntil(areOver, SETTLING_TIMEOUT_MS, 'every execution to end');
}

/** In queue mode, an execution stays `new` for ever when n8n is killed after it has made it and before it has queued it. */
function isOver({ status, createdAt }: Execution): boolean {
	if (status === 'new') return Date.parse(createdAt) < Date.now() - FORGOTTEN_AFTER_MS;
	return status !== 'running' && status !== 'waiting';
}

function acceptedDeliveries({ state }: RunningService) {
	return [...state.webhookDeliveries.values()].filter(({ status }) => status === 'succeeded');
}

/** The executions of a workflow by the id of the event that started them; `unknown` where n8n has lost it. */
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

/** Of a run that was cut off, n8n keeps what was still to be run, or puts a made-up item in the place of the event. */
function startingEventId({ data }: Execution): string {
	const done = Object.values(data.resultData.runData)[0]?.[0]?.data?.main?.[0]?.[0];
	const waiting = data.executionData?.nodeExecutionStack[0]?.data.main?.[0]?.[0];
	return String((done ?? waiting)?.json.id ?? 'unknown');
}

/** n8n saves what it knows of an event after it has answered; a kill in between makes it forget. */
const SAVING_MS = 1_000;

/**
 * What became of an event. An execution that a kill cuts off is n8n's to lose: n8n neither ends it nor starts it
 * again. An event whose answer the kill cut off, or that n8n had answered a moment before the kill without having
 * saved anything of it, comes again, although its execution may have ended already.
 */
type Fate =
	| 'once'
	| 'cut off, then once'
	| 'cut off'
	| 'twice, answer cut off'
	| 'twice, killed while saving'
	| 'twice'
	| 'answered while n8n started'
	| 'never';

function fateOf(executions: Execution[], receipt: EventReceipts, crashedAtMs: number): Fate {
	const whole = executions.filter(({ status }) => status === 'success');
	if (whole.length > 1) return whyTwice(whole, receipt, crashedAtMs);
	if (whole.length === 1) return executions.length === 1 ? 'once' : 'cut off, then once';
	return executions.length > 0 ? 'cut off' : 'never';
}

function whyTwice(
	whole: Execution[],
	{ firstAcceptedAtMs }: EventReceipts,
	crashedAtMs: number,
): Fate {
	const before = whole.filter(({ createdAt }) => Date.parse(createdAt) <= crashedAtMs).length;
	if (before !== 1 || whole.length !== 2) return 'twice';
	if (firstAcceptedAtMs > crashedAtMs) return 'twice, answer cut off';
	return firstAcceptedAtMs > crashedAtMs - SAVING_MS ? 'twice, killed while saving' : 'twice';
}

/** What must not happen, whatever n8n goes through. */
export interface Violations {
	/** Runs started by a forged or stale request. */
	forgedRuns: number;
	/** Forged or stale requests that were not refused. */
	forgedAccepted: number;
	/** Events that ran more than once, although n8n was up or had saved what it knew of them. */
	twice: number;
	/** Events that no execution was started for. */
	never: number;
}

/** Prints how many events were accepted how often and what became of them, and gives what must not have happened. */
export function reportStorm(
	service: RunningService,
	{ events, forged, crashedAtMs }: Storm,
	runs: Map<string, Execution[]>,
): Violations {
	const deliveries = acceptedDeliveries(service);
	const rows: Record<string, Partial<Record<Fate | 'events', number>>> = {};
	const total: Partial<Record<Fate, number>> = {};
	for (const [id, receipt] of events) {
		const own = deliveries.filter(({ event }) => event.id === id);
		const times = receipt.acceptedCopies + own.length;
		const row = (rows[`accepted ${times} times`] ??= {});
		const isLost = own.some(({ responseText }) => isStartingPage(responseText));
		const known = fateOf(runs.get(id) ?? [], receipt, crashedAtMs);
		const fate = known === 'never' && isLost ? 'answered while n8n started' : known;
		row.events = (row.events ?? 0) + 1;
		row[fate] = (row[fate] ?? 0) + 1;
		total[fate] = (total[fate] ?? 0) + 1;
	}
	console.table(Object.fromEntries(Object.entries(rows).sort()));

	const unknown = runs.get('unknown')?.length ?? 0;
	const refused = forged.filter((status) => status === 401).length;
	const accepted = forged.filter((status) => status >= 200 && status < 300).length;
	console.log(
		`Executions cut off of which n8n does not know the event any more: ${unknown}\n` +
			`Forged or stale requests: ${forged.length}; refused: ${refused}; ` +
			`met n8n while it was down or starting: ${forged.length - refused - accepted}`,
	);
	return {
		forgedRuns: [...runs.keys()].filter((id) => id.startsWith('forged')).length,
		forgedAccepted: accepted,
		twice: total.twice ?? 0,
		never: Math.max(0, (total.never ?? 0) - unknown),
	};
}

export const NO_VIOLATIONS: Violations = { forgedRuns: 0, forgedAccepted: 0, twice: 0, never: 0 };
