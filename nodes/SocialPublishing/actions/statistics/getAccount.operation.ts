import { accountLocator, readAccountPath, workspaceLocator } from '../../properties/locators';
import { optionsCollection } from '../../properties/optionsCollection';
import { splitIntoItemsOption } from '../../properties/splitIntoItems';
import type { Operation } from '../operation';
import { dateRangeProperties, readDateWindows } from './dateRange';
import { fetchStatistics } from './fetchStatistics';

/** Reads the recorded followers and engagement of an account. */
export const getAccount: Operation = {
	option: {
		name: 'Get Account',
		value: 'getAccount',
		action: 'Get account statistics',
		description: 'Read the recorded followers and engagement of an account',
	},
	runsInParallel: true,
	properties: [
		workspaceLocator,
		accountLocator,
		...dateRangeProperties,
		optionsCollection([splitIntoItemsOption]),
	],

	async execute(item) {
		// An invalid range is refused before the account is looked up.
		readDateWindows(item);
		const path = `${await readAccountPath(item)}/statistics`;
		return await fetchStatistics(item, 'get the statistics of the account', path);
	},
};
