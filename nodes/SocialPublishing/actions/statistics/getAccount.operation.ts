import { accountLocator, readAccountPath, workspaceLocator } from '../../properties/locators';
import { optionsCollection } from '../../properties/optionsCollection';
import { splitIntoItemsOption } from '../../properties/splitIntoItems';
import type { Operation } from '../operation';
import { dateRangeProperties } from './dateRange';
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
		const path = `${readAccountPath(item)}/statistics`;
		return await fetchStatistics(item, 'get the statistics of the account', path);
	},
};
