import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { asSentence, ServiceFailure } from '../shared/failure';
import { nameItems } from './sentItems';

export interface ItemFailure {
	index: number;
	error: NodeApiError | NodeOperationError;
}

/**
 * The one error of a run in which the failed items did not stop the others, and are tried again by the next run.
 *
 * @param failures at least one, in the order of the items
 * @param done indices of the items that succeeded
 * @param note what else the user should know about the run
 */
export function combineFailures(
	failures: ItemFailure[],
	done: number[],
	note: string | undefined,
): ServiceFailure | NodeApiError | NodeOperationError {
	const rest = [
		done.length > 0 ? `${nameItems(done)} succeeded.` : undefined,
		note,
		failures.length > 1
			? 'The next run tries the failed items again.'
			: 'The next run tries the failed item again.',
	].filter((sentence) => sentence !== undefined);
	const [first, ...others] = failures;
	if (first !== undefined && others.length === 0) {
		const { error } = first;
		error.description = [error.description ?? '', ...rest]
			.filter(Boolean)
			.map(asSentence)
			.join(' ');
		return error;
	}
	const indicesByText = new Map<string, number[]>();
	for (const { index, error } of failures) {
		const text = [error.message, error.description ?? ''].filter(Boolean).map(asSentence).join(' ');
		indicesByText.set(text, [...(indicesByText.get(text) ?? []), index]);
	}
	const texts = [...indicesByText].map(([text, indices]) => `${nameItems(indices)}: ${text}`);
	return new ServiceFailure(
		`${nameItems(failures.map(({ index }) => index))} failed`,
		[...texts, ...rest].join(' '),
	);
}
