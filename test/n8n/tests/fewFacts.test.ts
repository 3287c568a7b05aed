import { runOperation } from '../runOperation';
import type { LocalServer } from '../localServer';
import { startStrippingProxy } from '../strippingProxy';
import { shareTestbed, type Testbed } from '../testbed';
import { CREDENTIAL_TYPE } from '../workflows';

const platforms = ['shortpost', 'pagebook', 'worklink'];
const seed = {
	users: [
		{
			name: 'Ada Example',
			workspaces: [
				{
					name: 'Bakery',
					brands: [],
					accounts: platforms.map((platform) => ({ name: 'Bakery', platform })),
				},
			],
		},
	],
};

let testbed: Testbed;

async function publish(accountIds: string, more = {}) {
	const parameters = {
		resource: 'post',
		operation: 'create',
		workspaceId: testbed.workspaceId,
		text: 'Fresh bread',
		accountIds: '={{ $json.body.to }}',
		afterCreate: 'publish',
		...more,
	};
	return await runOperation(testbed.n8n, parameters, { body: { to: accountIds } });
}

beforeAll(async () => {
	testbed = await shareTestbed(2, { seed });
});

afterAll(async () => await testbed?.close());

it('an account is found by name and platform if three accounts have the same name', async () => {
	const unclear = await publish('Bakery');
	expect(unclear.error?.description).toMatch(/Bakery \(shortpost\).*Bakery \(pagebook\)/);
	expect(testbed.service.state.posts.size).toBe(0);

	const { records } = await publish('Bakery (worklink)');
	expect(records).toMatchObject([
		{ status: 'published', accounts: [{ name: 'Bakery', platform: 'worklink' }] },
	]);
});

describe('a service that omits names, verdicts, ages and order', () => {
	let proxy: LocalServer;

	beforeAll(async () => {
		const { n8n, service } = testbed;
		proxy = await startStrippingProxy(service.baseUrl);
		const baseUrl = service.baseUrl.replace(new URL(service.baseUrl).origin, proxy.url);
		const data = { baseUrl, apiToken: service.token, assistantTools: false };
		await n8n.createCredential(CREDENTIAL_TYPE, data);
	});

	afterAll(() => proxy.close());

	it('publishes each post once, even if a response is lost', async () => {
		const { n8n, service } = testbed;
		service.state.posts.clear();
		const [accountId = ''] = service.state.accounts.keys();
		const other = await publish(accountId, { text: 'Other bread' });
		expect(other.records).toMatchObject([{ status: 'published' }]);
		service.faults.add({
			operation: 'create_post',
			times: 5,
			action: { kind: 'drop', when: 'after' },
		});
		const lost = await publish(accountId);
		expect(lost.error?.description).toContain('The attempt to create the post may have succeeded.');
		const retried = await n8n.rest.retryExecution(lost.execution.id, false);

		expect(retried.status).toBe('success');
		const posts = [...service.state.posts.values()];
		expect(posts.map(({ text, status }) => [text, status])).toEqual([
			['Other bread', 'published'],
			['Fresh bread', 'published'],
		]);
	});
});
