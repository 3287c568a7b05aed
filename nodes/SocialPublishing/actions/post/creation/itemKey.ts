import type { KeyState } from '../../../commands/ledgerStore';
import { CreationTimes } from './creationTimes';
import { KeyRecords } from './keyRecords';
import { isPostCreated, type RunKeys } from './runKeys';

/** The status that an item asks for: a draft, or a post that is published now or later. */
type Wanted = 'draft' | 'public';

/** The key of an item in a run: where it occurs, how far an earlier run came, and which post belongs to it. */
export class ItemKey {
	/** The first item of the run with the same key: this one, or an earlier one. */
	readonly firstIndex: number;
	/** An earlier item of the run has the same key. */
	readonly isRepetition: boolean;
	/** Identifies the item in the ledger: each workspace has keys of its own. */
	readonly key: string;

	/** What is recorded for the key. */
	readonly records: KeyRecords;
	/** When creations were sent for the key. */
	readonly creations: CreationTimes;
	/** The post that this run has found or created. */
	protected postId: string | undefined;

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
		this.records = new KeyRecords(runKeys.ledger, this.key);
		this.creations = new CreationTimes(this.records);
		this.firstIndex = runKeys.claim(this.key, index);
		this.isRepetition = index !== this.firstIndex;
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

	/** The ID of the post that this process has created or found for the key. */
	get knownPostId(): string | undefined {
		return this.runKeys.recallPost(this.key);
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
