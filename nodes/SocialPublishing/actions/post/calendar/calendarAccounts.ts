import {
	accountLabels,
	readAccountDirectory,
	recallAccountDirectory,
} from '../../../api/accountDirectory';
import {
	readBrandAccounts,
	resolveAccounts,
	type AccountReference,
} from '../../../api/accountReferences';
import type { Account } from '../../../api/readings/account';
import { readFilters } from '../../../properties/commonFields';
import type { Item } from '../../../properties/item';
import { readAccountReferences, workspacePath } from '../../../properties/locators';
import { readCollection } from '../../../properties/parameters';
import { InputFailure, isRequestFailure } from '../../../shared/failure';

/** The accounts that a calendar is about. */
export interface CalendarAccounts {
	/** `Name (platform)` of every account of the workspace, by ID. */
	labels: ReadonlyMap<string, string>;
	/** The IDs of those that count. */
	counted: ReadonlySet<string>;
	/** Whether they were chosen, rather than being all accounts of the workspace. */
	isFiltered: boolean;
}

/** The accounts that the filter chooses, as entered; none for all. */
export function readFilteredAccounts(item: Item): AccountReference[] {
	return readAccountReferences(readCollection(item, 'filters').accountIds);
}

/**
 * Reads the accounts of the workspace, and which of them the filters choose.
 *
 * @throws InputFailure if no account matches the filters
 * @throws ServiceFailure if the accounts cannot be listed, and the last list known lacks a chosen one
 */
export async function readCalendarAccounts(item: Item): Promise<CalendarAccounts> {
	const { connection } = item;
	const workspace = workspacePath(item);
	const references = readFilteredAccounts(item);
	const { brand_id: brandId, platform } = readFilters(item);
	const isOnPlatform = (account: Account) =>
		account.platform?.toLowerCase() === platform?.toLowerCase();
	// First, because it lists the accounts again if the cached list lacks one.
	const ids = (await resolveAccounts(connection, workspace, references)).flat();
	const directory = await readAccountDirectory(connection, workspace).catch((error: unknown) => {
		const known = recallAccountDirectory(connection, workspace);
		if (known && isRequestFailure(error) && ids.every((id) => known.has(id))) return known;
		throw error;
	});
	const accounts = [...directory.values()];
	const labels = accountLabels(accounts);
	const chosen = [
		references.length > 0 && ids,
		brandId !== undefined && (await readBrandAccounts(connection, workspace, brandId)),
		platform !== undefined && accounts.filter(isOnPlatform).map(({ id }) => id),
	].filter((ids) => ids !== false);
	const counted = accounts
		.map(({ id }) => id)
		.filter((id) => chosen.every((ids) => ids.includes(id)));
	if (chosen.length > 0 && counted.length === 0) {
		throw new InputFailure(
			'No account matches the filters',
			'A calendar without accounts would be empty every day. Change or remove a filter.',
		);
	}
	return {
		labels: new Map(accounts.map(({ id }, index) => [id, labels[index] ?? id])),
		counted: new Set(counted),
		isFiltered: chosen.length > 0,
	};
}
