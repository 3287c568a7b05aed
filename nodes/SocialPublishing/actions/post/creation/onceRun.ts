import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { listPosts } from '../../../api/posts';
import { Ledger } from '../../../commands/ledger';
import { processedItemsOf, type KeyState } from '../../../commands/ledgerStore';
import { memoize, readOnce } from '../../../shared/maps';
import { CancelledFailure, describeFailure, UndecidedFailure } from '../../../shared/failure';
import { firstText } from '../../../shared/json';
import { asSentence } from '../../../shared/text/sentences';
import type { Connection } from '../../../transport/connection';

/** What a run of the node that posts each item once knows of its keys. */
export const onceRunOf = memoize((functions: IExecuteFunctions) => new OnceRun(functions));

export class OnceRun {
	readonly ledger: Ledger;
	/** The index of the first item with each key. */
	private readonly keys = new Map<string, number>();
	private readonly failedKeys = new Set<string>();
	private states: Promise<Map<string, KeyState>> | undefined;
	private readonly postLists = new Map<string, Promise<IDataObject[]>>();
	private readonly keysOfPosts = new Map<string, string>();
	/** Where keys are posted once, an item that fails does not stop the others. */
	isUsed = false;

	constructor(functions: IExecuteFunctions) {
		const { id, name } = functions.getNode();
		const node = `${functions.getWorkflow().id ?? ''}/${id || name}`;
		this.ledger = new Ledger(processedItemsOf(functions), node);
	}

	/** Call it while the items are prepared. Returns the index of the first item with the key, which counts. */
	claim(key: string, index: number): number {
		const firstIndex = this.keys.get(key) ?? index;
		this.keys.set(key, firstIndex);
		return firstIndex;
	}

	/** Reads the states of all keys when the first one is asked for. */
	async stateOf(key: string): Promise<KeyState> {
		this.states ??= this.ledger.read([...this.keys.keys()]).catch(storeFailure);
		const states = await this.states;
		// A key that has been claimed since.
		if (!states.has(key)) await this.readStates(states, [key]);
		return states.get(key) ?? 'begun';
	}

	private async readStates(states: Map<string, KeyState>, keys: string[]): Promise<void> {
		const read = await this.ledger.read(keys).catch(storeFailure);
		for (const [key, state] of read) states.set(key, state);
	}

	fail(key: string): void {
		this.failedKeys.add(key);
	}

	hasFailed(key: string): boolean {
		return this.failedKeys.has(key);
	}

	/** Notes which key a post belongs to. */
	usePost(id: string, key: string): void {
		this.keysOfPosts.set(id, key);
	}

	isPostOfOther(id: string | undefined, key: string): boolean {
		return (this.keysOfPosts.get(id ?? '') ?? key) !== key;
	}

	/** Those posts that do not belong to keys that are done. */
	async withoutClaimed(posts: IDataObject[]): Promise<IDataObject[]> {
		const ids = posts.map(({ id }) => firstText(id)).filter((id) => id !== undefined);
		const claimed = await this.ledger.readClaimed(ids).catch(storeFailure);
		return posts.filter(({ id }) => !claimed.has(firstText(id) ?? ''));
	}

	/**
	 * The posts of a workspace at some time during this run. What other executions have created since, the service does
	 * not create again, because it still knows the idempotency key.
	 */
	async listPosts(
		connection: Connection,
		workspacePath: string,
		purpose: string,
	): Promise<IDataObject[]> {
		const list = async () => await listPosts(connection, workspacePath, purpose);
		return await readOnce(this.postLists, workspacePath, list);
	}

	/** Call it after the last item. Returns what the user should know about the run. */
	async end(): Promise<string | undefined> {
		const error = await this.ledger.settle().catch((failure: unknown) => failure);
		if (error === undefined) return undefined;
		return `n8n could not save which items have been posted: ${asSentence(describeFailure(error))} The next run looks for their posts at the service before it sends anything.`;
	}
}

/** For `.catch` of what asks n8n's store. */
export function storeFailure(error: unknown): never {
	if (error instanceof CancelledFailure) throw error;
	throw new UndecidedFailure(
		'Could not find out which items have been posted before',
		`n8n keeps this with the saved workflow, and says: ${asSentence(describeFailure(error))} Save the workflow and run it again.`,
	);
}
