import type { IDataObject } from 'n8n-workflow';

import { readAccountNames } from '../../../api/accountDirectory';
import { findAccounts, partsIn, type AccountReference } from '../../../api/accountReferences';
import { deliveryNamer, listAccountIds } from '../../../api/deliveries';
import type { Item } from '../../../properties/item';
import { workspacePath } from '../../../properties/locators';

/** Accounts as an error shows them. */
interface NamedAccounts {
	/** `Name (platform)` of each; what is not the name or ID of one account stays as entered. */
	names: string[];
	/** For the advice: a sentence with the IDs that the names do not show, if any. */
	idSentences: string[];
}

/**
 * Names accounts for an error about them. If the accounts cannot be read, they go by what was entered.
 *
 * @param reference the accounts as entered
 */
export async function nameAccounts(
	item: Item,
	reference: AccountReference,
): Promise<NamedAccounts> {
	const { connection } = item;
	const accounts = await readAccountNames(connection, workspacePath(item));
	const destinations = partsIn(accounts, reference).map((part): IDataObject => {
		const [only, ...others] = findAccounts(accounts, part);
		return { account_id: only === undefined || others.length > 0 ? part : only.id };
	});
	const nameOf = deliveryNamer({ destinations }, accounts);
	const ids = listAccountIds(destinations, nameOf);
	return {
		names: destinations.map((destination) => connection.redact(nameOf(destination))),
		idSentences: ids === undefined ? [] : [connection.redact(ids)],
	};
}
