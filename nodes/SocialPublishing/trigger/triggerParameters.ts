import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { readIds } from '../properties/parameters';
import { InputFailure } from '../shared/failure';
import { isRecord } from '../shared/json';

/** Every n8n context in which a trigger reads its parameters. */
export type TriggerFunctions =
	| IExecuteFunctions
	| IHookFunctions
	| IPollFunctions
	| IWebhookFunctions;

export interface TriggerOptions {
	ignoreDuplicates: boolean;
	replayFailed: boolean;
}

export function readTriggerOptions(functions: TriggerFunctions): TriggerOptions {
	const options = readOptions(functions);
	return {
		ignoreDuplicates: options.ignoreDuplicates !== false,
		replayFailed: options.replayFailed === true,
	};
}

export function readOptions(functions: TriggerFunctions): IDataObject {
	const options = readTriggerParameter(functions, 'options', {});
	return isRecord(options) ? options : {};
}

/** Whether the post or media item of an event is read and added to it. */
export function readIncludeResource(functions: TriggerFunctions): boolean {
	return readTriggerParameter(functions, 'includeResource', true) === true;
}

/**
 * The accounts whose events start the workflow; empty for all.
 *
 * @throws InputFailure when an expression returns something else than IDs
 */
export function readAccountIds(functions: TriggerFunctions): string[] {
	return readIds(readTriggerParameter(functions, 'accountIds', []), 'Accounts');
}

/** Whether events about these accounts start the workflow. An event that names none may be about any. */
export function isAboutChosen(chosen: string[], named: string[]): boolean {
	return chosen.length === 0 || named.length === 0 || named.some((id) => chosen.includes(id));
}

/** The chosen event types, such as `post.published`. */
export function readEventTypes(functions: TriggerFunctions): string[] {
	const events = readTriggerParameter(functions, 'events', []);
	return [events].flat().filter((type) => typeof type === 'string');
}

/** @throws InputFailure when no event type is chosen */
export function readChosenEventTypes(functions: TriggerFunctions): string[] {
	const types = readEventTypes(functions);
	if (types.length > 0) return types;
	throw new InputFailure('No events are chosen', 'Choose at least one event type.');
}

/** The ID of the chosen workspace, as the editor or an expression returned it. */
export function readWorkspaceId(functions: TriggerFunctions): unknown {
	return readTriggerParameter(functions, 'workspaceId', '');
}

function readTriggerParameter(
	functions: TriggerFunctions,
	name: string,
	fallback: unknown,
): unknown {
	const options = { extractValue: true };
	return 'getInputData' in functions
		? functions.getNodeParameter(name, 0, fallback, options)
		: functions.getNodeParameter(name, fallback, options);
}
