import type { IDataObject } from 'n8n-workflow';

import { clock } from '../../../shared/clock';
import { accountsOf } from '../../../api/postContent';
import { readDestinations, readMediaIds } from '../../../api/readings/post';
import {
	type SentItem,
	accountsDetail,
	bucketDetail,
	deletedDetail,
	fileDetail,
	GONE,
	hourDetail,
	OUT,
	partDetail,
	postDetail,
	sentDetail,
	TIMED,
} from '../creation/keyDetails';
import { OnceKey } from '../creation/onceKey';
import { findRecordedPosts, throwStoreFailure, type RunKeys } from '../creation/runKeys';
import type { Part } from './parts';

/** Distinguishes the keys of rows from those of items that the same node may have posted once. */
const NAMESPACE = 'row\n';

/** The state of a row that has a post, in the ledger. */
const STATE = 'drafted';

/** The key of a row. Its post is kept in sync with the row. */
export class RowKey extends OnceKey {
	override readonly isKeptInSync = true;
	/** The parts that the post of the row is sent with. */
	parts: Part[] = [];
	/** Facts to record together with the creation, when there is no post yet. */
	factsOfCreation: string[] = [];

	/** The details that were recorded for the creation. They are removed once there is a post. */
	private creationDetails: string[] = [];
	/** Whether each detail that has been looked up is recorded. */
	private readonly known = new Map<string, boolean>();
	private hasRecordedPost = false;

	constructor(
		run: RunKeys,
		workspacePath: string,
		name: string,
		index: number,
		override readonly deletedPostId: string | undefined,
	) {
		super(run, workspacePath, name, 'draft', index, NAMESPACE);
	}

	override async isBegun(): Promise<boolean> {
		return !this.isPostGone && (await super.isBegun());
	}

	override async wasDeleted(): Promise<boolean> {
		if (this.isPostGone) return true;
		return !(await super.isBegun()) && (await this.readDetails([GONE])).size > 0;
	}

	/** Never: the node continues with a post that another execution has created for the row. */
	override async isDoneByNow(): Promise<boolean> {
		return await Promise.resolve(false);
	}

	protected override detailsOf(sent: SentItem): string[] {
		const { content, mediaIds = [], accountIds = [] } = sent;
		this.creationDetails = [
			...[sentDetail(content), accountsDetail(accountIds)],
			...mediaIds.map(fileDetail),
		];
		return [...this.creationDetails, ...this.parts.map(partDetail), ...this.factsOfCreation];
	}

	override readonly filterBySentAccounts = async (posts: IDataObject[]): Promise<IDataObject[]> => {
		const detail = (post: IDataObject) => accountsDetail(accountsOf(post));
		const recorded = await this.readFacts([...new Set(posts.map(detail))]);
		return posts.filter((post) => recorded.has(detail(post)));
	};

	/** Posts that contain a file uploaded for the key belong to it, whatever their text. */
	override readonly filterByOwnFiles = async (posts: IDataObject[]): Promise<IDataObject[]> => {
		const filesOf = (post: IDataObject) =>
			readDestinations(post).flatMap((each) => readMediaIds(post, each).map(fileDetail));
		const recorded = await this.readFacts([...new Set(posts.flatMap(filesOf))]);
		return posts.filter((post) => filesOf(post).some((file) => recorded.has(file)));
	};

	/** The time for which the row wants its post to be scheduled, in milliseconds since 1970. */
	wantedTimeMs: number | undefined;

	/** A post that was scheduled for a time still ahead cannot be out. */
	override async mayBeOut(): Promise<boolean> {
		return this.showsLeaving(await this.readDetails(this.factsOfLeaving()));
	}

	/** The facts that show whether the post may be out. */
	factsOfLeaving(): string[] {
		return [OUT, TIMED, ...this.hoursAhead()];
	}

	/** @param recorded those of `factsOfLeaving` that are recorded */
	showsLeaving(recorded: ReadonlySet<string>): boolean {
		if (recorded.has(OUT)) return true;
		return recorded.has(TIMED) && !this.hoursAhead().some((hour) => recorded.has(hour));
	}

	private hoursAhead(): string[] {
		const { wantedTimeMs = 0 } = this;
		return wantedTimeMs > clock.now() ? [hourDetail(wantedTimeMs)] : [];
	}

	/** Call it right before the post is published. */
	override async recordLeaving(postId = ''): Promise<() => Promise<void>> {
		const before = await this.recordFacts(postId, [OUT]);
		return async () => {
			if (!before.has(OUT)) await this.dropFact(OUT);
		};
	}

