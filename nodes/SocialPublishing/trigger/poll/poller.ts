import { clock } from '../../shared/clock';
import { TriggerData } from '../staticData';
import type { TriggerFunctions } from '../triggerParameters';
import type { DispatchState } from './dispatchState';
import { Scan } from './scan';
import { decodeState, encodeState, type PollState } from './state';

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
	static open(functions: TriggerFunctions, scope: string): Poller {
		const data = triggerData(functions);
		const stored = decodeState(data.read(), scope);
		const known = pollers.get(data.key);
		if (known?.state.scope === scope) {
			const isOutdated = stored.changedAtMs > known.state.changedAtMs;
			if (isOutdated && !known.isPolling) known.state = stored;
			return known;
		}
		const poller = new Poller(stored);
		pollers.set(data.key, poller);
		return poller;
	}

	/** Returns undefined for an event that another process dispatches. */
	static dispatchStateOf(functions: TriggerFunctions, eventId: string): DispatchState | undefined {
		return pollers.get(triggerData(functions).key)?.dispatches.get(eventId);
	}

	/** Writes the state to the static data, which n8n saves when it next starts an execution. */
	store(functions: TriggerFunctions): void {
		this.state.changedAtMs = Math.max(clock.now(), this.state.changedAtMs);
		triggerData(functions).write(encodeState(this.state));
	}
}

function triggerData(functions: TriggerFunctions): TriggerData {
	return new TriggerData(functions, 'socialPublishingPollTrigger');
}
