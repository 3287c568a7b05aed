import type { IDataObject } from 'n8n-workflow';

import { mayHaveContent, type ComparableContent } from '../../../api/postContent';
import type { Ledger } from '../../../commands/ledger';
import type { KeyState } from '../../../commands/ledgerStore';
import { firstText } from '../../../shared/json';
import {
	creationPeriods,
	digest,
	itemDetail,
	newCreationDetails,
	OUT,
	postDetail,
	recentCreationDetails,
	sentDetail,
	newlyUsedKeyDetails,
	TIMED,
	usedKeyDetails,
	type SentItem,
} from './keyDetails';
import { isPostCreated, throwStoreFailure, type RunKeys } from './runKeys';

/** The status that an item asks for: a draft, or a post that is published now or later. */
type Wanted = 'draft' | 'public';

/** The key of an item that is posted once. */
export class OnceKey {
	/** The post of the key was created by another run, which may also have published or scheduled it. */
	isAdopted = false;
	/** The item has changed since its post was created, so the post is updated before it is published. */
	isOutdated = false;
	/** The post is kept in sync with the item: edits that somebody has made at the service are overwritten. */
	readonly isKeptInSync: boolean = false;
	/** Returns the posts whose accounts a post was sent to for the key. Undefined if accounts are not recorded. */
	readonly filterBySentAccounts?: (posts: IDataObject[]) => Promise<IDataObject[]>;
	/** Returns the posts that contain a file uploaded for the key. Undefined if files are not recorded. */
	readonly filterByOwnFiles?: (posts: IDataObject[]) => Promise<IDataObject[]>;
	/** The post of the key that this process has deleted: for a day, the service may return it for a creation. */
	readonly deletedPostId: string | undefined = undefined;
	/** The recorded post of the key no longer exists. */
	isPostGone = false;
	/** When this run began to create the post of the key, another had begun it. */
	private wasBegun = false;
	/** Somebody has changed the post right after it was created. */
	wasChangedAtOnce = false;

	/** The first item of the run with the same key: this one, or an earlier one. */
	readonly firstIndex: number;
	/** An earlier item of the run has the same key. */
	readonly isRepetition: boolean;
	/** Identifies the item in the ledger: each workspace has keys of its own. */
	readonly key: string;

	protected readonly ledger: Ledger;
	private postId: string | undefined;

	/** Call it while the items are prepared. Of several items with the same key, the first counts. */
	constructor(
		readonly runKeys: RunKeys,
		workspacePath: string,
		/** The key, as entered. */
		readonly name: string,
		readonly wanted: Wanted,
		index: number,
		namespace = '',
	) {
		this.key = `${workspacePath}\n${namespace}${name}`;
		this.ledger = runKeys.ledger;
		this.firstIndex = runKeys.claim(this.key, index);
		this.isRepetition = index !== this.firstIndex;
	}

	/** When the first creation for the key was sent, at the earliest, in ms since 1970; undefined if unknown. */
	async firstCreationMs(): Promise<number | undefined> {
		const periods = creationPeriods();
		const recorded = await this.readDetails(periods.map(({ detail }) => detail));
		return periods.findLast(({ detail }) => recorded.has(detail))?.startMs;
	}

	/** Call it if the first item with the key has failed. */
	fail(): void {
		this.runKeys.fail(this.key);
	}

	/** Whether the first item with the key has failed. */
	get hasFailed(): boolean {
		return this.runKeys.hasFailed(this.key);
	}

	/** Whether an earlier run has done what the item asks for, or more. */
	async isDone(): Promise<boolean> {
		return this.isEnough(await this.runKeys.stateOf(this.key));
	}

	/** Reads the state again: another execution may have posted the key during this run. */
	async isDoneByNow(): Promise<boolean> {
		return this.isEnough(await this.runKeys.stateNow(this.key));
	}

	private isEnough(state: KeyState): boolean {
		return state === 'done' || (state === 'drafted' && this.wanted === 'draft');
	}

	/** Whether an earlier run may have sent something for the key. */
	async isBegun(): Promise<boolean> {
		return (await this.runKeys.stateOf(this.key)) !== 'new';
	}

	/** Whether the post of the key was recorded when this run began. */
	async hadPost(): Promise<boolean> {
		return isPostCreated(await this.runKeys.stateOf(this.key));
	}

	/** Whether the post of the key is recorded by now: another execution may have recorded it during this run. */
	async hasPost(): Promise<boolean> {
		const hadPost = !this.isPostGone && (await this.hadPost());
		return hadPost || isPostCreated(await this.runKeys.stateNow(this.key));
	}

	/** Whether the key had a post that was deleted before this run began another: the service may still know the key. */
	async wasDeleted(): Promise<boolean> {
		return await Promise.resolve(this.isPostGone);
	}

	/** Whether another run may have created the post of the key, even at the same time as this one. */
	async isBegunElsewhere(): Promise<boolean> {
		return this.wasBegun || (await this.isBegun()) || (await this.hasPost());
	}

	/** The ID of the post that this process has created or found for the key. */
	get knownPostId(): string | undefined {
		return this.runKeys.recallPost(this.key);
	}

	/** Whether a list may not show a post yet that was created for the key. */
	async isNew(): Promise<boolean> {
		return (await this.readDetails(newCreationDetails())).size > 0;
	}

	/** Whether the recorded post may have been published: then a list may leave it out, but it was not deleted. */
	async mayBeOut(): Promise<boolean> {
		return (await this.readDetails([OUT])).size > 0;
	}

