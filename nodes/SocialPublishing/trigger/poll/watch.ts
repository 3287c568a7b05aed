import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import type { EventHandover } from './eventHandover';
import { Pass } from './pass';
import { decodeState, emptyState, encodeState, type WatchState } from './watchState';

type Functions = Pick<
	IPollFunctions | IExecuteFunctions,
	'getNode' | 'getWorkflow' | 'getWorkflowStaticData'
>;

/** What this process remembers of each trigger, independent of the static data: gone when n8n ends. */
export const watches = new Map<string, Watch>();

/**
 * A trigger that watches a workspace, for as long as n8n runs.
 *
 * n8n-workaround(2.39.10, n8n/dist/workflows/triggers/trigger-execution-context.factory.js): n8n saves the static data of
 * a poll only when it starts an execution, and an execution that changes static data saves all of it as it was at its
 * own start. What this process remembers is therefore newer than what n8n has stored, unless another process has polled.
 */
export class Watch {
	/** Polls may overlap: the later one has nothing to do. */
	isPolling = false;
	/** The activation of the workflow that polled last: one that has been replaced starts no more executions. */
	activation: object | undefined;
	/** Events that n8n is being given, by ID. */
	readonly handovers = new Map<string, EventHandover>();
	readonly passes = { posts: new Pass(), media: new Pass(), accounts: new Pass() };

	private constructor(public state: WatchState) {}

	/** @param scope stands for the service and the workspace */
	static open(functions: Functions, scope: string): Watch {
		const key = memoryKey(functions);
		const stored = decodeState(
			functions.getWorkflowStaticData('global')[staticKey(functions)],
			scope,
		);
		const known = watches.get(key);
		if (known?.state.scope === scope) {
			const isOutdated = (stored?.changedAtMs ?? 0) > known.state.changedAtMs;
			if (isOutdated && !known.isPolling && stored !== undefined) known.state = stored;
			return known;
		}
		const watch = new Watch(stored ?? emptyState(scope));
		watches.set(key, watch);
		return watch;
	}

	/** The handover of an event, if it is this process that hands it over. */
	static handoverOf(functions: Functions, eventId: string): EventHandover | undefined {
		return watches.get(memoryKey(functions))?.handovers.get(eventId);
	}

	/** Puts the state into the static data, for n8n to save at the next occasion. */
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
