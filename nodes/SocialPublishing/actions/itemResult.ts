import type { INodeExecutionData, IExecuteFunctions } from 'n8n-workflow';

import { readEntry, writeEntry } from '../commands/journal';
import { executionScope, type Item, type Output } from '../properties/item';
import { ServiceFailure } from '../shared/failure';
import { isRecord, readRecord } from '../shared/json';
import { type ErrorContext, toNodeError } from '../shared/nodeError';
import { asSentence } from '../shared/text/sentences';
import { isPassedOn, type OperationResult, type PassedOn } from './operation';

/** The output of an item, linked to it. */
export interface ItemResult {
	data: INodeExecutionData[];
	/** The output of the node that returns it. */
	outputIndex: number;
	/** This run has sent nothing for the item: the data is the input item. */
	isPassedOn: boolean;
}

const FIRST_OUTPUT = { outputIndex: 0, isPassedOn: false };

export function resultOf(item: Item, outcome: OperationResult): ItemResult {
	if (isPassedOn(outcome)) return passOn(item, outcome);
	return { ...FIRST_OUTPUT, data: [outcome].flat().map((output) => linked(item, output)) };
}

export function resultOfFailure(
	functions: IExecuteFunctions,
	error: unknown,
	context: ErrorContext & { itemIndex: number },
): ItemResult {
	const nodeError = toNodeError(functions, error, context);
	const facts = error instanceof ServiceFailure ? error.facts : {};
	const { status, code, requestId, details, post, etag } = facts;
	const advice = nodeError.description ?? '';
	const item: INodeExecutionData = {
		json: JSON.parse(
			JSON.stringify({
				error: advice === '' ? nodeError.message : `${asSentence(nodeError.message)} ${advice}`,
				status: status ?? null,
				code: code ?? null,
				requestId: requestId ?? null,
				details: details ?? null,
				...(post && { post }),
				...(etag !== undefined && { etag }),
			}),
		),
		pairedItem: { item: context.itemIndex },
	};
	// n8n-workaround(2.39.10, n8n-core/dist/execution-engine/workflow-execute.js): an `error` sends an item to the error
	// output, but n8n then replaces the `json` of every item that still has one. The items it sends there are copies,
	// and a copy lacks a property that is not enumerable.
	const goesToErrorOutput = functions.getNode().onError === 'continueErrorOutput';
	if (goesToErrorOutput) Object.defineProperty(item, 'error', { value: nodeError });
	return { ...FIRST_OUTPUT, data: [item] };
}

/**
 * An item whose commands an earlier attempt has completed keeps its result: nothing is sent for it again.
 *
 * @param outputCount the current number of outputs of the node, which may have been edited since
 */
export function recallResult(item: Item, outputCount: number): ItemResult | undefined {
	const known = readEntry(executionScope(item), 'output');
	if (isRecord(known?.passedOn) && Number(known.outputIndex) < outputCount) {
		const outputIndex = Number(known.outputIndex);
		return passOn(item, { passedOn: readRecord(known.passedOn), outputIndex });
	}
	if (!Array.isArray(known?.items)) return undefined;
	const data = known.items.filter(isRecord).map((json) => linked(item, { json }));
	return { ...FIRST_OUTPUT, data };
}

/** Stores the result for a later attempt. n8n itself stores the input items. */
export function rememberResult(item: Item, outcome: OperationResult): void {
	const scope = executionScope(item);
	if (isPassedOn(outcome)) {
		writeEntry(scope, 'output', { ...outcome });
		return;
	}
	const outputs = [outcome].flat();
	if (outputs.some(({ binary }) => binary !== undefined)) return;
	writeEntry(scope, 'output', { items: outputs.map(({ json }) => json) });
}

/** The results of all items, in their order, by output of the node. */
export function groupByOutput(results: ItemResult[], outputCount: number): INodeExecutionData[][] {
	return Array.from({ length: outputCount }, (_, index) =>
		results.filter(({ outputIndex }) => outputIndex === index).flatMap(({ data }) => data),
	);
}

function passOn(item: Item, { passedOn, isAnswer, outputIndex }: PassedOn): ItemResult {
	const { functions, index } = item;
	const { json = {}, binary } = (isAnswer ? undefined : functions.getInputData()[index]) ?? {};
	const data = [linked(item, { json: { ...json, ...passedOn }, ...(binary && { binary }) })];
	return { data, outputIndex, isPassedOn: true };
}

function linked({ index }: Item, { json, binary }: Output): INodeExecutionData {
	return { json, ...(binary && { binary: { ...binary } }), pairedItem: { item: index } };
}
