import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { connect, type Connection } from '../../transport/connection';
import {
	endFailureStreak,
	isRestart,
	logFailure,
	reportHiddenOutcomes,
	reportPollFailure,
} from '../failures';
import { includeResource, type FetchedResource } from '../includeResource';
import { readPollSettings, resolveChosenAccounts, type PollSettings } from '../triggerParameters';
import { hidesOutcomes } from './comparePost';
import { dispatchOutbox } from './dispatch';
import { isWanted, toEvent, type ObservedChange } from './observe';
import { emptyState, Poller, scopeOf, type PollEvent } from './poller';
import { scanList } from './scanList';
import { hasEventsOf, watchedLists, type WatchedList } from './watchedLists';

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Reads the watched lists and starts an execution for each chosen event. Returns null, because it starts the executions
 * itself.
 *
 * @throws NodeApiError or NodeOperationError if the service refuses a request or a parameter of the node is invalid
 */
export async function poll(functions: IPollFunctions): Promise<null> {
	let poller: Poller | undefined;
	let postId: string | undefined;
	try {
		const connection = await connect(functions);
		const settings = await readPollSettings(functions, connection);
		const { workspacePath } = settings;
		poller = Poller.open(functions, scopeOf(connection, workspacePath));
		const mustGoOn = poller.activation === functions || isRestart(functions);
		const accounts = await resolveChosenAccounts(
			functions,
			connection,
			workspacePath,
			mustGoOn ? poller.state.chosenAccounts : undefined,
		);
		poller.state.chosenAccounts = accounts;
		postId = await new Poll(functions, poller, settings, accounts.ids, connection).run();
		endFailureStreak(functions);
	} catch (error) {
		reportPollFailure(functions, error, poller !== undefined && poller.state.changedAtMs > 0);
	}
	if (postId !== undefined) reportHiddenOutcomes(functions, postId);
	return null;
}

class Poll {
	/** The posts and files of the events of this poll. */
	private readonly resources = new Map<string, Promise<FetchedResource>>();
	/** The first poll of an activation does not wait for executions: n8n starts its workers only after it. */
	private readonly isActivation: boolean;
	/** A post that has ended, although the list shows no outcome of its deliveries. */
	private postIdWithoutOutcomes: string | undefined;

	constructor(
		private readonly functions: IPollFunctions,
		private readonly poller: Poller,
		private readonly settings: PollSettings,
		private readonly accountIds: string[],
		private readonly connection: Connection,
	) {
		this.isActivation = poller.activation !== functions;
	}

	/**
	 * Returns the ID of a post whose outcomes are missing although delivery events are chosen. The first poll returns none,
	 * because such a post must not prevent the activation of the workflow.
	 */
	async run(): Promise<string | undefined> {
		const { poller, functions } = this;
		poller.activation = functions;
		if (poller.isPolling) return undefined;
		poller.isPolling = true;
		let rest: Promise<void> | undefined;
		try {
			await this.dispatch();
			const sinceMs = clock.now() - this.settings.watchPostsForDays * DAY_MS;
			// Expired records stay expired, even if the node now watches posts for more days.
			poller.state.watchedSinceMs = Math.max(poller.state.watchedSinceMs, sinceMs);
			const results = await this.scanAll();
			const failure = results.find((result) => result !== undefined);
			// The next activation then starts from the beginning.
			const isFirst = poller.state.changedAtMs === 0;
			if (failure !== undefined && isFirst) poller.state = emptyState(poller.state.scope);
			else poller.store(functions);
			if (this.isActivation) rest = this.dispatchRest();
			if (failure !== undefined) {
				// A single list that cannot be read must not prevent the workflow from becoming active again: no list would be
				// read then. The next poll reports it.
				if (!this.isActivation || !results.includes(undefined) || isFirst) throw failure.error;
				logFailure(functions, 'a list could not be read.', failure.error);
			}
			return this.isActivation ? undefined : this.postIdWithoutOutcomes;
		} finally {
			if (rest === undefined) poller.isPolling = false;
		}
	}

	/** Scans every list with chosen events, even if another cannot be read. Returns undefined for each that was read. */
	private async scanAll(): Promise<Array<{ error: unknown } | undefined>> {
		const results: Array<{ error: unknown } | undefined> = [];
		for (const list of watchedLists) {
			if (!hasEventsOf(list, this.settings.types)) {
				// Changes from now on are not reported later.
				this.poller.state.lists[list.name].snapshots = undefined;
				continue;
			}
			const toFailure = (error: unknown) => ({ error });
			results.push(await this.scan(list).then(() => undefined, toFailure));
		}
		return results;
	}

	/** Dispatches what is left after the first poll of an activation, in the background. */
	private async dispatchRest(): Promise<void> {
		try {
			await this.dispatch({ mayWait: true });
		} catch (error) {
			logFailure(this.functions, 'n8n could not start an execution for an event.', error);
		} finally {
			this.poller.isPolling = false;
		}
	}

	private async scan(list: WatchedList): Promise<void> {
		const { connection, poller, settings } = this;
		const { workspacePath, types } = settings;
		const needsOutcomes = list.name === 'posts' && hasEventsOf({ groups: ['delivery'] }, types);
		for await (const page of scanList({ connection, workspacePath }, poller, list)) {
			if (needsOutcomes) {
				this.postIdWithoutOutcomes ??= page.watched.find(({ record }) => hidesOutcomes(record))?.id;
			}
			if (page.changes.length === 0) continue;
			this.addToOutbox(page.changes);
			await this.dispatch();
		}
	}

	private addToOutbox(changes: ObservedChange[]): void {
		const { settings, accountIds, poller } = this;
		for (const change of changes) {
			if (!isWanted(settings, accountIds, change)) continue;
			const event = toEvent(settings, change);
			poller.state.outbox.set(event.id, event);
		}
	}

	private async dispatch({ mayWait } = { mayWait: !this.isActivation }): Promise<void> {
		await dispatchOutbox(this.functions, this.poller, this.toItem, mayWait);
	}

	private readonly toItem = async (event: PollEvent): Promise<IDataObject> => {
		const { connection, resources: known } = this;
		const { workspacePath, includesResource } = this.settings;
		if (!includesResource) return event;
		return await includeResource(
			{ connection, workspacePath, known },
			{ ...event, envelope: event },
		);
	};
}
