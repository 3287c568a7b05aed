import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { readAccountDirectory, recallAccountDirectory } from '../api/accountDirectory';
import { resolveAccounts, type AccountReference } from '../api/accountReferences';
import { chosenWorkspaceId, toWorkspacePath } from '../api/workspace';
import { readAccountReferences } from '../properties/locators';
import { InputFailure } from '../shared/failure';
import { readRecord } from '../shared/json';
import type { Connection, RequestFunctions } from '../transport/connection';

export type TriggerFunctions = Exclude<RequestFunctions, ILoadOptionsFunctions>;

export function readTriggerOptions(functions: TriggerFunctions): IDataObject {
	return readRecord(readTriggerParameter(functions, 'options', {}));
}

/** Whether the post or media item of an event is read and added to it. */
export function readIncludeResource(functions: TriggerFunctions): boolean {
	return readTriggerParameter(functions, 'includeResource', true) === true;
}

/**
 * The accounts whose events start the workflow, as entered; none for all.
 *
 * @throws InputFailure if an expression returns anything but text and numbers
 */
export function readChosenAccounts(functions: TriggerFunctions): AccountReference[] {
	return readAccountReferences(readTriggerParameter(functions, 'accountIds', []));
}

/** The accounts whose events start the workflow, as they were looked up. */
export interface ChosenAccounts {
	/** What was entered, as JSON. */
	entered: string;
	/** None for all accounts. */
	ids: string[];
}

/**
 * Finds out which accounts are chosen. A trigger stores the result: an event then needs no request, and an account that is
 * renamed later is still the chosen one.
 *
 * @param workspacePath relative to `{base_url}`
 * @param stored an earlier result, which counts as long as the same is entered; undefined to look the accounts up again
 * @throws InputFailure if a name refers to no account or to several, or if that cannot be known now
 */
export async function resolveChosenAccounts(
	functions: TriggerFunctions,
	connection: Connection,
	workspacePath: string,
	stored?: ChosenAccounts,
): Promise<ChosenAccounts> {
	const references = readChosenAccounts(functions);
	const entered = JSON.stringify(references.map(({ text }) => text));
	if (stored?.entered === entered) return stored;
	if (references.length === 0) return { entered, ids: [] };
	const ids = (await resolveAccounts(connection, workspacePath, references)).flat();
	const listed = recallAccountDirectory(connection, workspacePath);
	// A name that cannot be looked up is taken for an ID, which would filter out every event.
	if (!ids.every((id) => listed?.has(id))) await readAccountDirectory(connection, workspacePath);
	return { entered, ids };
}

/** Whether an event about these accounts starts the workflow. An event without accounts may be about any. */
export function isAboutChosen(chosen: string[], named: string[]): boolean {
	return chosen.length === 0 || named.length === 0 || named.some((id) => chosen.includes(id));
}

/** The chosen event types, such as `post.published`. */
export function readEventTypes(functions: TriggerFunctions): string[] {
	const events = readTriggerParameter(functions, 'events', []);
	return [events].flat().filter((type) => typeof type === 'string');
}

/** @throws InputFailure if no event type is chosen */
export function readChosenEventTypes(functions: TriggerFunctions): string[] {
	const types = readEventTypes(functions);
	if (types.length > 0) return types;
	throw new InputFailure('No events are chosen', "Choose at least one in 'Start When'.");
}

/**
 * The ID of the chosen workspace. If none is chosen, that of the only one, or of the chosen accounts.
 *
 * @throws InputFailure if the workspace is not certain
 */
export async function readWorkspaceId(
	functions: TriggerFunctions,
	connection: Connection,
): Promise<string> {
	const chosen = readTriggerParameter(functions, 'workspaceId', '');
	return await chosenWorkspaceId(connection, chosen, () => readChosenAccounts(functions));
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

const DEFAULT_DAYS = 30;

export interface PollSettings {
	workspaceId: string;
	/** Relative to `{base_url}`. */
	workspacePath: string;
	/** Event types, such as `post.published`. */
	types: string[];
	includesResource: boolean;
	watchPostsForDays: number;
}

/** @throws InputFailure if a parameter is invalid */
export async function readPollSettings(
	functions: TriggerFunctions,
	connection: Connection,
): Promise<PollSettings> {
	const { watchPostsForDays = DEFAULT_DAYS } = readTriggerOptions(functions);
	const days = Number(watchPostsForDays);
	if (!(days >= 1)) {
		throw new InputFailure(
			"'Watch Posts For Days' must be a number of at least 1",
			'Correct it, or remove the option to watch posts for 30 days.',
		);
	}
	const types = readChosenEventTypes(functions);
	const workspaceId = await readWorkspaceId(functions, connection);
	return {
		workspaceId,
		workspacePath: toWorkspacePath(workspaceId),
		types,
		includesResource: readIncludeResource(functions),
		watchPostsForDays: days,
	};
}
