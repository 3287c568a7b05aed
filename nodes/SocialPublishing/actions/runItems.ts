import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { executionScope, isCalledByModel, type Item } from '../properties/item';
import { openProgress, rememberStoppedRun, type NodeProgress } from '../properties/nodeProgress';
import { CancelledFailure } from '../shared/failure';
import { withWholeMessage } from '../shared/nodeError';
import { runsWithoutWorkflow } from '../shared/withoutWorkflow';
import { connect, type Connection } from '../transport/connection';
import {
	clearJournal,
	isAmong,
	itemsWithEntries,
	itemsWithUncertainCommands,
} from '../commands/journal';
import {
	combineFailures,
	type ItemFailure,
	NO_ITEMS,
	stoppingError,
	type EarlierItems,
} from './runErrors';
import {
	byOutput,
	recallResult,
	rememberResult,
	resultOf,
	resultOfFailure,
	type ItemResult,
	failedItem,
} from './itemResult';
import { type Operation, type Outcome, type Work, isUnfinished } from './operation';
import { showHints } from './runHints';
import { UnfinishedItems, type UnfinishedItem } from './unfinishedItems';

/** How many reads or uploads of one node may run at the same time. */
const MAX_PARALLEL_ITEMS = 5;

/**
 * Runs an operation for every input item: prepares all of them, does the work on each, then waits for all outcomes together.
 * This is the only loop over items. Results keep the order of the items and are linked to them. With On Error → Continue, a
 * failed item does not affect the results of the others.
 *
 * @returns the output items, by output of the node
 */
export async function runItems(
	functions: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[][]> {
	const progress = openProgress(functions);
	const run = async () => await runPrepared(functions, operation, progress);
	if (!runsWithoutWorkflow(functions)) return await run();
	try {
		return await run();
	} catch (error) {
		throw withWholeMessage(error);
	} finally {
		clearJournal(progress.scope);
	}
}

async function runPrepared(
	functions: IExecuteFunctions,
	operation: Operation,
	progress: NodeProgress,
): Promise<INodeExecutionData[][]> {
	const canRetry = !operation.runsInParallel && !isCalledByModel(functions);
	const outputCount = operation.countOutputs?.(functions) ?? 1;
	const results: ItemResult[] = [];
	const sent: number[] = [];
	const unfinished = new UnfinishedItems();
	const failures: ItemFailure[] = [];
	const openItems = itemsWithUncertainCommands(progress.scope);
	let connection: Promise<Connection> | undefined;
	let haveAllSucceeded = true;
	let isStopped = false;
	let isHandingOver = true;
	const itemsFailAlone = () => operation.itemsFailAlone?.(functions) === true;

	async function process(index: number, step: () => Promise<void>): Promise<void> {
		try {
			await step();
		} catch (cause) {
			const error = isAborted(cause) ? new CancelledFailure() : cause;
			haveAllSucceeded = false;
			const hasOpenAttempt = isStillOpen(index);
			if (functions.continueOnFail() && !isCancellation(error)) {
				const failed = failedItem(functions, error, index, { hasOpenAttempt });
				results[index] = resultOfFailure(failed);
			} else {
				failures.push({ index, error, hasOpenAttempt, isOutcome: !isHandingOver });
				isStopped ||= (isHandingOver && !itemsFailAlone()) || isCancellation(error);
			}
		}
	}

	/** Whether an earlier attempt at the item has left a command open, and this one has not closed it. */
	function isStillOpen(index: number): boolean {
		const scope = executionScope({ functions, index, progress });
		const isOpenNow = () => isAmong(scope, itemsWithUncertainCommands(progress.scope));
		return isAmong(scope, openItems) && isOpenNow();
	}

	/** What has become of the others when an item stops the run. */
	function earlierItems(): EarlierItems {
		const attempted = itemsWithEntries(progress.scope);
		const isStarted = (index: number) =>
			isAmong(executionScope({ functions, index, progress }), attempted);
		const hasFailed = new Set(failures.map(({ index }) => index));
		const open = [...functions.getInputData().keys()].filter(
			(index) =>
				results[index] === undefined && !unfinished.hasPost(index) && !hasFailed.has(index),
		);
		return {
			sent,
			started: open.filter(isStarted),
			handedOver: unfinished.posts,
			notSent: open.filter((index) => !isStarted(index)),
		};
	}

	function complete({ index }: Item, result: ItemResult): void {
		results[index] = result;
		if (!result.isPassedOn) sent.push(index);
	}

	function finish(item: Item, outcome: Outcome): void {
		if (canRetry) rememberResult(item, outcome);
		complete(item, resultOf(item, outcome));
	}

	const prepared: Array<{ item: Item; work: Work }> = [];
	for (const index of functions.getInputData().keys()) {
		if (isStopped) break;
		await process(index, async () => {
			connection ??= (operation.connect ?? connect)(functions);
			const item = { functions, index, connection: await connection, progress };
			item.connection.signal?.throwIfAborted();
			const known = canRetry ? recallResult(item, outputCount) : undefined;
			if (known === undefined) prepared.push({ item, work: await prepare(operation, item) });
			else complete(item, known);
		});
	}

	async function workThrough(): Promise<void> {
		while (!isStopped) {
			const next = prepared.shift();
			if (next === undefined) return;
			const { item, work } = next;
			await process(item.index, async () => {
				item.connection.signal?.throwIfAborted();
				const result = await work();
				if (isUnfinished(result)) unfinished.add(item, result);
				else finish(item, result);
			});
		}
	}

	async function waitForAll(): Promise<void> {
		isHandingOver = false;
		const finishOne = async ({ item, result }: UnfinishedItem) =>
			await process(item.index, async () => finish(item, await result.finish()));
		await unfinished.wait(finishOne).catch(async (error: unknown) => {
			for (const index of unfinished.indices) {
				await process(index, async () => await Promise.reject(error));
			}
		});
	}
	const workers = operation.runsInParallel ? MAX_PARALLEL_ITEMS : 1;
	await Promise.all(Array.from({ length: workers }, workThrough));

	// What is noted of the items outlives a run that is killed while it waits.
	const note = await operation.endRun?.(functions);
	if (!isStopped) await waitForAll();

	const passedOn = results.filter(({ isPassedOn }) => isPassedOn).length;
	showHints(functions, { passedOn, note });

	const cancelled = failures.find(({ error }) => isCancellation(error));
	if (cancelled !== undefined) rememberStoppedRun(functions);
	failures.sort((a, b) => a.index - b.index);
	const sendsCommands = 'prepare' in operation;
	if (!isStopped && failures.length > 0) {
		const facts = { succeeded: sendsCommands ? sent : [], note, failAlone: itemsFailAlone() };
		throw combineFailures(functions, failures, facts);
	}
	const first = cancelled ?? failures[0];
	if (first !== undefined) {
		throw stoppingError(functions, first, sendsCommands ? earlierItems() : NO_ITEMS, canRetry);
	}
	if (haveAllSucceeded) clearJournal(progress.scope);
	return byOutput(results, outputCount);
}

async function prepare(operation: Operation, item: Item): Promise<Work> {
	if ('prepare' in operation) return await operation.prepare(item);
	return async () => await operation.execute(item);
}

function isCancellation(error: unknown): boolean {
	return error instanceof CancelledFailure;
}

/** The signal of a cancelled workflow ends some steps with an error of its own. */
function isAborted(error: unknown): boolean {
	return error instanceof Error && error.name === 'AbortError';
}
