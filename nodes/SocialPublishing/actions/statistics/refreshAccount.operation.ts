import {
	accountLocator,
	readAccountPath,
	readAccountReference,
	workspaceLocator,
} from '../../properties/locators';
import type { Operation } from '../operation';
import { sendCommand } from '../recordOperations';

/** Requests fresh statistics for an account. They are recorded some time later. */
export const refreshAccount: Operation = {
	option: {
		name: 'Refresh Account',
		value: 'refreshAccount',
		action: 'Refresh account statistics',
		description: 'Request fresh statistics for an account, at most once every five minutes',
	},
	readAccounts: readAccountReference,
	properties: [workspaceLocator, accountLocator],

	async prepare(item) {
		const path = `${await readAccountPath(item)}/statistics/refresh`;
		return async () =>
			await sendCommand(item, {
				purpose: 'refresh the statistics',
				method: 'POST',
				path,
				json: {},
				safety: 'unrepeatable',
				guard: {
					happened: 'the statistics of this account were refreshed a short while ago',
					advice: 'A refresh is possible once every five minutes.',
				},
			});
	},
};
