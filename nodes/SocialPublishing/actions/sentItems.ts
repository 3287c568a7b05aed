import type { IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { cutText } from '../shared/text/sentences';
import { toNodeError } from '../shared/nodeError';
import type { ItemFailure } from './combineFailures';
import { nameItems } from './nameItems';

/** Indices of items, in any order. */
export interface EarlierItems {
	sent: number[];
	/** An earlier attempt has done something for them, but not all. */
	started: number[];
	/** The service has accepted their commands; what becomes of them has not been waited for. */
	handedOver: HandedOverPost[];
	/** Nothing was sent for them. */
	notSent: number[];
}

/** A post, and the index of its item. */
export interface HandedOverPost {
	index: number;
	postId: string;
}

export const NO_ITEMS: EarlierItems = { sent: [], started: [], handedOver: [], notSent: [] };

/** Characters. An ID may be of any length. */
const LONGEST_ID = 100;

/**
 * The error that stops a node. It names the items that the node had sent before, because running the node again sends them
 * again, and those that it did not get to.
 *
 * @param canRetry whether a Retry of the execution goes on after these items
 */
export function stoppingError(
	functions: Pick<IExecuteFunctions, 'getNode'>,
	{ index, error, hasOpenAttempt }: ItemFailure,
	items: EarlierItems,
	canRetry: boolean,
): NodeApiError | NodeOperationError {
	const { sent, started, handedOver, notSent } = items;
	const facts = [
		...(sent.length > 0 ? [`${nameItems(sent)} had been sent before`] : []),
		...(started.length > 0
			? [`${nameItems(started)} had been started before, but not finished`]
			: []),
		...(handedOver.length > 0 ? [describeHandedOver(handedOver)] : []),
	];
	const hasSentOthers = facts.length > 0;
	if (hasSentOthers && notSent.length > 0)
		facts.push(`${nameItems(notSent)} ${were(notSent)} not sent`);
	const remark = hasSentOthers ? `${facts.join('. ')}${advise(items, canRetry)}` : undefined;
	return toNodeError(functions, error, { itemIndex: index, hasOpenAttempt, hasSentOthers, remark });
}

function describeHandedOver(posts: HandedOverPost[]): string {
	const sorted = [...posts].sort((a, b) => a.index - b.index);
	const ids = sorted.map(({ index, postId }) => `${index + 1}: ${cutText(postId, LONGEST_ID)}`);
	return `${nameItems(sorted.map(({ index }) => index))} had been handed over before, but not waited for (post IDs: ${ids.join(', ')})`;
}

function advise({ handedOver }: EarlierItems, canRetry: boolean): string {
	if (!canRetry) return '.';
	if (handedOver.length === 0) {
		return ': retry this execution (Executions → Retry) to go on from here. A new execution can send them again.';
	}
	return ': retry this execution (Executions → Retry), which waits for what was handed over and sends the others. A new execution can send all of them again.';
}

function were(items: number[]): string {
	return items.length > 1 ? 'were' : 'was';
}
