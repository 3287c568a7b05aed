import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { clearJournal, isAmong, itemsWithEntries } from '../commands/journal';
import { executionScope, isCalledByModel, type Item } from '../properties/item';
import { rememberStoppedRun, type NodeProgress } from '../properties/nodeProgress';
import { CancelledFailure, ServiceFailure } from '../shared/failure';
import {
	groupByOutput,
	recallResult,
	rememberResult,
	resultOf,
	resultOfFailure,
	type ItemResult,
} from './itemResult';
import {
	mayRunInParallel,
	type Operation,
	type OperationResult,
	type Unfinished,
} from './operation';
import {
	combineFailures,
	NO_ITEMS,
	stoppingError,
	type EarlierItems,
	type ItemFailure,
} from './runErrors';
import { showHints } from './runHints';

/** An operation at work on the items of a node. */
export interface Run {
	functions: IExecuteFunctions;
	operation: Operation;
	progress: NodeProgress;
}

/** An item whose outcome is not known yet. */
export interface UnfinishedItem {
	item: Item;
	result: Unfinished<OperationResult>;
}

/** The results and failures of the items of a run so far. */
export class RunResults {
	/** By index. */
	readonly unfinished = new Map<number, UnfinishedItem>();
	/** A failure has ended the run: no other item is started. */
	isStopped = false;
	private isHandingOver = true;
	private hasFailures = false;
	private readonly results: ItemResult[] = [];
	private readonly sent: number[] = [];
	private readonly failures: ItemFailure[] = [];
	private readonly canRetry: boolean;
	private readonly outputCount: number;
	private readonly uncertainBefore: Set<string>;
	private readonly acceptedBefore: Set<string>;

	constructor(private readonly run: Run) {
		const { functions, operation, progress } = run;
		this.canRetry = !mayRunInParallel(operation) && !isCalledByModel(functions);
		this.outputCount = operation.countOutputs?.(functions) ?? 1;
		this.uncertainBefore = itemsWithEntries(progress.scope, 'uncertain');
		this.acceptedBefore = itemsWithEntries(progress.scope, 'accepted');
	}

	/** Runs a step of an item. If the step fails, the item fails. */
	async attempt(index: number, step: () => Promise<void>): Promise<void> {
		try {
			await step();
		} catch (error) {
			this.fail(index, isAborted(error) ? new CancelledFailure() : error);
		}
	}

	/** Returns whether an earlier attempt has completed the item, whose result then stays. */
	recall(item: Item): boolean {
		const known = this.canRetry ? recallResult(item, this.outputCount) : undefined;
		if (known !== undefined) this.complete(item, known);
		return known !== undefined;
	}

	add(item: Item, outcome: OperationResult): void {
		if (this.canRetry) rememberResult(item, outcome);
		this.complete(item, resultOf(item, outcome));
	}

	/** Call it once the commands of all items are sent: a failure no longer stops the others. */
	startWaiting(): void {
		this.isHandingOver = false;
	}

	/**
	 * Returns the output items, by output of the node.
	 *
	 * @param note a hint about the run
	 * @throws NodeApiError or NodeOperationError if items have failed
	 */
	finish(note: string | undefined): INodeExecutionData[][] {
		const { functions, operation, progress } = this.run;
		const passedOn = this.results.filter(({ isPassedOn }) => isPassedOn).length;
		showHints(functions, { passedOn, note });

		const cancelled = this.failures.find(({ error }) => isCancellation(error));
		if (cancelled !== undefined) rememberStoppedRun(functions);
		this.failures.sort((a, b) => a.index - b.index);
		const sendsCommands = 'prepare' in operation;
		if (!this.isStopped && this.failures.length > 0) {
			const succeeded = sendsCommands ? this.sent : [];
			const facts = { succeeded, note, failAlone: this.itemsFailAlone() };
			throw combineFailures(functions, this.failures, facts);
		}
		const first = cancelled ?? this.failures[0];
		if (first !== undefined) {
			const earlier = sendsCommands ? this.earlierItems() : NO_ITEMS;
			const facts = { canRetry: this.canRetry, failAlone: this.itemsFailAlone() };
			throw stoppingError(functions, first, earlier, facts);
		}
		if (!this.hasFailures) clearJournal(progress.scope);
		return groupByOutput(this.results, this.outputCount);
	}

	private complete({ index }: Item, result: ItemResult): void {
		this.results[index] = result;
		if (!result.isPassedOn) this.sent.push(index);
	}

	private fail(index: number, reason: unknown): void {
		const { functions } = this.run;
		const error = this.withEarlierAttempt(index, reason);
		this.hasFailures = true;
		const isUncertain = this.isStillUncertain(index);
		if (functions.continueOnFail() && !isCancellation(error)) {
			this.results[index] = resultOfFailure(functions, error, { itemIndex: index, isUncertain });
			return;
		}
		const isOutcome = !this.isHandingOver || isAfterHandover(error);
		this.failures.push({ index, error, isUncertain, isOutcome });
		this.isStopped ||= (this.isHandingOver && !this.itemsFailAlone()) || isCancellation(error);
	}

	private itemsFailAlone(): boolean {
		const { functions, operation } = this.run;
		return operation.itemsFailAlone?.(functions) === true;
	}

	/** Adds that the service has accepted a command of an earlier attempt, to a failure before this one has sent any. */
	private withEarlierAttempt(index: number, error: unknown): unknown {
		const wasAcceptedBefore = this.isItemIn(this.acceptedBefore, index);
		if (!(error instanceof ServiceFailure) || !wasAcceptedBefore) return error;
		return error.with({ effectFacts: { wasAcceptedBefore } });
	}

	/** Whether an earlier attempt has sent a command of unknown effect, which this one has not resolved. */
	private isStillUncertain(index: number): boolean {
		if (!this.isItemIn(this.uncertainBefore, index)) return false;
		return this.isItemIn(itemsWithEntries(this.run.progress.scope, 'uncertain'), index);
	}

	private isItemIn(items: Set<string>, index: number): boolean {
		const { functions, progress } = this.run;
		return isAmong(executionScope({ functions, index, progress }), items);
	}

	/** The other items, for the error of the one that stops the run. */
	private earlierItems(): EarlierItems {
		const { functions, progress } = this.run;
		const started = itemsWithEntries(progress.scope, 'any');
		const handedOver = [...this.unfinished].flatMap(([index, { result }]) =>
			result.pending === undefined ? [] : { index, postId: result.pending.postId },
		);
		const known = new Set([...this.failures, ...handedOver].map(({ index }) => index));
		const open = [...functions.getInputData().keys()].filter(
			(index) => this.results[index] === undefined && !known.has(index),
		);
		return {
			sent: this.sent,
			started: open.filter((index) => this.isItemIn(started, index)),
			handedOver,
			notSent: open.filter((index) => !this.isItemIn(started, index)),
		};
	}
}

function isCancellation(error: unknown): boolean {
	return error instanceof CancelledFailure;
}

function isAfterHandover(error: unknown): boolean {
	return error instanceof ServiceFailure && error.isAfterHandover;
}

/** If the workflow is cancelled, some steps end with an error of their own. */
function isAborted(error: unknown): boolean {
	return error instanceof Error && error.name === 'AbortError';
}
