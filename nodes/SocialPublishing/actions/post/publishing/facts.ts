import type { Ledger } from '../../../commands/ledger';
import { clock } from '../../../shared/clock';
import {
	hourDetail,
	itemDetail,
	lastPeriods,
	OUT,
	PERIOD_MS,
	PERIODS_OF_DELAY,
	PERIODS_OF_KEY,
	PERIODS_REMEMBERED,
	sinceDetail,
	TIMED,
	updateDetail,
	usedDetail,
} from './details';
import { throwStoreFailure } from './runKeys';

/** After as many updates of an interrupted item, the node no longer knows whether the item is as it was sent. */
const MAX_UPDATES = 9;

interface KeyOfPost {
	ledgerKey: string;
	hasRecordedPost: boolean;
	recordPost(id: string): Promise<void>;
	/** Records details of the post, and removes outdated ones. Returns those of the details that were recorded before. */
	advance(details: string[], outdated?: string[]): Promise<Set<string>>;
}

/** What is recorded of a key and its post. */
export class Facts {
	/** The time for which the item wants its post to be scheduled, in milliseconds since 1970. */
	wantedTimeMs: number | undefined;
	/** Whether each fact that has been looked up is recorded. */
	private readonly known = new Map<string, boolean>();
	private isLeavingNew = false;

	constructor(
		private readonly ledger: Ledger,
		private readonly key: KeyOfPost,
	) {}

	/** The facts that show whether the post may be out. */
	ofLeaving(): string[] {
		return [OUT, TIMED, ...this.hoursAhead()];
	}

	/** @param recorded those of `ofLeaving` that are recorded */
	showLeaving(recorded: ReadonlySet<string>): boolean {
		if (recorded.has(OUT)) return true;
		return recorded.has(TIMED) && !this.hoursAhead().some((hour) => recorded.has(hour));
	}

	private hoursAhead(): string[] {
		const { wantedTimeMs = 0 } = this;
		return wantedTimeMs > clock.now() ? hoursOf(wantedTimeMs) : [];
	}

	/**
	 * Call it right before the post is published, or once it has been seen out. If that fails, the end of the run tries again.
	 *
	 * @returns call it if the command certainly had no effect; an earlier one may still have had one
	 */
	async recordLeaving(postId: string, facts: string[] = []): Promise<() => Promise<void>> {
		const before = await this.record(postId, [OUT, ...facts]);
		const isNew = this.isLeavingNew || !before.has(OUT);
		this.isLeavingNew = false;
		return async () => {
			if (isNew) await this.drop([OUT]);
		};
	}

	/** Call it if `recordLeaving` follows, and what it records was recorded together with the post. */
	learnLeaving(isNew: boolean): void {
		this.learn([OUT], new Set([OUT]));
		this.isLeavingNew = isNew;
	}

	/** As `recordLeaving`, right before the post is scheduled. `atMs` is undefined if the time is not known yet. */
	async recordTime(
		postId: string,
		atMs: number | undefined,
		beforeMs: number | undefined,
		facts: string[] = [],
	): Promise<() => Promise<void>> {
		await this.drop(hoursOf(beforeMs));
		const before = await this.record(postId, [TIMED, ...hoursOf(atMs), ...facts]);
		return async () => {
			if (!before.has(TIMED)) await this.recordDraft(atMs);
		};
	}

	/** Call it once the schedule of the post has been cancelled. */
	async recordDraft(beforeMs: number | undefined): Promise<void> {
		await this.drop([...hoursOf(beforeMs), TIMED]);
	}

	/** Call it once the post has been seen out. Its time no longer matters, so a key does not need more names than before. */
	async recordSeen(postId: string, facts: string[]): Promise<void> {
		await this.drop(hoursOf(this.wantedTimeMs));
		// Somebody else may have published it.
		const isKnown = this.showLeaving(await this.read(this.ofLeaving()));
		await this.record(postId, isKnown ? facts : [...facts, OUT]);
	}

