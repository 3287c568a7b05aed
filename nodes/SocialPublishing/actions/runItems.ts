import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { refreshingAccounts } from '../api/accountDirectory';
import { explainingUnlisted } from '../api/accountReferences';
import type { PendingOutcome } from '../api/pendingOutcome';
import { waitTogether } from '../api/waitTogether';
import { clearJournal } from '../commands/journal';
import type { Item } from '../properties/item';
import { openProgress, runsWithoutWorkflow } from '../properties/nodeProgress';
import { withWholeMessage } from '../shared/nodeError';
import { connect, type Connection } from '../transport/connection';
import { isUnfinished, mayRunInParallel, type Operation, type Work } from './operation';
import { RunResults, type Run, type UnfinishedItem } from './runResults';

/** The most reads or uploads of a node that run at the same time. */
const MAX_PARALLEL_ITEMS = 5;

interface PreparedItem {
	item: Item;
	work: Work;
}

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
	const run = { functions, operation, progress: openProgress(functions) };
	if (!runsWithoutWorkflow(functions)) return await runPrepared(run);
	try {
		return await runPrepared(run);
	} catch (error) {
		throw withWholeMessage(error);
	} finally {
		clearJournal(run.progress.scope);
	}
}

async function runPrepared(run: Run): Promise<INodeExecutionData[][]> {
	const { functions, operation } = run;
	const results = new RunResults(run);
	const prepared = await prepareAll(run, results);
	const workers = mayRunInParallel(operation) ? MAX_PARALLEL_ITEMS : 1;
	const works = Array.from({ length: workers }, async () => await workThrough(prepared, results));
	await Promise.all(works);
	// Before the wait: a run that is killed while it waits must not lose what the operation records here.
	const note = await operation.endRun?.(functions);
	if (!results.isStopped) await waitForAll(results);
	return results.finish(note);
}

async function prepareAll(
	{ functions, operation, progress }: Run,
	results: RunResults,
): Promise<PreparedItem[]> {
	const prepared: PreparedItem[] = [];
	let connection: Promise<Connection> | undefined;
	for (const index of functions.getInputData().keys()) {
		if (results.isStopped) break;
		await results.attempt(index, async () => {
			connection ??= (operation.connect ?? connect)(functions);
			const item = { functions, index, connection: await connection, progress };
			item.connection.signal?.throwIfAborted();
			if (!results.recall(item)) prepared.push({ item, work: await prepare(operation, item) });
		});
	}
	return prepared;
}

async function prepare(operation: Operation, item: Item): Promise<Work> {
	if ('prepare' in operation) return await operation.prepare(item);
	return async () => await operation.execute(item);
}

async function workThrough(prepared: PreparedItem[], results: RunResults): Promise<void> {
	while (!results.isStopped) {
		const next = prepared.shift();
		if (next === undefined) return;
		const { item, work } = next;
		await results.attempt(item.index, async () => {
			item.connection.signal?.throwIfAborted();
			const result = await work()
				.catch(refreshingAccounts(item.connection))
				.catch(explainingUnlisted(item.connection));
			if (isUnfinished(result)) results.unfinished.set(item.index, { item, result });
			else results.add(item, result);
		});
	}
}

/** Waits for the outcomes of all items together. Items that depend on others come last, in order. */
async function waitForAll(results: RunResults): Promise<void> {
	const { unfinished } = results;
	results.startWaiting();
	const finish = async ({ item, result }: UnfinishedItem) => {
		await results.attempt(item.index, async () => results.add(item, await result.finish()));
		unfinished.delete(item.index);
	};
	const waiting = new Map<PendingOutcome, UnfinishedItem>();
	for (const each of unfinished.values()) {
		if (each.result.pending !== undefined) waiting.set(each.result.pending, each);
	}
	const [first] = waiting.values();
	try {
		if (first !== undefined) {
			await waitTogether(first.item.connection, [...waiting.keys()], async (pending) => {
				const ended = waiting.get(pending);
				waiting.delete(pending);
				if (ended !== undefined) await finish(ended);
			});
		}
		for (const dependent of unfinished.values()) await finish(dependent);
	} catch (error) {
		for (const index of unfinished.keys()) {
			await results.attempt(index, async () => await Promise.reject(error));
		}
	}
}
