import type { INodeExecutionData } from 'n8n-workflow';

import type { RunningService } from '../service';
import { outputOf, type Execution } from './execution';
import { type RestClient } from './rest';

/** How long n8n may take to run an execution and to save its data. */
const SAVING_MS = 120_000;

const FINAL_STATUSES = ['published', 'partial', 'failed', 'blocked', 'needs_review'];

/** The types of the events in which posts and deliveries end. */
export const FINAL_EVENTS = [
	...['published', 'partial', 'failed'].map((status) => `post.${status}`),
	...['published', 'failed', 'blocked', 'needs_review'].map((status) => `delivery.${status}`),
];

/** The final outcomes that the service knows, as `<event type> <id of the post or destination>`. */
export function outcomesOf({ state }: RunningService): string[] {
	return [...state.posts.values()]
		.flatMap((post) => [
			`post.${post.status} ${post.id}`,
			...post.destinations.map(({ id, status }) => `delivery.${status} ${id}`),
		])
		.filter((outcome) => FINAL_STATUSES.some((status) => outcome.includes(`.${status} `)));
}

/** One execution in which an outcome has reached the end of the workflow. */
export interface Arrival {
	eventId: string;
	/** Milliseconds since 1970. */
	startedAtMs: number;
}

/** Follows the executions of a workflow that ends with the step "Received". */
export class Arrivals {
	readonly byOutcome = new Map<string, Arrival[]>();
	private readonly counted = new Set<string>();

	constructor(
		private readonly rest: RestClient,
		private readonly workflowId: string,
	) {}

	/** Reads the executions that have ended since the last time. */
	async update(): Promise<void> {
		for (const execution of await this.rest.executions(this.workflowId, this.counted)) {
			const received = outputOf(execution, 'Received');
			// n8n saves that an execution has ended before it saves its data. A dropped copy has none.
			const isOld = Date.parse(execution.createdAt) < Date.now() - SAVING_MS;
			if (received.length === 0 && !isOld) continue;
			this.counted.add(execution.id);
			this.count(execution, received);
		}
	}

	private count(execution: Execution, received: INodeExecutionData[]): void {
		for (const { json } of received) {
			// After a kill, n8n puts this in place of the data that it has lost: it is not known which event it was.
			if (json.isArtificialRecoveredEventItem === true) continue;
			const data = json.data as Record<string, string>;
			const outcome = `${String(json.type)} ${data.destination_id ?? data.post_id}`;
			const arrival = { eventId: String(json.id), startedAtMs: Date.parse(execution.createdAt) };
			this.byOutcome.set(outcome, [...(this.byOutcome.get(outcome) ?? []), arrival]);
		}
	}
}

/**
 * The outcomes that came more than once without n8n having been killed in between.
 *
 * @param killedAtMs when n8n was killed, in milliseconds since 1970
 */
export function unexplainedDoubles(arrivals: Arrivals, killedAtMs: number[]): string[] {
	return [...arrivals.byOutcome].flatMap(([outcome, copies]) => {
		const times = copies.map(({ startedAtMs }) => startedAtMs).sort((a, b) => a - b);
		const isExplained = times.every((time, index) => {
			const earlier = times[index - 1];
			return earlier === undefined || killedAtMs.some((at) => earlier <= at && at <= time);
		});
		const isSameEvent = new Set(copies.map(({ eventId }) => eventId)).size === 1;
		return isExplained && isSameEvent ? [] : [`${outcome}: ${JSON.stringify(copies)}`];
	});
}
