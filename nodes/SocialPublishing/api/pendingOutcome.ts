import type { IDataObject } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { isRequestFailure, isTemporary } from '../shared/failure';
import type { Connection } from '../transport/connection';
import { readAccountNames, type AccountDirectory } from './accountDirectory';
import { afterAcceptance, idOfPost, stateIn, type PostState } from './posts';
import { checkOutcome, type Outcome, type OutcomeCheck } from './outcomeFailures';
import { FINAL, phase } from './phase';
import {
	describeEnd,
	isDue,
	readPublication,
	readPublicationState,
	type Publication,
} from './publication';
import { readAccountId } from './readings/delivery';
import { showsWholeOutcome, statesOutcomes } from './readings/outcome';
import { isIdleStatus, readDestinations, readPostStatus } from './readings/post';
import {
	HANDOVER_MS,
	relevantPart,
	showsRetriedFailure,
	type RetriedDelivery,
} from './retriedDeliveries';

export interface OutcomeRequest
	extends Pick<OutcomeCheck, 'failOn' | 'postPath' | 'timeoutMs' | 'hasNoRetry'> {
	/** The path of the workspace, for the list of its posts and the names of its accounts. */
	workspacePath: string;
	/** The post was just handed over for publication: for a moment it may still show its earlier state. */
	wasJustPublished: boolean;
	/** An earlier step has handed it over: it may still show its earlier state. */
	wasPublishedBefore?: boolean;
	/** The deliveries that are being retried: they may still show their old failure. */
	retried?: RetriedDelivery[];
	/** Only the retried deliveries count, whatever the outcome of the others. */
	onlyRetried?: boolean;
	/** The content that was sent for the post, if known. */
	sent?: IDataObject | undefined;
	/** The post from the last response: saves the first read. */
	known?: PostState;
}

/** The known state of a post whose outcome is pending. It reads no posts itself: `waitTogether` passes them in. */
export class PendingOutcome {
	private readonly startMs = clock.now();
	private latest: PostState = { post: {}, etag: undefined };
	/** Those of the content that was sent, or of the fullest state that was read. */
	private deliveries: IDataObject[];
	/** From the start until the latest state was read. */
	private elapsedMs = 0;
	/** Why the post could not be read since then. */
	private readFailure: string | undefined;
	private failure: unknown;
	private isSettled = false;
	private hasBeenSeen = false;

	constructor(
		private readonly connection: Connection,
		private readonly request: OutcomeRequest,
	) {
		this.deliveries = readDestinations(request.sent ?? {});
		if (request.known !== undefined) this.observe(request.known);
	}

	get workspacePath(): string {
		return this.request.workspacePath;
	}

	get postPath(): string {
		return this.request.postPath;
	}

	get postId(): string {
		return idOfPost(this.postPath);
	}

	/** The post as it was read last; empty if it was never read. */
	get post(): IDataObject {
		return this.latest.post;
	}

	/** When its time is up, in milliseconds since 1970. */
	get deadlineMs(): number {
		return this.startMs + this.request.timeoutMs;
	}

	/** The post has not been read yet, and there is no reason to give the service time first. */
	get isUnknown(): boolean {
		return !this.hasBeenSeen && !this.request.wasJustPublished;
	}

	/** Whether the outcome is known, or certain to stay unknown. */
	get isOver(): boolean {
		return this.isSettled || this.failure !== undefined;
	}

	/** Takes in the current state of the post. */
	observe(state: PostState): void {
		this.latest = state;
		const shown = readDestinations(state.post);
		if (shown.length > this.deliveries.length) this.deliveries = shown;
		this.hasBeenSeen = true;
		this.elapsedMs = clock.now() - this.startMs;
		this.readFailure = undefined;
		this.isSettled = this.settles(state.post);
	}

