import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { AccountReference } from '../api/accountReferences';
import type { PendingOutcome } from '../api/pendingOutcome';

import type { Item, Output } from '../properties/item';
import type { Connection } from '../transport/connection';

/** An entry in the Operation dropdown: how it looks and what it does. */
export type Operation = OperationEntry & (ReadingOperation | PreparedOperation);

interface OperationEntry {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	/** Its fields, without `displayOptions` for resource and operation, which are added later. */
	properties: INodeProperties[];
	/** The chosen accounts, as entered: they tell the workspace if the user has left it empty. */
	readAccounts?: (item: Item) => AccountReference[];
	/** How many outputs the node has, apart from n8n's error output. Default: one. */
	countOutputs?: (functions: IExecuteFunctions) => number;
	/** Whether a failed item does not affect the others. Called whenever an item has failed. */
	itemsFailAlone?: (functions: IExecuteFunctions) => boolean;
	/** Called after the work on the last item. Returns a note for the user about the run. */
	endRun?: (functions: IExecuteFunctions) => Promise<string | undefined>;
	/** Set only if the operation uses an endpoint other than the REST API. */
	connect?: (functions: IExecuteFunctions) => Promise<Connection>;
}

/** Only reads, so a failed item leaves nothing incomplete. */
interface ReadingOperation {
	/** Processes one item and returns its output. Throws on failure. */
	execute: (item: Item) => Promise<OperationResult | Unfinished<OperationResult>>;
}

/** Sends commands or files. */
interface PreparedOperation {
	/**
	 * Reads and checks all fields and finds the input files of one item, without sending anything. All items are prepared
	 * before the work on the first one starts.
	 */
	prepare: (item: Item) => Work | Promise<Work>;
	/** The order of its commands does not matter. */
	runsInParallel?: true;
}

/** Reads and uploads may run in parallel; commands that change a record run in item order. */
export function mayRunInParallel(operation: Operation): boolean {
	return 'execute' in operation || operation.runsInParallel === true;
}

/**
 * Sends the commands of a prepared item. Returns the outcome, or how to wait for it once all items have been sent. Throws on
 * failure.
 */
export type Work = () => Promise<OperationResult | Unfinished<OperationResult>>;

/** The result of an item: output items, all from the first output of the node, or the input item itself. */
export type OperationResult = Output | Output[] | PassedOn;

/** There was nothing to send for the item, so the input item is passed on to the next steps. */
export interface PassedOn {
	/** Fields that are added to it. */
	passedOn: IDataObject;
	/** Only the fields are returned, because an AI Agent's tool has no input item. */
	isAnswer?: boolean;
	/** The output of the node that returns it. */
	outputIndex: number;
}

export function isPassedOn(outcome: OperationResult): outcome is PassedOn {
	return 'passedOn' in outcome;
}

/** An entry in the Resource dropdown. */
export interface Resource {
	option: INodePropertyOptions & { value: string };
	operations: Operation[];
}

/** An item whose output is known only after the service has accepted all items. */
export interface Unfinished<T> {
	/** The outcome to wait for; undefined for an item that depends on another item of the run. */
	pending?: PendingOutcome;
	/** Call it when nothing is pending any more. Throws if the outcome is a failure. */
	finish: () => Promise<T>;
}

export function isUnfinished<T extends object>(result: T | Unfinished<T>): result is Unfinished<T> {
	return 'finish' in result;
}

/** Continues with a result as soon as it is known. */
export async function whenKnown<T extends object, U>(
	result: T | Unfinished<T>,
	next: (known: T) => U | Promise<U>,
): Promise<U | Unfinished<U>> {
	if (!isUnfinished(result)) return await next(result);
	return { ...result, finish: async () => await next(await result.finish()) };
}

/**
 * The same operation with a step before an item's fields are read.
 *
 * @param begin returns the step that follows once the result of the item is known
 */
export function surrounded(
	operation: Operation,
	begin: (item: Item) => Promise<ResultStep> | ResultStep,
): Operation {
	if ('execute' in operation) {
		return {
			...operation,
			async execute(item) {
				const finish = await begin(item);
				return await whenKnown(await operation.execute(item), finish);
			},
		};
	}
	return {
		...operation,
		async prepare(item) {
			const finish = await begin(item);
			const work = await operation.prepare(item);
			return async () => await whenKnown(await work(), finish);
		},
	};
}

type ResultStep = (outcome: OperationResult) => Promise<OperationResult> | OperationResult;
