import {
	accountLocator,
	readAccountReference,
	readChosenAccountId,
	workspaceLocator,
	workspacePath,
} from '../../properties/locators';
import type { Operation } from '../operation';
import { periodProperties, readDateWindows } from './dateRange';
import { fetchStatistics } from './fetchStatistics';
import { readReturnForm, returnProperty, returnStatistics } from './returnTable';

export const getAccount: Operation = {
	option: {
		name: 'Get Account',
		value: 'getAccount',
		action: 'Get account statistics',
		description: 'Read the recorded followers and engagement of an account',
	},
	readAccounts: readAccountReference,
	properties: [workspaceLocator, accountLocator, ...periodProperties, returnProperty],

	async execute(item) {
		const form = readReturnForm(item);
		// An invalid range is refused before the account is looked up.
		readDateWindows(item);
		const account_id = await readChosenAccountId(item);
		const path = workspacePath(item, 'accounts', account_id, 'statistics');
		const fetched = await fetchStatistics(item, 'get the statistics of the account', path);
		return await returnStatistics(item, form, { ...fetched, subject: { account_id } });
	},
};
