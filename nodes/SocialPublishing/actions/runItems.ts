import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { executionScope, isAgentTool, type Item, type Output } from '../properties/item';
import { OnceRun } from '../properties/once/onceRun';
import { openProgress } from '../properties/nodeProgress';
import { CancelledFailure, ServiceFailure } from '../shared/failure';
import { isRecord } from '../shared/json';
import { toNodeError } from '../shared/nodeError';
import { connect, type Connection } from '../transport/connection';
import {
	forgetAttempts,
	isAmong,
	itemsWithAttempts,
	itemsWithOpenAttempts,
	recallAttempt,
	rememberAttempt,
} from '../transport/earlierAttempts';
import { combineFailures, type ItemFailure } from './combineFailures';
import { withOpenAttempt } from './openAttempt';
import type { Operation, Work } from './operation';
import { addSentItems } from './sentItems';

/** How many reads or uploads of one node may run at the same time. */
const MAX_PARALLEL_ITEMS = 5;

/**
 * Runs an operation for every input item: prepares all of them, then does the work on each. This is the only loop over
 * items. Results keep the order of the items and are linked to them. With On Error → Continue, a failed item does not
 * affect the results of the others.
 */
export async function runItems(
	functions: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const progress = openProgress(functions);
	const canRetry = !operation.runsInParallel && !isAgentTool(functions);
	const results: INodeExecutionData[][] = [];
	const done: number[] = [];
	const failures: ItemFailure[] = [];
	const openItems = itemsWithOpenAttempts(progress.scope);
	let connection: Promise<Connection> | undefined;
	let haveAllSucceeded = true;
	let isStopped = false;
	const once = new OnceRun(functions);

	async function process(index: number, step: () => Promise<void>): Promise<void> {
		try {
			await step();
		} catch (cause) {
			haveAllSucceeded = false;
			const error = explain(index, cause);
			if (functions.continueOnFail() && !isCancellation(error)) {
				results[index] = [failedItem(functions, error, index)];
			} else {
				failures.push({ index, error: toNodeError(functions, error, index) });
				isStopped ||= !once.itemsFailAlone || isCancellation(error);
			}
		}
	}

	function explain(index: number, error: unknown): unknown {
		const scope = executionScope({ functions, index, progress });
		const wasOpen = isAmong(scope, openItems);
		return wasOpen && isAmong(scope, itemsWithOpenAttempts(progress.scope))
			? withOpenAttempt(error)
			: error;
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

	function complete({ index }: Item, outputs: INodeExecutionData[]): void {
		results[index] = outputs;
		done.push(index);
	}

	const prepared: Array<{ item: Item; work: Work }> = [];
	for (const index of functions.getInputData().keys()) {
		if (isStopped) break;
		await process(index, async () => {
			connection ??= (operation.connect ?? connect)(functions);
			const item = { functions, index, connection: await connection, progress, once };
			item.connection.signal?.throwIfAborted();
			const known = canRetry ? recallOutputs(item) : undefined;
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
				const outputs = [await work()].flat().map((output) => linked(item, output));
				if (canRetry) rememberOutputs(item, outputs);
				complete(item, outputs);
			});
		}
	}
	const workers = operation.runsInParallel ? MAX_PARALLEL_ITEMS : 1;
	await Promise.all(Array.from({ length: workers }, workThrough));

	const note = await once.end();
	failures.sort((a, b) => a.index - b.index);
	if (once.itemsFailAlone && !isStopped && failures.length > 0) {
		const succeeded = done.filter((index) => results[index]?.length !== 0);
		throw toNodeError(functions, combineFailures(failures, succeeded, note));
	}
	if (note !== undefined) functions.addExecutionHints?.({ message: note, location: 'outputPane' });
	const [first] = failures;
	if (first !== undefined) {
		if ('prepare' in operation) {
			addSentItems(first.error, { sent: done, started: startedItems(first.index) }, canRetry);
		}
		throw first.error;
	}
	if (haveAllSucceeded) forgetAttempts(progress.scope);
	return results.flat();
}

async function prepare(operation: Operation, item: Item): Promise<Work> {
	if ('prepare' in operation) return await operation.prepare(item);
	return async () => await operation.execute(item);
}

/** An item whose commands an earlier attempt has completed keeps its output: nothing is sent for it again. */
function recallOutputs(item: Item): INodeExecutionData[] | undefined {
	const known = recallAttempt(executionScope(item), 'output');
	if (!Array.isArray(known?.items)) return undefined;
	return known.items.filter(isRecord).map((json) => linked(item, { json }));
}

function rememberOutputs(item: Item, outputs: INodeExecutionData[]): void {
	if (outputs.some(({ binary }) => binary !== undefined)) return;
	rememberAttempt(executionScope(item), 'output', { items: outputs.map(({ json }) => json) });
}

function linked(item: Item, { json, binary }: Output): INodeExecutionData {
	return {
		json,
		...(binary && { binary }),
		pairedItem: { item: item.index },
	};
}

function isCancellation(error: unknown): boolean {
	return (
		error instanceof CancelledFailure || (error instanceof Error && error.name === 'AbortError')
	);
}

/** What is known about the failure of an item, in place of its result. */
function failedItem(
	functions: IExecuteFunctions,
	error: unknown,
	index: number,
): INodeExecutionData {
	const nodeError = toNodeError(functions, error, index);
	const facts = error instanceof ServiceFailure ? error.facts : {};
	const { status, code, requestId, details, post, etag } = facts;
	const advice = nodeError.description ?? '';
	const item: INodeExecutionData = {
		json: JSON.parse(
			JSON.stringify({
				error: advice === '' ? nodeError.message : `${nodeError.message}. ${advice}`,
				status: status ?? null,
				code: code ?? null,
				requestId: requestId ?? null,
				details: details ?? null,
				...(post && { post }),
				...(etag !== undefined && { etag }),
			}),
		),
		pairedItem: { item: index },
	};
	// n8n-workaround(2.39.10, n8n-core/dist/execution-engine/workflow-execute.js): an `error` sends an item to the error
	// output, but n8n then replaces the `json` of every item that still has one. The items it sends there are copies,
	// and a copy lacks a property that is not enumerable.
	const goesToErrorOutput = functions.getNode().onError === 'continueErrorOutput';
	return goesToErrorOutput ? Object.defineProperty(item, 'error', { value: nodeError }) : item;
}
