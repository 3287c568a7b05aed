import type { IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { toNodeError } from '../shared/nodeError';
import { asSentence } from '../shared/sentences';
import { nameItems } from './nameItems';

/** An item that has failed. */
export interface ItemFailure {
	index: number;
	error: unknown;
	/** An earlier attempt at the item may have taken effect. */
	hasOpenAttempt: boolean;
}

/** What else is known of a run in which items have failed. */
interface RunFacts {
	/** Indices of the items that this run, or the one it retries, has posted. */
	posted: number[];
	/** What else the user should know about the run. */
	note: string | undefined;
}

/**
 * The one error of a run in which the failed items did not stop the others, and are tried again by the next run.
 *
 * @param failures at least one, in the order of the items
 */
export function combineFailures(
	functions: Pick<IExecuteFunctions, 'getNode'>,
	failures: ItemFailure[],
	{ posted, note }: RunFacts,
): NodeApiError | NodeOperationError {
	const next = failures.length > 1 ? 'items' : 'item';
	const remark = [
		posted.length > 0 ? describePosted(posted) : undefined,
		note,
		`The next run tries the failed ${next} again.`,
	]
		.filter((sentence) => sentence !== undefined)
		.join(' ');
	const [first, ...others] = failures;
	if (first !== undefined && others.length === 0) {
		const { index: itemIndex, error, hasOpenAttempt } = first;
		return toNodeError(functions, error, { itemIndex, hasOpenAttempt, remark });
	}
	const names = nameItems(failures.map(({ index }) => index));
	const description = [...describeByText(functions, failures), remark].join(' ');
	return toNodeError(functions, new ServiceFailure(`${names} failed`, description));
}

/** n8n discards all outputs of a node that fails. */
function describePosted(posted: number[]): string {
	const [were, them] = posted.length > 1 ? ['were', 'them'] : ['was', 'it'];
	return `${nameItems(posted)} ${were} posted, but the next steps did not get ${them}: retry this execution (Executions → Retry) to pass ${them} on. If On Error is “Continue (using error output)”, failed items do not hold up the others.`;
}

/** Items that failed in the same way share a sentence. */
function describeByText(
	functions: Pick<IExecuteFunctions, 'getNode'>,
	failures: ItemFailure[],
): string[] {
	const indicesByText = new Map<string, number[]>();
	for (const { index, error, hasOpenAttempt } of failures) {
		const { message, description } = toNodeError(functions, error, { hasOpenAttempt });
		const text = [message, description ?? ''].filter(Boolean).map(asSentence).join(' ');
		indicesByText.set(text, [...(indicesByText.get(text) ?? []), index]);
	}
	return [...indicesByText].map(([text, indices]) => `${nameItems(indices)}: ${text}`);
}