	/**
	 * Takes in the listed state of the post, which may contain less than the post itself.
	 *
	 * @returns whether the listed state suffices, so that the post itself need not be read
	 */
	observeListed(post: IDataObject): boolean {
		const isPart = readDestinations(post).length < this.deliveries.length;
		if (isPart || !statesOutcomes(post) || this.mayBeOutdated(post)) return false;
		if (this.settles(post) && !showsWholeOutcome(post, this.request.sent)) return false;
		this.observe(stateIn(post));
		return true;
	}

	/** Takes in the reason why the post could not be read. The wait survives an outage of the service. */
	observeFailure(error: unknown): void {
		if (!isRequestFailure(error)) throw error;
		if (isTemporary(error) && !this.isUnknown) this.readFailure = error.message;
		else this.failure = this.request.wasJustPublished ? afterAcceptance(error) : error;
	}

	/**
	 * Returns the outcome. Call it when it is over, or when the time is up.
	 *
	 * @throws ServiceFailure if deliveries failed according to `failOn`, or are still open; it contains the post
	 */
	async end(): Promise<Outcome> {
		if (this.failure !== undefined) throw this.failure;
		const { latest, readFailure, request, isSettled: settled } = this;
		const relevant = this.relevantPart(latest.post, this.elapsedMs);
		const readWith = (names: AccountDirectory) =>
			readPublication(relevant, this.isHandedOver(latest.post), names, true);
		const accounts = await this.readNames({ ...readWith(new Map()), settled });
		const named = readWith(accounts);
		const message = describeEnd(named, settled, readFailure);
		const outcome = { ...latest, publication: { ...named, settled, message } };
		checkOutcome(outcome, { relevant, accounts, readFailure, ...request });
		return outcome;
	}

	private relevantPart(post: IDataObject, elapsedMs: number): IDataObject {
		const { retried = [], onlyRetried = false } = this.request;
		const destinations = [...readDestinations(post), ...this.notShown(post)];
		return relevantPart({ ...post, destinations }, retried, onlyRetried, elapsedMs);
	}

	/** The deliveries that a post does not show until they begin or end. A post that states its outcome has no others. */
	private notShown(post: IDataObject): IDataObject[] {
		const shown = readDestinations(post);
		if (shown.length >= this.deliveries.length || FINAL.has(readPostStatus(post))) return [];
		const accounts = new Set(shown.map(readAccountId));
		return this.deliveries
			.filter((each) => !accounts.has(readAccountId(each)))
			.map((each) => ({ ...each, status: 'pending', outcome: undefined }));
	}

	/** Whether a state that was just read is final. */
	private settles(post: IDataObject): boolean {
		const elapsedMs = clock.now() - this.startMs;
		const { wasJustPublished, timeoutMs } = this.request;
		const relevant = this.relevantPart(post, elapsedMs);
		const { settled } = readPublicationState(relevant, this.isHandedOver(post), true);
		// Deliveries that have ended in a post that looks idle may be those of an earlier publication.
		const isInTime = elapsedMs < Math.min(HANDOVER_MS, timeoutMs);
		const isEarlier = wasJustPublished && isInTime && isIdleStatus(readPostStatus(post));
		return settled && !isEarlier;
	}

	/** Whether the service has accepted the post for publication, even if the post does not show it yet. */
	private isHandedOver(post: IDataObject): boolean {
		const { wasJustPublished, wasPublishedBefore } = this.request;
		return wasJustPublished || wasPublishedBefore === true || isDue(post);
	}

	/** Whether a listed state may be from before the handover. Only the post itself distinguishes attempts. */
	private mayBeOutdated(post: IDataObject): boolean {
		const { wasJustPublished, retried = [] } = this.request;
		if (clock.now() - this.startMs < HANDOVER_MS) return false;
		if (showsRetriedFailure(post, retried)) return true;
		return wasJustPublished && isIdleStatus(phase(post, true));
	}

	/** The message about a post that is not being published names no accounts, so they are not read. */
	private async readNames({ settled, status, accounts }: Publication): Promise<AccountDirectory> {
		if (accounts.length === 0 || (settled && isIdleStatus(status))) return new Map();
		return await readAccountNames(this.connection, this.workspacePath);
	}
}
