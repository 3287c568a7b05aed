import type { IDataObject } from 'n8n-workflow';

import { mayHaveContent, type ComparableContent } from '../../../api/postContent';
import { firstText } from '../../../shared/json';
import { ItemKey } from './itemKey';
import {
	detailOfPost,
	digest,
	itemDetail,
	OUT,
	postDetail,
	recentCreationDetails,
	sentDetail,
	TIMED,
	type SentItem,
} from './keyDetails';
import { isPostCreated, throwStoreFailure } from './runKeys';

/** The key of an item that is posted once, and what is recorded of its post. */
export class OnceKey extends ItemKey {
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

	/** Whether the recorded post may have been published: then a list may leave it out, but it was not deleted. */
	async mayBeOut(): Promise<boolean> {
		return (await this.records.read([OUT])).size > 0;
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

	/** Call it right before the post is created. */
	async begin(sent: SentItem): Promise<void> {
		const state = await this.runKeys.stateOf(this.key);
		// The recorded post no longer exists.
		if (isPostCreated(state)) {
			await this.records.read([OUT, TIMED]);
			await this.records.eraseNow();
			this.isPostGone = true;
			this.runKeys.forgetPost(this.key);
		}
		const isKnown = state !== 'new' && (await this.creations.areRecent());
		const creationDetails = isKnown ? [] : recentCreationDetails().slice(0, 1);
		const details = [...this.detailsOf(sent), ...creationDetails];
		this.wasBegun = await this.records.begin(details);
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
		return await this.records.advance(state, { details, outdated, claimed });
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
			const byDetail = new Map(group.map((post) => [detailOfPost(post), post]));
			const [recorded] = await this.records.read([...byDetail.keys()]);
			if (recorded !== undefined) return byDetail.get(recorded);
		}
		return undefined;
	}

	/** Whether the item is unchanged since an earlier run sent it. */
	async isUnchanged(item: unknown): Promise<boolean> {
		return (await this.records.read([itemDetail(digest(item))])).size > 0;
	}

	/** Returns those of these fingerprints whose content this run or an earlier one has sent for the key. */
	async readSent(contents: string[]): Promise<Set<string>> {
		const sent = await this.records.read(contents.map(sentDetail));
		return new Set(contents.filter((content) => sent.has(sentDetail(content))));
	}

	/** Call it as soon as the service has accepted the command to publish or schedule the post. */
	async finish(): Promise<void> {
		await this.records.finish(this.postId);
	}

	/** Call it if the creation certainly had no effect. The records of an earlier run remain. */
	async erase(): Promise<void> {
		if (!(await this.isBegun())) this.records.erase();
	}
}
