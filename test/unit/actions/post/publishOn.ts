import type { INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../../engine';
import { dialects, type ServiceOptions } from '../../../service';
import type { NodeHarness } from '../../support/nodeHarness';

/** The services that the tests of a wait run with. */
export const services: Array<[string, ServiceOptions]> = [
	['the first dialect', { dialect: dialects.first }],
	['the second dialect', { dialect: dialects.second, hostileIds: true }],
	['the third readings', { dialect: dialects.third }],
];

/** Creates and publishes a post on the accounts with these names. */
export async function publishOn(
	harness: NodeHarness,
	accounts: string[],
	options: INodeParameters,
	retryOf?: NodeRun,
): Promise<NodeRun> {
	const parameters = {
		text: 'Fresh bread',
		accountIds: accounts.map((name) => harness.service.accountId(name)),
		afterCreate: 'publish',
		options,
	};
	return await harness.run('post', 'create', parameters, { ...(retryOf && { retryOf }) });
}
