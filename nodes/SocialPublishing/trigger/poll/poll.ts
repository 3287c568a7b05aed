import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { describeFailure } from '../../shared/failure';
import { connect, type Connection } from '../../transport/connection';
import { includeResource, type FetchedResource } from '../includeResource';
import { isAboutChosen } from '../triggerParameters';
import type { Found } from './compareListed';
import { hidesOutcomes } from './comparePost';
import { eventIdOf, markOf } from './digest';
import { handOverPending } from './handOver';
import { notePollSuccess, reportHiddenOutcomes, reportPollFailure } from './pollFailure';
import { readPollSettings, type PollSettings } from './pollSettings';
import { accountSection, concerns, mediaSection, postSection, type Section } from './sections';
import { Watch } from './watch';
import { watchSection, type ReadPage } from './watchSection';
import { emptyState, type PollEvent } from './watchState';

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Reads what is watched, and starts an execution for each chosen event. Always returns null: the events have been
 * handed over by then.
 *
 * @throws NodeApiError or NodeOperationError when the service refuses, or the node's parameters cannot work
 */
export async function poll(functions: IPollFunctions): Promise<null> {
	let watch: Watch | undefined;
	let postId: string | undefined;
	try {
		const connection = await connect(functions);
		const settings = await readPollSettings(functions, connection);
		const { workspacePath } = settings;
		watch = Watch.open(functions, markOf([connection.baseUrl, workspacePath]));
		postId = await new Poll(functions, watch, settings, connection).run();
		notePollSuccess(functions);
	} catch (error) {
		reportPollFailure(functions, error, watch !== undefined && watch.state.changedAtMs > 0);
	}
	if (postId !== undefined) reportHiddenOutcomes(functions, postId);
	return null;
}

/** Why a list could not be read. */
interface Failure {
	error: unknown;
	/** Whether another has been read. */
	hasRead: boolean;
}

class Poll {
	/** Posts and files that have been read for the events of this poll. */
	private readonly resources = new Map<string, Promise<FetchedResource>>();
	/** n8n waits for the first poll of an activation before it starts its workers, so that one waits for no execution. */
	private readonly isActivation: boolean;
	/** A post that has ended, of which the list does not show what has become of its deliveries. */
	private postIdWithoutOutcomes: string | undefined;

	constructor(
		private readonly functions: IPollFunctions,
		private readonly watch: Watch,
		private readonly settings: PollSettings,
		private readonly connection: Connection,
	) {
		this.isActivation = watch.activation !== functions;
	}

	/**
	 * Returns the ID of a post whose outcomes are missing although delivery events are chosen. It must not keep the workflow
	 * from becoming active, so the first poll returns none.
	 */
	async run(): Promise<string | undefined> {
		const { watch, functions } = this;
		watch.activation = functions;
		if (watch.isPolling) return undefined;
		watch.isPolling = true;
		let rest: Promise<void> | undefined;
		try {
			await this.handOver();
			const sinceMs = clock.now() - this.settings.watchPostsForDays * DAY_MS;
			// What has been forgotten stays forgotten, even if the node now watches for longer.
			watch.state.sinceMs = Math.max(watch.state.sinceMs, sinceMs);
			const failure = await this.watchAll();
			// A workflow that does not become active starts afresh the next time.
			const isFirst = watch.state.changedAtMs === 0;
			if (failure !== undefined && isFirst) watch.state = emptyState(watch.state.scope);
			else watch.store(functions);
			if (this.isActivation) rest = this.handOverRest();
			if (failure !== undefined) this.report(failure, isFirst);
			return this.isActivation ? undefined : this.postIdWithoutOutcomes;
		} finally {
			if (rest === undefined) watch.isPolling = false;
		}
	}

	/** Reads every list, even if another cannot be read. Returns the first failure. */
	private async watchAll(): Promise<Failure | undefined> {
		let failure: { error: unknown } | undefined;
		let hasRead = false;
		const read = async <K>(section: Section<K>) =>
			await this.watchIfChosen(section).then(
				(isRead) => (hasRead ||= isRead),
				(error: unknown) => (failure ??= { error }),
			);
		await read(postSection);
		await read(mediaSection);
		await read(accountSection);
		return failure && { ...failure, hasRead };
	}

	/**
	 * One list that cannot be read must not keep the workflow from becoming active again, as then no list would be read. The
	 * next poll reports it.
	 */
	private report({ error, hasRead }: Failure, isFirst: boolean): void {
		if (!this.isActivation || !hasRead || isFirst) throw error;
		const { functions } = this;
		functions.logger.warn(
			`${functions.getNode().name}: a list could not be read. ${describeFailure(error)}`,
		);
	}

	/** What the first poll of an activation has left, while n8n goes on. */
	private async handOverRest(): Promise<void> {
		try {
			await this.handOver({ mayWait: true });
		} catch (error) {
			const { functions } = this;
			functions.logger.warn(
				`${functions.getNode().name}: n8n did not take an event. ${describeFailure(error)}`,
			);
		} finally {
			this.watch.isPolling = false;
		}
	}

	/** Returns whether an event of the list is chosen, so that it has been read. */
	private async watchIfChosen<K>(section: Section<K>): Promise<boolean> {
		const { connection, watch, settings } = this;
		if (!concerns(section, settings.types)) {
			// What happens in the meantime is not reported later.
			section.keep(watch.state, undefined);
			return false;
		}
		const reader = { connection, workspacePath: settings.workspacePath };
		await watchSection(reader, watch, section, async (page) => {
			if (section.name === 'posts') this.lookForOutcomes(page);
			if (page.found.length === 0) return;
			this.note(page.found);
			await this.handOver();
		});
		return true;
	}

	private lookForOutcomes({ watched }: ReadPage): void {
		if (!concerns({ groups: ['delivery'] }, this.settings.types)) return;
		this.postIdWithoutOutcomes ??= watched.find(({ record }) => hidesOutcomes(record))?.id;
	}

	private note(found: Found[]): void {
		const { settings, watch } = this;
		for (const each of found) {
			if (!isWanted(settings, each)) continue;
			const event = toEvent(settings, each);
			watch.state.pending.set(event.id, event);
		}
	}

	private async handOver({ mayWait } = { mayWait: !this.isActivation }): Promise<void> {
		const toItem = async (event: PollEvent) => await this.toItem(event);
		await handOverPending(this.functions, this.watch, toItem, mayWait);
	}

	private async toItem(event: PollEvent): Promise<IDataObject> {
		const { connection, resources: known } = this;
		const { workspacePath, includesResource } = this.settings;
		if (!includesResource) return event;
		const request = { connection, workspacePath, known };
		return await includeResource(request, { type: event.type, envelope: event });
	}
}

export function isWanted({ types, accountIds }: PollSettings, found: Found): boolean {
	return types.includes(found.type) && isAboutChosen(accountIds, found.accountIds);
}

export function toEvent(
	{ workspaceId, workspacePath }: PollSettings,
	{ type, id, distinction, data }: Found,
): PollEvent {
	return {
		id: eventIdOf(workspacePath, type, id, ...distinction),
		type,
		workspace_id: workspaceId,
		created_at: new Date(clock.now()).toISOString(),
		// JSON leaves out what is undefined.
		data: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)),
	};
}
