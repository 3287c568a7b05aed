import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { executionScope, isCalledByModel, type Item } from '../properties/item';
import { openProgress, rememberStoppedRun, type NodeProgress } from '../properties/nodeProgress';
import { CancelledFailure } from '../shared/failure';
import { withWholeMessage } from '../shared/nodeError';
import { runsWithoutWorkflow } from '../shared/withoutWorkflow';
import { connect, type Connection } from '../transport/connection';
import {
	forgetAttempts,
	isAmong,
	itemsWithAttempts,
	itemsWithOpenAttempts,
} from '../commands/journal';
import { combineFailures, type ItemFailure } from './combineFailures';
import { failedItem } from './failedItem';
import {
	byOutput,
	recallResult,
	rememberResult,
	resultOf,
	resultOfFailure,
	type ItemResult,
} from './itemResult';
import type { Operation, Work } from './operation';
import { NO_ITEMS, stoppingError } from './sentItems';

/** How many reads or uploads of one node may run at the same time. */
const MAX_PARALLEL_ITEMS = 5;

/**
 * Runs an operation for every input item: prepares all of them, then does the work on each. This is the only loop over
 * items. Results keep the order of the items and are linked to them. With On Error → Continue, a failed item does not
 * affect the results of the others.
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
		forgetAttempts(progress.scope);
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
	const failures: ItemFailure[] = [];
	const openItems = itemsWithOpenAttempts(progress.scope);
	let connection: Promise<Connection> | undefined;
	let haveAllSucceeded = true;
	let isStopped = false;
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
				failures.push({ index, error, hasOpenAttempt });
				isStopped ||= !itemsFailAlone() || isCancellation(error);
			}
		}
	}

	/** Whether an earlier attempt at the item has left a command open, and this one has not closed it. */
	function isStillOpen(index: number): boolean {
		const scope = executionScope({ functions, index, progress });
		const isOpenNow = () => isAmong(scope, itemsWithOpenAttempts(progress.scope));
		return isAmong(scope, openItems) && isOpenNow();
	}

	/** Apart from those that are done, and the one that has failed. */
	function startedItems(failedIndex: number): number[] {
		const started = itemsWithAttempts(progress.scope);
		return [...functions.getInputData().keys()].filter(
			(index) =>
				index !== failedIndex &&
				results[index] === undefined &&
				isAmong(executionScope({ functions, index, progress }), started),
		);
	}

	function complete({ index }: Item, result: ItemResult): void {
		results[index] = result;
		if (!result.isPassedOn) sent.push(index);
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
				const outcome = await work();
				if (canRetry) rememberResult(item, outcome);
				complete(item, resultOf(item, outcome));
			});
		}
	}
	const workers = operation.runsInParallel ? MAX_PARALLEL_ITEMS : 1;
	await Promise.all(Array.from({ length: workers }, workThrough));

	if (failures.some(({ error }) => isCancellation(error))) rememberStoppedRun(functions);
	const note = await operation.endRun?.(functions);
	failures.sort((a, b) => a.index - b.index);
	if (itemsFailAlone() && !isStopped && failures.length > 0) {
		throw combineFailures(functions, failures, { posted: sent, note });
	}
	if (note !== undefined) functions.addExecutionHints?.({ message: note, location: 'outputPane' });
	const [first] = failures;
	if (first !== undefined) {
		const sentItems = { sent, started: startedItems(first.index) };
		throw stoppingError(functions, first, 'prepare' in operation ? sentItems : NO_ITEMS, canRetry);
	}
	if (haveAllSucceeded) forgetAttempts(progress.scope);
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
