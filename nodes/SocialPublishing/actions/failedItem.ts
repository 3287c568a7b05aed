import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { toNodeError, type ErrorContext } from '../shared/nodeError';
import { asSentence } from '../shared/text/sentences';

/** What is known about the failure of an item, in place of its result. */
export function failedItem(
	functions: IExecuteFunctions,
	error: unknown,
	index: number,
	context: ErrorContext,
): INodeExecutionData {
	const nodeError = toNodeError(functions, error, { itemIndex: index, ...context });
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
		pairedItem: { item: index },
	};
	// n8n-workaround(2.39.10, n8n-core/dist/execution-engine/workflow-execute.js): an `error` sends an item to the error
	// output, but n8n then replaces the `json` of every item that still has one. The items it sends there are copies,
	// and a copy lacks a property that is not enumerable.
	const goesToErrorOutput = functions.getNode().onError === 'continueErrorOutput';
	return goesToErrorOutput ? Object.defineProperty(item, 'error', { value: nodeError }) : item;
}
