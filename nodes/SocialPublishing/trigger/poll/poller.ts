import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import type { DispatchState } from './dispatchState';
import { Scan } from './scan';
import { decodeState, emptyState, encodeState, type PollState } from './state';

type Functions = Pick<
	IPollFunctions | IExecuteFunctions,
	'getNode' | 'getWorkflow' | 'getWorkflowStaticData'
>;

/** The polling triggers of this process, by workflow and node. */
export const pollers = new Map<string, Poller>();

/**
 * A polling trigger in this process: its stored state, and what is lost when n8n ends.
 *
 * n8n-workaround(2.39.10, n8n/dist/workflows/triggers/trigger-execution-context.factory.js): n8n saves the static data of
 * a poll only when it starts an execution, and an execution that changes static data saves all of it as it was at its
 * own start. So the state in this process is newer than the one that n8n has stored, unless another process has polled.
 */
export class Poller {
	/** Polls may overlap: the later one does nothing. */
	isPolling = false;
	/** The activation of the workflow that polled last. A replaced activation starts no more executions. */
	activation: object | undefined;
	/** Events that are being dispatched, by ID. */
	readonly dispatches = new Map<string, DispatchState>();
	readonly scans = { posts: new Scan(), media: new Scan(), accounts: new Scan() };

	private constructor(public state: PollState) {}

	/** @param scope identifies the service and the workspace */
	static open(functions: Functions, scope: string): Poller {
		const key = memoryKey(functions);
		const stored = decodeState(
			functions.getWorkflowStaticData('global')[staticKey(functions)],
			scope,
		);
		const known = pollers.get(key);
		if (known?.state.scope === scope) {
			const isOutdated = (stored?.changedAtMs ?? 0) > known.state.changedAtMs;
			if (isOutdated && !known.isPolling && stored !== undefined) known.state = stored;
			return known;
		}
		const poller = new Poller(stored ?? emptyState(scope));
		pollers.set(key, poller);
		return poller;
	}

	/** Returns undefined for an event that another process dispatches. */
	static dispatchStateOf(functions: Functions, eventId: string): DispatchState | undefined {
		return pollers.get(memoryKey(functions))?.dispatches.get(eventId);
	}

	/** Writes the state to the static data, which n8n saves when it next starts an execution. */
	store(functions: Functions): void {
		this.state.changedAtMs = Math.max(clock.now(), this.state.changedAtMs);
		functions.getWorkflowStaticData('global')[staticKey(functions)] = encodeState(this.state);
	}
}

function memoryKey(functions: Functions): string {
	return `${functions.getWorkflow().id} ${staticKey(functions)}`;
}

/**
 * Identifies the node by its ID.
 *
 * n8n-workaround(2.39.10, n8n-workflow/dist/cjs/workflow.js): n8n files a node's own static data under its name, so
 * it is lost when the node is renamed.
 */
function staticKey(functions: Functions): string {
	return `socialPublishingPollTrigger:${functions.getNode().id}`;
}
