import {
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type JsonObject,
} from 'n8n-workflow';
import { InputFailure, ServiceFailure } from './failure';

/** An error as the editor shows it: a title, and below it, what to do next. */
export function toNodeError(
	functions: Pick<IExecuteFunctions, 'getNode'>,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const node = functions.getNode();
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof InputFailure || !(error instanceof ServiceFailure)) {
		const cause = error instanceof Error ? error : new Error(String(error));
		const description = error instanceof InputFailure ? error.description : undefined;
		return new NodeOperationError(node, cause.message, { description, itemIndex });
	}
	const facts: JsonObject = JSON.parse(JSON.stringify(error.facts));
	const nodeError = new NodeApiError(node, facts, {
		message: error.message,
		description: error.description,
		httpCode: error.facts.status === undefined ? undefined : String(error.facts.status),
		itemIndex,
	});
	// n8n-workaround(2.39.10, n8n-workflow/dist/cjs/errors/abstract/node.error.js): n8n replaces the message with a general
	// one if the facts contain the code of a network error.
	nodeError.message = error.message;
	nodeError.context.data = facts;
	return nodeError;
}
