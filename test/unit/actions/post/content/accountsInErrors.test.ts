import type { INodeParameters } from 'n8n-workflow';

import { refused } from '../../../support/nodeHarness';
import { useNamedAccounts } from './namedAccounts';

const { harness, ids, run } = useNamedAccounts();

describe('an error about the content of an account', () => {
	const twice = () => [ids()[3], ids()[3]].map((account_id) => ({ account_id }));
	const forms = (): Array<[INodeParameters, string]> => [
		[{ text: '', accountIds: [ids()[3] ?? ''] }, 'There is no text and no media for the account'],
		[
			{ destinationInput: 'json', destinationsJson: JSON.stringify(twice()) },
			'The same account is chosen twice:',
		],
	];

	it('names the account by its name, platform and ID', async () => {
		for (const [parameters, message] of forms()) {
			const { error } = await run(parameters);
			expect(error?.message).toBe(`${message} Buns (worklink)`);
			expect(error?.description).toMatch(/^Nothing was sent\. /);
			expect(error?.description).toContain(` Account IDs: Buns (worklink) = ${ids()[3]}.`);
		}
	});

	it('names the account by its ID if the accounts cannot be read', async () => {
		const action = { kind: 'status', when: 'before', status: 403 } as const;
		harness.service.faults.add({ operation: 'list_accounts', times: Infinity, action });
		for (const [parameters, message] of forms()) {
			const { error } = await run(parameters);
			expect(error?.message).toBe(`${message} ${ids()[3]}`);
			expect(error?.description).not.toContain('Account IDs');
		}
	});

	it('names each account of a text that lists several', async () => {
		const { error } = await run({ text: ' ', accountIds: `${ids()[1]}, Buns` });
		expect(error?.message).toBe(
			'There is no text and no media for the accounts Bakery (pagebook), Buns (worklink)',
		);
	});

	it('names the account for a model that has called the node, which gets only the message', async () => {
		const parameters = { text: '', accountIds: [ids()[3] ?? ''] };
		const message = refused(await harness.call('post', 'create', parameters));
		expect(message).toContain('no media for the account Buns (worklink). Nothing was sent.');
		expect(message).toContain(`Account IDs: Buns (worklink) = ${ids()[3]}.`);
	});

	it('names the accounts of all items that were not posted once, with one request', async () => {
		const input = [3, 1].map((nth) => ({ json: { guid: String(nth), to: ids()[nth] } }));
		const parameters = {
			text: '',
			accountIds: '={{ [$json.to] }}',
			idempotency: 'once',
			onceKey: '={{ $json.guid }}',
		};
		harness.requests();
		const { error } = await harness.run('post', 'create', parameters, { input });
		expect(error?.description).toContain(
			'Item 1: There is no text and no media for the account Buns (worklink).',
		);
		expect(error?.description).toContain(
			'Item 2: There is no text and no media for the account Bakery (pagebook).',
		);
		expect(harness.requests()).toEqual(['list_accounts']);
	});
});
