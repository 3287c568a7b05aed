import type { INodeExecutionData } from 'n8n-workflow';

import { recallAttempt, rememberAttempt } from '../commands/journal';
import { executionScope, type Item, type Output } from '../properties/item';
import { isRecord, readRecord } from '../shared/json';
import { isPassedOn, type Outcome, type PassedOn } from './operation';

/** What an item puts out, linked to it. */
export interface ItemResult {
	data: INodeExecutionData[];
	/** The output of the node by which it leaves. */
	outputIndex: number;
	/** It is the input item itself: this run has sent nothing for it. */
	isPassedOn: boolean;
}

const FIRST_OUTPUT = { outputIndex: 0, isPassedOn: false };

export function resultOf(item: Item, outcome: Outcome): ItemResult {
	if (isPassedOn(outcome)) return passOn(item, outcome);
	return { ...FIRST_OUTPUT, data: [outcome].flat().map((output) => linked(item, output)) };
}

export function resultOfFailure(failed: INodeExecutionData): ItemResult {
	return { ...FIRST_OUTPUT, data: [failed] };
}

/**
 * An item whose commands an earlier attempt has completed keeps its result: nothing is sent for it again.
 *
 * @param outputCount how many outputs the node has by now, because it may have been edited since
 */
export function recallResult(item: Item, outputCount: number): ItemResult | undefined {
	const known = recallAttempt(executionScope(item), 'output');
	if (isRecord(known?.passedOn) && Number(known.outputIndex) < outputCount) {
		const outputIndex = Number(known.outputIndex);
		return passOn(item, { passedOn: readRecord(known.passedOn), outputIndex });
	}
	if (!Array.isArray(known?.items)) return undefined;
	const data = known.items.filter(isRecord).map((json) => linked(item, { json }));
	return { ...FIRST_OUTPUT, data };
}

/** Keeps the result for a later attempt. n8n keeps the input items itself. */
export function rememberResult(item: Item, outcome: Outcome): void {
	const scope = executionScope(item);
	if (isPassedOn(outcome)) {
		rememberAttempt(scope, 'output', { ...outcome });
		return;
	}
	const outputs = [outcome].flat();
	if (outputs.some(({ binary }) => binary !== undefined)) return;
	rememberAttempt(scope, 'output', { items: outputs.map(({ json }) => json) });
}

/** The results of all items, in their order, by output of the node. */
export function byOutput(results: ItemResult[], outputCount: number): INodeExecutionData[][] {
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