	/** Call it right before the post is scheduled. `atMs` is undefined if the time is not known yet. */
	async recordTime(
		postId: string,
		atMs: number | undefined,
		beforeMs: number | undefined,
		facts: string[] = [],
	): Promise<void> {
		await this.dropHour(beforeMs);
		const hours = atMs === undefined ? [] : [hourDetail(atMs)];
		await this.recordFacts(postId, [TIMED, ...hours, ...facts]);
	}

	/** Call it once the schedule of the post has been cancelled. */
	async recordDraft(beforeMs: number | undefined): Promise<void> {
		await this.dropHour(beforeMs);
		await this.dropFact(TIMED);
	}

	/** Call it once the post has been seen out. Its time no longer matters, so a key does not need more names than before. */
	async recordSeen(postId: string, facts: string[]): Promise<void> {
		await this.dropHour(this.wantedTimeMs);
		// Somebody else may have published it.
		const isKnown = this.showsLeaving(await this.readFacts(this.factsOfLeaving()));
		await this.recordFacts(postId, isKnown ? facts : [...facts, OUT]);
	}

	private async dropHour(ms: number | undefined): Promise<void> {
		if (ms === undefined) return;
		const recorded = await this.readFacts([hourDetail(ms)]);
		for (const hour of recorded) await this.dropFact(hour);
	}

	/** Records the post of the row. If that fails, the end of the run tries again. */
	override async recordPost(id: string | undefined): Promise<void> {
		if (id === undefined) return;
		this.keepPost(id);
		this.hasRecordedPost = true;
		const details = [postDetail(id), bucketDetail({ id })];
		const outdated = this.creationDetails;
		await this.ledger
			.advance(this.key, STATE, { details, outdated, claimed: id })
			.catch(() => undefined);
	}

	/**
	 * Records facts about the post, and the post itself if it is not recorded yet.
	 *
	 * @returns those that may have been recorded before
	 */
	async recordFacts(id: string, facts: string[]): Promise<Set<string>> {
		if (!this.hasRecordedPost) await this.recordPost(id);
		const unknown = facts.filter((fact) => this.known.get(fact) !== true);
		const before = new Set(facts.filter((fact) => !unknown.includes(fact)));
		if (unknown.length === 0) return before;
		for (const fact of unknown) this.known.set(fact, true);
		const recorded = await this.ledger
			.advance(this.key, STATE, { details: unknown })
			.catch(() => unknown);
		return new Set([...before, ...recorded]);
	}

	/** Records that a fact is no longer true. */
	async dropFact(fact: string): Promise<void> {
		this.known.set(fact, false);
		await this.ledger
			.advance(this.key, STATE, { details: [], outdated: [fact] })
			.catch(() => undefined);
	}

	/** Call it with the facts of this key, after those of several rows were read at once. */
	learnFacts(asked: string[], recorded: ReadonlySet<string>): void {
		for (const fact of asked) this.known.set(fact, recorded.has(fact));
	}

	/** Returns those of these facts that are recorded. */
	async readFacts(facts: string[]): Promise<Set<string>> {
		const unknown = facts.filter((fact) => !this.known.has(fact));
		if (unknown.length > 0) this.learnFacts(unknown, await this.readDetails(unknown));
		return new Set(facts.filter((fact) => this.known.get(fact)));
	}

	/** Call it when the recorded post has been found. */
	useRecordedPost(id: string): void {
		this.keepPost(id);
		this.hasRecordedPost = true;
	}

	/** Records that the key no longer has a post. */
	async forget(id: string | undefined): Promise<void> {
		// The row may still state the ID. If n8n is killed now, the next run finds either this or the post.
		const gone = id === undefined ? [] : [deletedDetail(id), GONE];
		if (id !== undefined) await this.ledger.note(this.key, gone).catch(throwStoreFailure);
		if ((await this.runKeys.stateOf(this.key)) !== 'new' || this.hasRecordedPost) {
			await this.eraseRecords(id, gone);
		}
	}

	private async eraseRecords(id: string | undefined, kept: string[]): Promise<void> {
		const details = id === undefined ? [] : [postDetail(id), bucketDetail({ id })];
		await this.readDetails([...details, OUT, TIMED]);
		await this.ledger.eraseNow(this.key, id, kept).catch(throwStoreFailure);
		this.runKeys.forgetPost(this.key);
	}

	/** Whether the post was recorded for the key, in this workspace. */
	async hasRecorded(id: string): Promise<boolean> {
		return (await this.readDetails([postDetail(id), deletedDetail(id)])).size > 0;
	}

	/** The recorded post of the key, if it is among these. */
	override async findRecorded(posts: IDataObject[]): Promise<IDataObject | undefined> {
		const found = await findRecordedPosts(
			this.runKeys,
			[{ key: this.key, content: undefined }],
			posts,
		);
		return found.get(this.key);
	}
}
