import { readAccountDirectory, recallAccountDirectory } from '../api/accountDirectory';
import { resolveAccounts, type AccountReference } from '../api/accountReferences';
import { isRequestFailure } from '../shared/failure';
import { readRecord } from '../shared/json';
import type { Connection } from '../transport/connection';
import { logFailure } from './failures';
import { isAccountFromList, readChosenAccounts, type TriggerFunctions } from './triggerParameters';

/** The IDs of the chosen accounts, by what was chosen: an ID, a name, or several in one text. */
export type ResolvedAccounts = ReadonlyMap<string, string[]>;

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
 * @param stored an earlier result, if the workflow must go on: only what it lacks is looked up, and what cannot be found
 * counts as an ID. Undefined if the user can correct what was chosen.
 * @throws InputFailure if a name refers to no account or to several, or if that cannot be known now
 */
export async function resolveChosenAccounts(
	place: Place,
	stored?: ResolvedAccounts,
): Promise<ResolvedAccounts> {
	const resolved = new Map<string, string[]>();
	for (const reference of readChosenAccounts(place.functions)) {
		const { text, parts } = reference;
		const resolve = async () =>
			await resolveAccount(place, reference).catch((error: unknown) => {
				if (stored === undefined || !isRequestFailure(error)) throw error;
				warnOf(place, text, error);
				return parts;
			});
		resolved.set(text, stored?.get(text) ?? (await resolve()));
	}
	return resolved;
}

async function resolveAccount(place: Place, reference: AccountReference): Promise<string[]> {
	const { functions, connection, workspacePath } = place;
	const isFromList = (text: string) => isAccountFromList(functions, text);
	const ids = await resolveAccounts(connection, workspacePath, [reference], isFromList);
	const known = recallAccountDirectory(connection, workspacePath);
	if (!ids.flat().every((id) => known?.has(id))) {
		// The list has failed, and is not requested again.
		await readAccountDirectory(connection, workspacePath).catch((error: unknown) =>
			warnOf(place, reference.text, error),
		);
	}
	return ids.flat();
}

function warnOf({ functions }: Place, text: string, error: unknown): void {
	const consequence = `"${text}" is treated as an account ID until the workflow is activated again.`;
	logFailure(functions, consequence, error);
}

/** The IDs of the accounts whose events start the workflow; empty for all. What was not resolved counts as an ID. */
export function chosenAccountIds(
	functions: TriggerFunctions,
	resolved: ResolvedAccounts,
): string[] {
	return readChosenAccounts(functions).flatMap(({ text, parts }) => resolved.get(text) ?? parts);
}

/** Reads what `Object.fromEntries` has made of them, from the static data. Omits unreadable entries. */
export function decodeAccounts(stored: unknown): ResolvedAccounts {
	const entries = Object.entries(readRecord(stored)).map(([text, ids]): [string, string[]] => [
		text,
		[ids].flat().filter((id) => typeof id === 'string'),
	]);
	return new Map(entries.filter(([, ids]) => ids.length > 0));
}
