import {
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type JsonObject,
} from 'n8n-workflow';

import type { ItemContext } from './effect';
import { InputFailure, ServiceFailure } from './failure';
import { asSentence } from './text/sentences';

/** Context that the error of an item shows in addition to its failure. */
export interface ErrorContext extends ItemContext {
	itemIndex?: number;
	/** Added at the end of the description. */
	remark?: string;
}

/** An error as the editor shows it: a title, and below it, what the operation has done, and what to do next. */
export function toNodeError(
	functions: Pick<IExecuteFunctions, 'getNode'>,
	error: unknown,
	context: ErrorContext = {},
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.description = withRemark(error.description ?? '', context);
		return error;
	}
	const node = functions.getNode();
	const { itemIndex } = context;
	if (!(error instanceof ServiceFailure)) {
		const message = error instanceof Error ? error.message : String(error);
		const description = withRemark('', context) || undefined;
		return new NodeOperationError(node, message, { description, itemIndex });
	}
	const description = withRemark(error.describe(context), context);
	if (error instanceof InputFailure) {
		return new NodeOperationError(node, error.message, { description, itemIndex });
	}
	const facts: JsonObject = JSON.parse(JSON.stringify(error.facts));
	const nodeError = new NodeApiError(node, facts, {
		message: error.message,
		description,
		httpCode: error.facts.status === undefined ? undefined : String(error.facts.status),
		itemIndex,
	});
	// n8n-workaround(2.39.10, n8n-workflow/dist/cjs/errors/abstract/node.error.js): n8n replaces the message with a general
	// one if the facts contain the code of a network error.
	nodeError.message = error.message;
	nodeError.context.data = facts;
	return nodeError;
}

/** For a caller to whom n8n passes the message of an error alone. */
export function withWholeMessage(error: unknown): unknown {
	if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) return error;
	const { message, description } = error;
	if (!description) return error;
	error.message = `${asSentence(message)} ${description}`;
	error.description = undefined;
	return error;
}

function withRemark(description: string, { remark = '' }: ErrorContext): string {
	if (remark === '') return description;
	return description === '' ? remark : `${asSentence(description)} ${remark}`;
}