	/**
	 * Call it right before the post is published or scheduled. If that fails, the end of the run tries again.
	 *
	 * @returns call it if the command certainly had no effect; an earlier one may still have had one
	 */
	async recordLeaving(): Promise<() => Promise<void>> {
		const before = await this.advance([OUT]).catch(() => undefined);
		return async () => {
			if (before?.has(OUT) === false) await this.advance([], [OUT]).catch(() => undefined);
		};
	}

	/** Whether the service still knows the idempotency key with which an earlier run may have created a post. */
	async isRecent(): Promise<boolean> {
		return (await this.readDetails(recentCreationDetails())).size > 0;
	}

	/**
	 * Call it if the service knows the idempotency key with other content. Returns whether it has known the key for so long
	 * that lists show the post that was created with it.
	 */
	async recordUse(): Promise<boolean> {
		const [now = '', ...earlier] = usedKeyDetails();
		const recorded = await this.readDetails([now, ...earlier]);
		const isLong = recorded.size > 0 && !newlyUsedKeyDetails().some((each) => recorded.has(each));
		// With another key, another post may be created now.
		if (recorded.size === 0 || isLong) {
			await this.ledger.note(this.key, [now]).catch(throwStoreFailure);
		}
		return isLong;
	}

	/** Call it right before the post is created. */
	async begin(sent: SentItem): Promise<void> {
		const state = await this.runKeys.stateOf(this.key);
		// The recorded post no longer exists.
		if (isPostCreated(state)) {
			await this.readDetails([OUT, TIMED]);
			await this.ledger.eraseNow(this.key).catch(throwStoreFailure);
			this.isPostGone = true;
			this.runKeys.forgetPost(this.key);
		}
		const isKnown = state !== 'new' && (await this.isRecent());
		const creationDetails = isKnown ? [] : recentCreationDetails().slice(0, 1);
		const details = [...this.detailsOf(sent), ...creationDetails];
		this.wasBegun = await this.ledger.begin(this.key, details).catch(throwStoreFailure);
	}

	protected detailsOf({ item, content }: SentItem): string[] {
		return [itemDetail(digest(item)), sentDetail(content)];
	}

	/**
	 * Records the post that has been created for the key. If that fails, the end of the run tries again.
	 *
	 * @param content its fingerprint, if nobody else can have changed it
	 */
	async recordPost(id: string | undefined, content: string | undefined): Promise<void> {
		if (id !== undefined) this.keepPost(id);
		const details = [
			...(id === undefined ? [] : [postDetail(id)]),
			...(content === undefined ? [] : [sentDetail(content)]),
		];
		await this.advance(details, [], id).catch(() => undefined);
	}

	/** Call it right before the post is updated to the current item. */
	async recordChange(item: unknown, content: string): Promise<void> {
		await this.advance(this.detailsOf({ item, content })).catch(throwStoreFailure);
	}

	private async advance(
		details: string[],
		outdated: string[] = [],
		claimed?: string,
	): Promise<Set<string>> {
		const before = await this.runKeys.stateOf(this.key);
		if (before === 'done') return new Set();
		const isDraft = before === 'drafted' || this.wanted === 'draft';
		const state = isDraft ? 'drafted' : 'created';
		return await this.ledger.advance(this.key, state, { details, outdated, claimed });
	}

	/** The recorded post of the key, if it is among these. Posts with the content come first. */
	async findRecorded(
		posts: IDataObject[],
		content: ComparableContent,
	): Promise<IDataObject | undefined> {
		const others = posts.filter(({ id }) => !this.isPostOfOther(firstText(id)));
		const isSimilar = (post: IDataObject) => mayHaveContent(post, content);
		const groups = [others.filter(isSimilar), others.filter((post) => !isSimilar(post))];
		for (const group of groups) {
			const byDetail = new Map(group.map((post) => [postDetail(firstText(post.id) ?? ''), post]));
			const [recorded] = await this.readDetails([...byDetail.keys()]);
			if (recorded !== undefined) return byDetail.get(recorded);
		}
		return undefined;
	}

	/** Whether the item is unchanged since an earlier run sent it. */
	async isUnchanged(item: unknown): Promise<boolean> {
		return (await this.readDetails([itemDetail(digest(item))])).size > 0;
	}

	/** Returns those of these fingerprints whose content this run or an earlier one has sent for the key. */
	async readSent(contents: string[]): Promise<Set<string>> {
		const sent = await this.readDetails(contents.map(sentDetail));
		return new Set(contents.filter((content) => sent.has(sentDetail(content))));
	}

	protected async readDetails(details: string[]): Promise<Set<string>> {
		return await this.ledger.readDetails(this.key, details).catch(throwStoreFailure);
	}

	/** Call it as soon as the service has accepted the command to publish or schedule the post. */
	async finish(): Promise<void> {
		await this.ledger.finish(this.key, this.postId);
	}

	/** Call it if the creation certainly had no effect. The records of an earlier run remain. */
	async erase(): Promise<void> {
		if (!(await this.isBegun())) this.ledger.erase(this.key);
	}

	/** Remembers during this run which post belongs to the key. */
	usePost(id: string): void {
		this.postId = id;
		this.runKeys.usePost(id, this.key);
	}

	/** As `usePost`, beyond this run. */
	protected keepPost(id: string): void {
		this.usePost(id);
		this.runKeys.rememberPost(id, this.key);
	}

	isPostOfOther(id: string | undefined): boolean {
		return this.runKeys.isPostOfOther(id, this.key);
	}
}
