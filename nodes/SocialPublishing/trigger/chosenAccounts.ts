import { readAccountDirectory, recallAccountDirectory } from '../api/accountDirectory';
import { resolveAccounts } from '../api/accountReferences';
import type { Connection } from '../transport/connection';
import { readChosenAccounts, type TriggerFunctions } from './triggerParameters';

/** The accounts whose events start the workflow, as they were looked up. */
export interface ChosenAccounts {
	/** What was entered, as JSON. */
	entered: string;
	/** None for all accounts. */
	ids: string[];
}

interface Place {
	functions: TriggerFunctions;
	connection: Connection;
	/** Relative to `{base_url}`. */
	workspacePath: string;
}

/**
 * Finds out which accounts are chosen. A trigger stores the result: an event then needs no request, and an account that is
 * renamed later is still the chosen one.
 *
 * @param stored an earlier result, which counts as long as the same is entered; undefined to look the accounts up again
 * @throws InputFailure if a name refers to no account or to several, or if that cannot be known now
 */
export async function resolveChosenAccounts(
	{ functions, connection, workspacePath }: Place,
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