	/**
	 * Records facts about the post, and the post itself if it is not recorded yet.
	 *
	 * @returns those that may have been recorded before
	 */
	async record(id: string, facts: string[]): Promise<Set<string>> {
		if (!this.key.hasRecordedPost) await this.key.recordPost(id);
		const unknown = facts.filter((fact) => this.known.get(fact) !== true);
		const before = new Set(facts.filter((fact) => !unknown.includes(fact)));
		if (unknown.length === 0) return before;
		for (const fact of unknown) this.known.set(fact, true);
		const recorded = await this.key.advance(unknown, []).catch(() => unknown);
		return new Set([...before, ...recorded]);
	}

	/** Records that facts are no longer true. They are read first: the ledger removes only what this run has recorded or read. */
	async drop(facts: string[]): Promise<void> {
		const recorded = [...(await this.read(facts))];
		if (recorded.length === 0) return;
		for (const fact of recorded) this.known.set(fact, false);
		await this.key.advance([], recorded).catch(() => undefined);
	}

	/** Call it with the facts of this key, after those of several rows were read at once. */
	learn(asked: string[], recorded: ReadonlySet<string>): void {
		for (const fact of asked) this.known.set(fact, recorded.has(fact));
	}

	/** Returns those of these facts that are recorded. A run looks up each of them once. */
	async read(facts: string[]): Promise<Set<string>> {
		const unknown = facts.filter((fact) => !this.known.has(fact));
		if (unknown.length > 0) this.learn(unknown, await this.readNow(unknown));
		return new Set(facts.filter((fact) => this.known.get(fact)));
	}

	/** Returns those of these details that are recorded by now. */
	async readNow(details: string[]): Promise<Set<string>> {
		return await this.ledger.readDetails(this.key.ledgerKey, details).catch(throwStoreFailure);
	}

	/** Records details that do not depend on the state of the key. */
	async note(details: string[]): Promise<void> {
		await this.ledger.note(this.key.ledgerKey, details).catch(throwStoreFailure);
	}

	/** Whether the post was last sent for this item: what an item was before an update no longer counts. */
	async isAsSent(item: unknown): Promise<boolean> {
		const updates = await this.countUpdates();
		if (updates === MAX_UPDATES) return false;
		return (await this.readNow([itemDetail(item, updates)])).size > 0;
	}

	/** How often the post has been updated to its item; with `MAX_UPDATES`, it may be more often. */
	async countUpdates(): Promise<number> {
		const updates = Array.from({ length: MAX_UPDATES }, (_, index) => updateDetail(index + 1));
		return (await this.readNow(updates)).size;
	}

	/** When the first creation was sent, at the earliest, in ms since 1970; undefined if unknown. */
	async firstCreationMs(): Promise<number | undefined> {
		const periods = lastPeriods(PERIODS_REMEMBERED);
		const recorded = await this.readNow(periods.map(sinceDetail));
		const first = periods.findLast((period) => recorded.has(sinceDetail(period)));
		return first === undefined ? undefined : first * PERIOD_MS;
	}

	/** Whether a list may not show a post yet that was created for the key. */
	async isCreationNew(): Promise<boolean> {
		return (await this.readNow(lastPeriods(PERIODS_OF_DELAY).map(sinceDetail))).size > 0;
	}

	/** Whether the service still knows the idempotency key with which an earlier run may have created a post. */
	async isCreationRecent(): Promise<boolean> {
		return (await this.readNow(lastPeriods(PERIODS_OF_KEY).map(sinceDetail))).size > 0;
	}

	/**
	 * Call it if the service knows the idempotency key with other content. Returns whether it has known the key for so long
	 * that lists show the post that was created with it.
	 */
	async recordUse(): Promise<boolean> {
		const uses = lastPeriods(PERIODS_OF_KEY).map(usedDetail);
		const recorded = await this.readNow(uses);
		const isNew = uses.slice(0, PERIODS_OF_DELAY).some((each) => recorded.has(each));
		const isLong = recorded.size > 0 && !isNew;
		// With another key, another post may be created now.
		if (recorded.size === 0 || isLong) await this.note(uses.slice(0, 1));
		return isLong;
	}
}

function hoursOf(timeMs: number | undefined): string[] {
	return timeMs === undefined ? [] : [hourDetail(timeMs)];
}
