import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { asSentence } from '../shared/failure';

/** Indices of items, in any order. */
export interface EarlierItems {
	sent: number[];
	/** An earlier attempt has done something for them, but not all. */
	started: number[];
}

/**
 * Adds to the error that stops a node which items it had sent before, because running the node again sends them again.
 *
 * @param canRetry whether a Retry of the execution goes on after these items
 */
export function addSentItems(
	error: NodeApiError | NodeOperationError,
	{ sent, started }: EarlierItems,
	canRetry: boolean,
): void {
	const facts = [
		...(sent.length > 0 ? [`${nameItems(sent)} had been sent before`] : []),
		...(started.length > 0
			? [`${nameItems(started)} had been started before, but not finished`]
			: []),
	];
	if (facts.length === 0) return;
	const advice = canRetry
		? ': retry this execution (Executions → Retry) to go on from here. A new execution can send them again.'
		: '.';
	const description = (error.description ?? '').replaceAll(
		'Nothing was sent.',
		'Nothing was sent for this item.',
	);
	const sentence = `${facts.join('. ')}${advice}`;
	error.description = description === '' ? sentence : `${asSentence(description)} ${sentence}`;
}

/** Counted from 1, with ranges: "Item 1", "Items 1 and 2", "Items 1 to 7 and 9". */
export function nameItems(indices: number[]): string {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const index of [...indices].sort((a, b) => a - b)) {
		const range = ranges.at(-1);
		if (range?.last === index) range.last = index + 1;
		else ranges.push({ first: index + 1, last: index + 1 });
	}
	const names = ranges.flatMap(({ first, last }) => {
		if (last - first > 1) return `${first} to ${last}`;
		return first === last ? String(first) : [String(first), String(last)];
	});
	const last = names.pop();
	const list = names.length === 0 ? last : `${names.join(', ')} and ${last}`;
	return `${indices.length === 1 ? 'Item' : 'Items'} ${list}`;
}
