import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { listPosts } from '../../../api/posts';
import { Ledger, type KeyState } from '../../../commands/ledger';
import { n8nMarks } from '../../../commands/marks';
import { CancelledFailure, describeFailure, UndecidedFailure } from '../../../shared/failure';
import { asSentence } from '../../../shared/sentences';
import type { Connection } from '../../../transport/connection';

const runs = new WeakMap<IExecuteFunctions, OnceRun>();

/** What a run of the node that posts each item once knows of its keys. */
export function onceRunOf(functions: IExecuteFunctions): OnceRun {
	const run = runs.get(functions) ?? new OnceRun(functions);
	runs.set(functions, run);
	return run;
}

export class OnceRun {
	private readonly ledger: Ledger;
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
		this.ledger = new Ledger(n8nMarks(functions), node);
	}

	/** Call it while the items are prepared. Of several items with the same key, the first counts. */
	open(key: string, index: number): OnceKey {
		const firstIndex = this.keys.get(key) ?? index;
		this.keys.set(key, firstIndex);
		return new OnceKey(key, { index, firstIndex }, this, this.ledger);
	}

	/** Reads the states of all keys when the first one is asked for. */
	async stateOf(key: string): Promise<KeyState> {
		this.states ??= this.ledger.read([...this.keys.keys()]).catch(storeFailure);
		return (await this.states).get(key) ?? 'begun';
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

	/**
	 * The posts of a workspace at some time during this run. What other executions have created since, the service does
	 * not create again, because it still knows the idempotency key.
	 */
	async listPosts(
		connection: Connection,
		workspacePath: string,
		purpose: string,
	): Promise<IDataObject[]> {
		const known = this.postLists.get(workspacePath);
		if (known !== undefined) return await known;
		const reading = listPosts(connection, workspacePath, purpose);
		this.postLists.set(workspacePath, reading);
		return await reading.catch((error: unknown) => {
			this.postLists.delete(workspacePath);
			throw error;
		});
	}

	/** Call it after the last item. Returns what the user should know about the run. */
	async end(): Promise<string | undefined> {
		const error = await this.ledger.settle().catch((failure: unknown) => failure);
		if (error === undefined) return undefined;
		return `n8n could not save which items have been posted: ${asSentence(describeFailure(error))} The next run looks for their posts at the service before it sends anything.`;
	}
}

/** The key of an item that is posted once. */
export class OnceKey {
	/** The post for the key comes from another run, which may have gone on with it, too. */
	isTakenOver = false;

	/** The first item of the run with the same key: this one, or an earlier one. */
	readonly firstIndex: number;
	/** An earlier item of the run has the same key. */
	readonly isRepetition: boolean;

	constructor(
		readonly key: string,
		{ index, firstIndex }: { index: number; firstIndex: number },
		readonly run: OnceRun,
		private readonly ledger: Ledger,
	) {
		this.firstIndex = firstIndex;
		this.isRepetition = index !== firstIndex;
	}

	/** Call it if the first item with the key has failed. */
	fail(): void {
		this.run.fail(this.key);
	}

	/** Whether the first item with the key has failed. */
	get hasFailed(): boolean {
		return this.run.hasFailed(this.key);
	}

	async isDone(): Promise<boolean> {
		return (await this.run.stateOf(this.key)) === 'done';
	}

	/** Whether the key is done by now: other executions may have posted it during this run. */
	async isDoneByNow(): Promise<boolean> {
		const states = await this.ledger.read([this.key]).catch(storeFailure);
		return states.get(this.key) === 'done';
	}

	/** Whether an earlier run may have sent something for the key. */
	async isBegun(): Promise<boolean> {
		return (await this.run.stateOf(this.key)) === 'begun';
	}

	/**
	 * Call it right before the first command.
	 *
	 * @param content identifies what is sent
	 */
	async begin(content: string): Promise<void> {
		await this.ledger.begin(this.key, content).catch(storeFailure);
	}

	/** Which of these contents has been sent for the key, by this run or an earlier one. */
	async readSent(contents: string[]): Promise<Set<string>> {
		return await this.ledger.readSent(this.key, contents).catch(storeFailure);
	}

	/** Call it as soon as the service has accepted what was asked for. */
	async finish(): Promise<void> {
		await this.ledger.finish(this.key);
	}

	/** Call it if the first command certainly had no effect. */
	erase(): void {
		this.ledger.erase(this.key);
	}

	/** Call it if what was sent is certainly not on its way: then other content may replace it. */
	eraseSent(): void {
		this.ledger.eraseSent(this.key);
	}

	/** Notes the post that was created for the key. */
	usePost(id: string): void {
		this.run.usePost(id, this.key);
	}

	isPostOfOther(id: string | undefined): boolean {
		return this.run.isPostOfOther(id, this.key);
	}
}

function storeFailure(error: unknown): never {
	if (error instanceof CancelledFailure) throw error;
	throw new UndecidedFailure(
		'Could not find out which items have been posted before',
		`n8n keeps this with the saved workflow, and says: ${asSentence(describeFailure(error))} Save the workflow and run it again.`,
	);
}
