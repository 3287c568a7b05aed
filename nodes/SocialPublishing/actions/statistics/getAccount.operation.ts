import { accountLocator, readAccountPath, workspaceLocator } from '../../properties/locators';
import { optionsCollection } from '../../properties/options';
import { splitIntoItemsOption } from '../../properties/splitIntoItems';
import type { Operation } from '../operation';
import { dateRangeProperties } from './dateRange';
import { readStatistics } from './fetchWindows';

/** Reads the recorded followers and engagement of an account. */
export const getAccount: Operation = {
	option: {
		name: 'Get Account',
		value: 'getAccount',
		action: 'Get the statistics of an account',
		description: 'Read the recorded followers and engagement of an account',
	},
	overlaps: true,
	properties: [
		workspaceLocator,
		accountLocator,
		...dateRangeProperties,
		optionsCollection([splitIntoItemsOption]),
	],

	async execute(item) {
		const path = `${readAccountPath(item)}/statistics`;
		return await readStatistics(item, 'get the statistics of the account', path);
	},
};
