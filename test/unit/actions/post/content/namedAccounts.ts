import type { INodeParameters } from 'n8n-workflow';

import type { Seed } from '../../../../service';
import { useNodeHarness } from '../../../support/nodeHarness';

const seed: Seed = {
	users: [
		{
			name: 'Ada Example',
			workspaces: [
				{
					name: 'Bakery',
					brands: ['Bread', 'Empty'],
					accounts: [
						{ name: 'Bakery', platform: 'shortpost', brand: 'Bread' },
						{ name: 'Bakery', platform: 'pagebook', brand: 'Bread' },
						{ name: 'Rolls, buns and more', platform: 'worklink', brand: 'Bread' },
						{ name: 'Buns', platform: 'worklink' },
						{ name: 'Twin', platform: 'worklink' },
						{ name: 'Twin', platform: 'worklink' },
					],
				},
			],
		},
	],
};

/** A harness for posts to accounts with similar names. */
export function useNamedAccounts() {
	const harness = useNodeHarness({ seed, hostileIds: true });
	return {
		harness,
		ids: () => [...harness.service.state.accounts.keys()],

		async run(parameters: INodeParameters, operation = 'create') {
			harness.requests();
			const { error } = await harness.run('post', operation, { text: 'Bread', ...parameters });
			const operationName = operation === 'create' ? 'create_post' : 'validate_post';
			const body: unknown = harness.journal(operationName).at(-1)?.body;
			return { error, body, requests: harness.requests() };
		},
	};
}
