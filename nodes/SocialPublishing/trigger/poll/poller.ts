import type { IDataObject } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { isRecord } from '../../shared/json';
import type { Connection } from '../../transport/connection';
import { fingerprintOf } from '../fingerprint';
import { TriggerData } from '../staticData';
import type { ChosenAccounts, TriggerFunctions } from '../triggerParameters';
import type { DispatchState } from './dispatchState';
import type { Snapshot } from './snapshot';
import { Scan } from './scan';

/** An event in the same envelope as the service's own events. */
export interface PollEvent extends IDataObject {
	id: string;
	type: string;
	workspace_id: string;
	/** When the node detected the event (ISO 8601). */
	created_at: string;
	data: IDataObject;
}

export type ListName = 'posts' | 'media' | 'accounts';

export interface ListState {
	/** By the digest of the record's ID. Undefined until the list has been read completely once. */
	snapshots?: Map<string, Snapshot> | undefined;
	/** When its first scan began (milliseconds since 1970). Earlier versions did not store it. */
	baselineMs?: number;
	/**
	 * Unknown records that are older than this (milliseconds since 1970) have expired, so they are not new. It advances when
	 * a scan is complete. If no poll was possible for a long time, it is older than `watchedSinceMs`: changes in between are
	 * still events.
	 */
	watermarkMs: number;
}

/** Identifies the service and the workspace whose lists are polled. */
export function scopeOf({ baseUrl }: Connection, workspacePath: string): string {
	return fingerprintOf([baseUrl, workspacePath]);
}

export interface PollState {
	/** See `scopeOf`. */
	scope: string;
	/** When the state was last changed, in milliseconds since 1970. */
	changedAtMs: number;
	/** Finished posts and files without changes since this time (milliseconds since 1970) expire. */
	watchedSinceMs: number;
	lists: Record<ListName, ListState>;
	/**
	 * When the node last saw a change of a record whose own dates are older than what is watched (milliseconds since 1970,
	 * by the digest of its ID): a failed delivery has no date, but may soon be retried.
	 */
	recentChangesMs: Map<string, number>;
	/** Since when known records have been missing from their lists (milliseconds since 1970, by the digest of their ID). */
	missingSinceMs: Map<string, number>;
	/** Events whose execution may not have ended, by ID. */
	outbox: Map<string, PollEvent>;
	chosenAccounts?: ChosenAccounts;
}

export function emptyState(scope: string): PollState {
	return {
		scope,
		changedAtMs: 0,
		watchedSinceMs: 0,
		lists: { posts: { watermarkMs: 0 }, media: { watermarkMs: 0 }, accounts: { watermarkMs: 0 } },
		recentChangesMs: new Map(),
		missingSinceMs: new Map(),
		outbox: new Map(),
	};
}

/** As text, because n8n observes every object in the static data. */
export function encodeState(state: PollState): string {
	return JSON.stringify(state, (_name, value: unknown) =>
		value instanceof Map ? { map: Object.fromEntries(value) } : value,
	);
}

/** Returns the stored state, or an empty one if none is stored for this scope. */
export function decodeState(stored: unknown, scope: string): PollState {
	if (typeof stored !== 'string') return emptyState(scope);
	const state: PollState = JSON.parse(stored, (_name, value: unknown) =>
		isRecord(value) && isRecord(value.map) ? new Map(Object.entries(value.map)) : value,
	);
	return state.scope === scope ? state : emptyState(scope);
}

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

	/** The state as the polls of this process or the last one have left it. A test in the editor does not affect it. */
	static stateOf(functions: TriggerFunctions, scope: string): PollState {
		const data = triggerData(functions);
		const known = pollers.get(data.key)?.state;
		return known?.scope === scope ? known : decodeState(data.read(), scope);
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
