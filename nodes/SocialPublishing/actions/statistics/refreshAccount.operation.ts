import { accountLocator, readAccountPath, workspaceLocator } from '../../properties/locators';
import { call } from '../../transport/call';
import type { Operation } from '../operation';
import { toOutput } from '../recordOutput';

/** Asks for fresh statistics of an account. They are recorded some time later. */
export const refreshAccount: Operation = {
	option: {
		name: 'Refresh Account',
		value: 'refreshAccount',
		action: 'Refresh the statistics of an account',
		description: 'Ask for fresh statistics of an account, at most every five minutes',
	},
	runsInParallel: false,
	properties: [workspaceLocator, accountLocator],

	async execute(item) {
		return toOutput(
			await call(item.connection, {
				purpose: 'refresh the statistics',
				method: 'POST',
				path: `${readAccountPath(item)}/statistics/refresh`,
				json: {},
				safety: 'once',
				guard: {
					happened: 'the statistics of this account were refreshed a short while ago',
					advice: 'A refresh is possible every five minutes.',
				},
			}),
		);
	},
};
