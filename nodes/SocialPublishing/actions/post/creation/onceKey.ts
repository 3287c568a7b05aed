import type { IDataObject } from 'n8n-workflow';

import { mayHaveContent, type PostContent } from '../../../api/postContent';
import type { Ledger } from '../../../commands/ledger';
import type { KeyState } from '../../../commands/ledgerStore';
import { firstText } from '../../../shared/json';
import {
	digest,
	itemDetail,
	postDetail,
	recentBeginnings,
	sentDetail,
	storeFailure,
	type OnceRun,
} from './onceRun';

/** What an item asks for: a draft that stays one, or a post that goes out, now or later. */
export type Wanted = 'draft' | 'public';

/** What is sent for a key. */
export interface SentItem {
	/** Identifies the item as it was entered. */
	item: unknown;
	/** The fingerprint of the post. */
	content: string;
	/** The files that have been uploaded for it. */
	mediaIds?: string[];
	/** The accounts that it goes to. */
	accountIds?: string[];
}

/** The key of an item that is posted once. */
export class OnceKey {
	/** The post for the key comes from another run, which may have gone on with it, too. */
	isTakenOver = false;
	/** The item has changed since its post was made, so the post is changed before it goes out. */
	isOutdated = false;
	/** Whatever somebody has changed in its post, the post is to be as the item says. */
	readonly followsItem: boolean = false;
	/** Those of some posts that go to the accounts to which a post was sent for the key, where that is noted. */
	readonly withSentAccounts?: (posts: IDataObject[]) => Promise<IDataObject[]>;
	/** Somebody has changed the post right after it was created. */
	wasChangedAtOnce = false;

	/** The first item of the run with the same key: this one, or an earlier one. */
	readonly firstIndex: number;
	/** An earlier item of the run has the same key. */
	readonly isRepetition: boolean;

	protected readonly ledger: Ledger;
	private postId: string | undefined;

	/** Call it while the items are prepared. Of several items with the same key, the first counts. */
	constructor(
		readonly run: OnceRun,
		readonly key: string,
		readonly wanted: Wanted,
		index: number,
	) {
		this.ledger = run.ledger;
		this.firstIndex = run.claim(key, index);
		this.isRepetition = index !== this.firstIndex;
	}

	/** Call it if the first item with the key has failed. */
	fail(): void {
		this.run.fail(this.key);
	}

	/** Whether the first item with the key has failed. */
	get hasFailed(): boolean {
		return this.run.hasFailed(this.key);
	}

	/** Whether what the item asks for, or more, has been done before this run. */
	async isDone(): Promise<boolean> {
		return this.isEnough(await this.run.stateOf(this.key));
	}

	/** The same by now: other executions may have posted the key during this run. */
	async isDoneByNow(): Promise<boolean> {
		return this.isEnough(await this.run.stateNow(this.key));
	}

	private isEnough(state: KeyState): boolean {
		return state === 'done' || (state === 'drafted' && this.wanted === 'draft');
	}

	/** Whether an earlier run may have sent something for the key. */
	async isBegun(): Promise<boolean> {
		return (await this.run.stateOf(this.key)) !== 'new';
	}

	/** Whether the post of the key has been noted. `byNow`: another execution may have done so during this run. */
	async hasPost(byNow: boolean): Promise<boolean> {
		return isMade(byNow ? await this.run.stateNow(this.key) : await this.run.stateOf(this.key));
	}

	/** Whether the service still knows the idempotency key of what an earlier run may have created. */
	async isRecent(): Promise<boolean> {
		return (await this.readDetails(recentBeginnings())).size > 0;
	}

	/** Call it right before the post is created. */
	async begin(sent: SentItem): Promise<void> {
		const state = await this.run.stateOf(this.key);
		// Of a post that does not exist any more.
		if (isMade(state)) await this.ledger.eraseNow(this.key).catch(storeFailure);
		const isKnown = state !== 'new' && (await this.isRecent());
		const beginnings = isKnown ? [] : recentBeginnings().slice(0, 1);
		const details = [...this.detailsOf(sent), ...beginnings];
		await this.ledger.begin(this.key, details).catch(storeFailure);
	}

	protected detailsOf({ item, content }: SentItem): string[] {
		return [itemDetail(digest(item)), sentDetail(content)];
	}

	/**
	 * Notes the post that has been created for the key. If that fails, it is tried again at the end.
	 *
	 * @param content its fingerprint, if nobody else can have changed it
	 */
	async notePost(id: string | undefined, content: string | undefined): Promise<void> {
		if (id !== undefined) this.usePost(id);
		const details = [
			...(id === undefined ? [] : [postDetail(id)]),
			...(content === undefined ? [] : [sentDetail(content)]),
		];
		await this.advance(details).catch(() => undefined);
	}

	/** Call it right before the post is changed to what the item is now. */
	async noteChange(item: unknown, content: string): Promise<void> {
		await this.advance(this.detailsOf({ item, content })).catch(storeFailure);
	}

	private async advance(details: string[]): Promise<void> {
		const before = await this.run.stateOf(this.key);
		if (before === 'done') return;
		const isDraft = before === 'drafted' || this.wanted === 'draft';
		const state = isDraft ? 'drafted' : 'made';
		await this.ledger.advance(this.key, state, { details, outdated: recentBeginnings() });
	}

	/** The post that has been noted for the key, if it is among these. Those with the content are looked at first. */
	async findNoted(posts: IDataObject[], content: PostContent): Promise<IDataObject | undefined> {
		const others = posts.filter(({ id }) => !this.isPostOfOther(firstText(id)));
		const isSimilar = (post: IDataObject) => mayHaveContent(post, content);
		const groups = [others.filter(isSimilar), others.filter((post) => !isSimilar(post))];
		for (const group of groups) {
			const byDetail = new Map(group.map((post) => [postDetail(firstText(post.id) ?? ''), post]));
			const [noted] = await this.readDetails([...byDetail.keys()]);
			if (noted !== undefined) return byDetail.get(noted);
		}
		return undefined;
	}

	/** Whether the item is as it was when an earlier run sent it. */
	async isUnchanged(item: unknown): Promise<boolean> {
		return (await this.readDetails([itemDetail(digest(item))])).size > 0;
	}

	/** Which of these contents, by their fingerprints, have been sent for the key, by this run or an earlier one. */
	async readSent(contents: string[]): Promise<Set<string>> {
		const sent = await this.readDetails(contents.map(sentDetail));
		return new Set(contents.filter((content) => sent.has(sentDetail(content))));
	}

	protected async readDetails(details: string[]): Promise<Set<string>> {
		return await this.ledger.readDetails(this.key, details).catch(storeFailure);
	}

	/** Call it as soon as the service has accepted that the post goes out. */
	async finish(): Promise<void> {
		await this.ledger.finish(this.key, this.postId);
	}

	/** Call it if the creation certainly had no effect. What an earlier run may have sent stays noted. */
	async erase(): Promise<void> {
		if (!(await this.isBegun())) this.ledger.erase(this.key);
	}

	/** Notes which post belongs to the key, for this run. */
	usePost(id: string): void {
		this.postId = id;
		this.run.usePost(id, this.key);
	}

	isPostOfOther(id: string | undefined): boolean {
		return this.run.isPostOfOther(id, this.key);
	}
}

function isMade(state: KeyState): boolean {
	return state === 'made' || state === 'drafted';
}
