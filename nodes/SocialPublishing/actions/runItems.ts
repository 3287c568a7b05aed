import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { executionScope, isAgentTool, type Item, type Output } from '../properties/item';
import { openProgress } from '../properties/nodeProgress';
import { CancelledFailure, ServiceFailure } from '../shared/failure';
import { isRecord } from '../shared/json';
import { toNodeError } from '../shared/nodeError';
import { connect, type Connection } from '../transport/connection';
import { forgetAttempts, recallAttempt, rememberAttempt } from '../transport/earlierAttempts';
import type { Operation } from './operation';

/** How many reads or uploads of one node may run at the same time. */
const MAX_PARALLEL_ITEMS = 5;

/**
 * Runs an operation for every input item. This is the only loop over items. Results keep the order of the items
 * and are linked to them. With On Error → Continue, a failed item does not affect the results of the others.
 */
export async function runItems(
	functions: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const items = functions.getInputData();
	const results: INodeExecutionData[][] = [];
	const failures: Array<{ index: number; error: Error }> = [];
	const progress = openProgress(functions);
	let connection: Promise<Connection> | undefined;
	let next = 0;
	let haveAllSucceeded = true;

	async function work(): Promise<void> {
		while (failures.length === 0 && next < items.length) {
			const index = next++;
			try {
				connection ??= (operation.connect ?? connect)(functions);
				const item = { functions, index, connection: await connection, progress };
				item.connection.signal?.throwIfAborted();
				results[index] = await completeOnce(item, operation);
			} catch (error) {
				haveAllSucceeded = false;
				if (functions.continueOnFail() && !isCancellation(error)) {
					results[index] = [failedItem(functions, error, index)];
				} else {
					failures.push({ index, error: toNodeError(functions, error, index) });
				}
			}
		}
	}

	await Promise.all(
		Array.from({ length: operation.runsInParallel ? MAX_PARALLEL_ITEMS : 1 }, work),
	);
	const [first] = failures.sort((a, b) => a.index - b.index);
	if (first !== undefined) throw first.error;
	if (haveAllSucceeded) forgetAttempts(progress.scope);
	return results.flat();
}

/** An item whose commands an earlier attempt has completed keeps its output: nothing is sent for it again. */
async function completeOnce(item: Item, operation: Operation): Promise<INodeExecutionData[]> {
	const scope = executionScope(item);
	const isKept = !operation.runsInParallel && !isAgentTool(item.functions);
	const known = isKept ? recallAttempt(scope, 'output') : undefined;
	if (Array.isArray(known?.items)) {
		return known.items.filter(isRecord).map((json) => linked(item, { json }));
	}
	const outputs = [await operation.execute(item)].flat();
	const results = outputs.map((output) => linked(item, output));
	if (isKept && outputs.every(({ binary }) => binary === undefined)) {
		rememberAttempt(scope, 'output', { items: results.map(({ json }) => json) });
	}
	return results;
}

function linked(item: Item, { json, binary }: Output): INodeExecutionData {
	return {
		json: withoutToken(item, json),
		...(binary && { binary }),
		pairedItem: { item: item.index },
	};
}

/** A shorter token could be a word in the user's own text. */
const SHORTEST_REDACTED_TOKEN = 8;

/** A service may echo what it receives; the token must not be passed on in items. */
function withoutToken({ connection }: Item, json: IDataObject): IDataObject {
	const text = JSON.stringify(json);
	const clean = connection.redact(text, SHORTEST_REDACTED_TOKEN);
	return clean === text ? json : JSON.parse(clean);
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
