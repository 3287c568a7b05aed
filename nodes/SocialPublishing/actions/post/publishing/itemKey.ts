import type { KeyState } from '../../../commands/ledgerStore';
import type { Item } from '../../../properties/item';
import { workspacePath } from '../../../properties/locators';
import {
	bucketDetail,
	deletedDetail,
	GONE,
	itemDetail,
	lastPeriods,
	LEAVING,
	OUT,
	postDetail,
	sentDetail,
	sinceDetail,
	updateDetail,
} from './details';
import { Facts } from './facts';
import type { Wanted } from './plan';
import { isPostCreated, runKeysOf, throwStoreFailure, type RunKeys } from './runKeys';

/** The key of an item in a run: where it occurs, how far an earlier run came, and which post belongs to it. */
export class ItemKey {
	/** The first item of the run with the same key: this one, or an earlier one. */
	readonly firstIndex: number;
	readonly isInSync: boolean;
	readonly runKeys: RunKeys;
	readonly workspace: string;
	/** Each workspace has keys of its own, and so have the rows of a table: the same node may have posted items once. */
	readonly ledgerKey: string;
	/** What is recorded for the key and its post. */
	readonly facts: Facts;

	/** The recorded post no longer exists. */
	isPostGone = false;
	/** The recorded post has been found, or has just been recorded. */
	hasRecordedPost = false;
	/** When this run began to create the post of the key, another had begun it. */
	wasBegun = false;
	/** The service knows the idempotency key from a post that was deleted. */
	isUsedUp = false;
	/** The details that are removed once there is a post. */
	private detailsOfCreation: string[] = [];

	/**
	 * Call it while the items are prepared. Of several items with the same key, the first counts.
	 *
	 * @param name the key, as entered
	 * @param deletedPostId the post of the key that this process has deleted: for a day, the service may return it for a creation
	 */
	constructor(
		readonly item: Item,
		readonly name: string,
		private readonly wanted: Wanted,
		readonly deletedPostId?: string,
	) {
		this.isInSync = wanted === 'inSync';
		this.runKeys = runKeysOf(item.functions);
		this.workspace = workspacePath(item);
		this.ledgerKey = `${this.workspace}\n${this.isInSync ? 'row\n' : ''}${name}`;
		this.facts = new Facts(this.runKeys.ledger, this);
		this.firstIndex = this.runKeys.claim(this.ledgerKey, item.index);
	}

	/** Whether an earlier run has done what the item asks for, or more. */
	async isDone(): Promise<boolean> {
		return this.isEnough(await this.runKeys.stateOf(this.ledgerKey));
	}

	/** Reads the state again: another execution may have posted the key during this run. A row is compared with its post. */
	async isDoneByNow(): Promise<boolean> {
		return !this.isInSync && this.isEnough(await this.runKeys.stateNow(this.ledgerKey));
	}

	private isEnough(state: KeyState): boolean {
		return state === 'done' || (state === 'drafted' && this.wanted === 'draft');
	}

	/** Whether an earlier run may have sent something for the key. A row whose post was deleted is new again. */
	async isBegun(): Promise<boolean> {
		if (this.isInSync && this.isPostGone) return false;
		return (await this.runKeys.stateOf(this.ledgerKey)) !== 'new';
	}

	/** Whether the post of the key is recorded by now: another execution may have recorded it during this run. */
	async hasPost(): Promise<boolean> {
		const hadPost = !this.isPostGone && isPostCreated(await this.runKeys.stateOf(this.ledgerKey));
		return hadPost || isPostCreated(await this.runKeys.stateNow(this.ledgerKey));
	}

	/** Whether the key had a post that was deleted: the service may still know the key. Once the next is begun, only `id` shows it. */
	async wasDeleted(id?: string): Promise<boolean> {
		if (this.isPostGone || !this.isInSync) return this.isPostGone;
		const evidence = [
			...((await this.isBegun()) ? [] : [GONE]),
			...(id ? [deletedDetail(id)] : []),
		];
		return (await this.facts.readNow(evidence)).size > 0;
	}

	/** Remembers during this run which post belongs to the key. */
	usePost(id: string): void {
		this.runKeys.usePost(id, this.ledgerKey);
	}

	/** Call it when the recorded post has been found. Its ID is remembered beyond this run. */
	useRecordedPost(id: string): void {
		this.usePost(id);
		this.runKeys.rememberPost(id, this.ledgerKey);
		this.hasRecordedPost = true;
	}

