import type { IExecuteFunctions } from 'n8n-workflow';

import { readPostList, type PostList } from '../../../api/posts';
import { Ledger } from '../../../commands/ledger';
import { type KeyState, processedItemsOf } from '../../../commands/ledgerStore';
import { CancelledFailure, describeFailure, UndecidedFailure } from '../../../shared/failure';
import { ProcessMemory } from '../../../commands/processMemory';
import { memoize, getOrRead } from '../../../shared/maps';
import { asSentence } from '../../../shared/text/sentences';
import type { Connection } from '../../../transport/connection';

/** Identifies the node among those of all n8n instances. */
export function nodeIdentity(functions: IExecuteFunctions): string[] {
	const { id, name } = functions.getNode();
	return [functions.getInstanceId(), functions.getWorkflow().id ?? '', id || name];
}

/** The posts of keys that this process has created or found. */
const postsOfKeys = new ProcessMemory<string>();

/** The keys of a run of the node that posts each item once. */
export const runKeysOf = memoize((functions: IExecuteFunctions) => new RunKeys(functions));

export class RunKeys {
	readonly ledger: Ledger;
	/** The index of the first item with each key. */
	private readonly keys = new Map<string, number>();
	/** Those whose first item has failed. */
	readonly failedKeys = new Set<string>();
	private states: Promise<Map<string, KeyState>> | undefined;
	private readonly postLists = new Map<string, Promise<PostList>>();
	private readonly node: string;
	private readonly keysOfPosts = new Map<string, string>();
	/** Items are posted once, so an item that fails does not stop the others. */
	isUsed = false;

	constructor(functions: IExecuteFunctions) {
		const { id, name } = functions.getNode();
		this.node = `${functions.getWorkflow().id ?? ''}/${id || name}`;
		this.ledger = new Ledger(processedItemsOf(functions), this.node);
	}

	/** Call it while the items are prepared. Returns the index of the first item with the key, which counts. */
	claim(key: string, index: number): number {
		const firstIndex = this.keys.get(key) ?? index;
		this.keys.set(key, firstIndex);
		return firstIndex;
	}

	/** The first call reads the states of all keys. */
	async stateOf(key: string): Promise<KeyState> {
		this.states ??= this.ledger.read([...this.keys.keys()]).catch(throwStoreFailure);
		const states = await this.states;
		// A key that has been claimed since.
		if (!states.has(key)) states.set(key, await this.stateNow(key));
		return states.get(key) ?? 'begun';
	}

	/** Reads the state again: another execution may have posted the key during this run. */
	async stateNow(key: string): Promise<KeyState> {
		const states = await this.ledger.read([key]).catch(throwStoreFailure);
		return states.get(key) ?? 'begun';
	}

	/** Remembers which key a post belongs to. */
	usePost(id: string, key: string): void {
		this.keysOfPosts.set(id, key);
	}

	/** Remembers the post of a key beyond this run. */
	rememberPost(id: string, key: string): void {
		postsOfKeys.remember([this.node, key], id);
	}

	forgetPost(key: string): void {
		postsOfKeys.forget([this.node, key]);
	}

	/** The ID of the post that this process has created or found for a key, in this run or an earlier one. */
	recallPost(key: string): string | undefined {
		return postsOfKeys.recall([this.node, key]);
	}

	isPostOfOther(id: string | undefined, key: string): boolean {
		return (this.keysOfPosts.get(id ?? '') ?? key) !== key;
	}

	/**
	 * The posts of a workspace, read once per run in pages of each size. A post that another execution has created since is not
	 * created again, because the service still knows the idempotency key.
	 */
	async listPosts(
		connection: Connection,
		workspacePath: string,
		purpose: string,
		pageSize?: number,
	): Promise<PostList> {
		const read = async () => await readPostList(connection, workspacePath, purpose, pageSize);
		return await getOrRead(this.postLists, `${workspacePath} ${pageSize ?? ''}`, read);
	}

	/** Call it after the last item. Returns a hint for the user, if any. */
	async end(): Promise<string | undefined> {
		const error = await this.ledger.settle().catch((failure: unknown) => failure);
		if (error === undefined) return undefined;
		return `n8n could not save which items have been posted: ${asSentence(describeFailure(error))} The next run looks for their posts in the service before it sends anything.`;
	}
}

/** Whether the post of a key is recorded, but is not known to be out. */
export function isPostCreated(state: KeyState): boolean {
	return state === 'created' || state === 'drafted';
}

/** For `.catch` on calls of n8n's store. */
export function throwStoreFailure(error: unknown): never {
	if (error instanceof CancelledFailure) throw error;
	throw new UndecidedFailure(
		'Could not find out which items have been posted before',
		`n8n, which stores this with the saved workflow, reports: ${asSentence(describeFailure(error))} Save the workflow and run it again.`,
	);
}