	/** Call it right before the post is created. `untilCreated`: the details that identify it until its ID is recorded. */
	async begin(lasting: string[], untilCreated: string[] = []): Promise<void> {
		const state = await this.runKeys.stateOf(this.ledgerKey);
		if (isPostCreated(state)) {
			await this.eraseNow();
			this.isPostGone = true;
		}
		const isKnown = state !== 'new' && (await this.facts.isCreationRecent());
		this.isUsedUp = this.isPostGone && isKnown;
		this.detailsOfCreation = untilCreated;
		const times = isKnown ? [] : lastPeriods(1).map(sinceDetail);
		const details = [...untilCreated, ...lasting, ...times];
		const begun = this.runKeys.ledger.begin(this.ledgerKey, details);
		this.wasBegun = await begun.catch(throwStoreFailure);
	}

	/**
	 * Records the post that has been created for the key. If that fails, the end of the run tries again.
	 *
	 * @param post `content`: its fingerprint, if nobody else can have changed it; `isLeaving`: `facts.recordLeaving` follows
	 */
	async recordPost(
		id: string | undefined,
		{ content, isLeaving = false }: { content?: string; isLeaving?: boolean } = {},
	): Promise<void> {
		if (id !== undefined) this.useRecordedPost(id);
		const sent = content === undefined ? [] : [sentDetail(content)];
		const details = [...this.detailsOf(id), ...sent, ...(isLeaving ? [OUT] : [])];
		const advanced = this.advance(details, this.detailsOfCreation, id);
		const before = await advanced.catch(() => undefined);
		if (isLeaving && before !== undefined) this.facts.learnLeaving(!before.has(OUT));
	}

	private detailsOf(id: string | undefined): string[] {
		if (id === undefined) return [];
		return [postDetail(id), ...(this.isInSync ? [bucketDetail({ id })] : [])];
	}

	/** Call it right before the post is updated to the current item. */
	async beginUpdate(content: string): Promise<void> {
		await this.advance([sentDetail(content)]).catch(throwStoreFailure);
	}

	/** Call it once the service has accepted the item in place of an earlier one. If that fails, the end of the run tries again. */
	async recordUpdate(item: unknown): Promise<void> {
		const nth = (await this.facts.countUpdates()) + 1;
		await this.advance([updateDetail(nth), itemDetail(item, nth)]).catch(() => undefined);
	}

	/** Records details of the post, and removes outdated ones. Returns those of the details that were recorded before. */
	async advance(
		details: string[],
		outdated: string[] = [],
		claimed?: string,
	): Promise<Set<string>> {
		const before = this.isInSync ? 'drafted' : await this.runKeys.stateOf(this.ledgerKey);
		if (before === 'done') return new Set();
		const state = before === 'drafted' || this.wanted === 'draft' ? 'drafted' : 'created';
		return await this.runKeys.ledger.advance(this.ledgerKey, state, { details, outdated, claimed });
	}

	/** Call it as soon as the service has accepted the command to publish or schedule the post. */
	async finish(postId: string): Promise<void> {
		await this.runKeys.ledger.finish(this.ledgerKey, postId);
	}

	/** Call it if the creation certainly had no effect. The records of an earlier run remain. */
	async erase(): Promise<void> {
		if (!this.wasBegun && !(await this.isBegun())) this.runKeys.ledger.erase(this.ledgerKey);
	}

	/** Records that the key no longer has a post. */
	async forget(id: string | undefined): Promise<void> {
		const isNew = (await this.runKeys.stateOf(this.ledgerKey)) === 'new' && !this.hasRecordedPost;
		// The row may still state the ID. If n8n is killed now, the next run finds either this or the post.
		const gone = id === undefined ? [GONE] : [deletedDetail(id), GONE];
		if (!isNew || id !== undefined) await this.facts.note(gone);
		if (!isNew) await this.eraseNow(id, gone);
	}

	private async eraseNow(id?: string, kept: string[] = []): Promise<void> {
		// The ledger erases the details that it knows.
		await this.facts.readNow([...this.detailsOf(id), ...LEAVING]);
		await this.runKeys.ledger.eraseNow(this.ledgerKey, id, kept).catch(throwStoreFailure);
		this.runKeys.forgetPost(this.ledgerKey);
	}
}
