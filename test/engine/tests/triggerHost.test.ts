import { TriggerHost, WorkflowRecord, type TriggerHostOptions } from '..';
import { hookCalls, trigger } from './fixtureTrigger';

const hosts: TriggerHost[] = [];

async function start(behavior = '', more: Partial<TriggerHostOptions> = {}) {
	const host = await TriggerHost.start({ nodeType: trigger, parameters: { behavior }, ...more });
	hosts.push(host);
	return host;
}

beforeEach(() => hookCalls.splice(0));
afterEach(async () => {
	await Promise.all(hosts.splice(0).map(async (host) => await host.close()));
});

describe('the engine, for the life cycle of a webhook,', () => {
	it('creates a webhook that does not exist yet, keeps it across a restart, and deletes it', async () => {
		const before = await start('', { publicOrigin: 'https://n8n.example.com' });
		await before.activate();
		const [staticData] = Object.values(before.record.staticData);
		expect(staticData).toEqual({
			url: expect.stringMatching(/^https:\/\/n8n\.example\.com\/webhook\/.+\/webhook$/),
		});
		const after = await start('', { record: before.record });
		await after.activate('init');
		await after.deactivate();
		expect(hookCalls).toEqual([
			'checkExists trigger/activate',
			'create trigger/activate',
			'checkExists trigger/init',
			'delete internal/update',
		]);
		expect(after.record).toMatchObject({ active: false });
		expect(Object.values(after.record.staticData)).toEqual([{}]);
	});

	it('discards the static data of a failed activation and asks the node to deregister', async () => {
		const host = await start('create fails');
		await expect(host.activate()).rejects.toThrow('The service is away');
		expect(hookCalls.at(-1)).toBe('delete internal/update');
		expect(host.record.active).toBe(false);
		expect(JSON.stringify(host.record.staticData)).not.toContain('url');
	});

	it('calls single methods', async () => {
		const host = await start();
		expect(await host.call('checkExists')).toBe(false);
		await host.call('create');
		expect(await host.call('checkExists')).toBe(true);
	});
});

describe('a request to the webhook', () => {
	it('passes its body as received and parsed, and starts the workflow', async () => {
		const host = await start();
		await host.activate();
		const raw = '{ "id":  "e1" }';
		const { status, body, workflowData } = await host.send({ body: raw });
		// What n8n 1.123 and 2.39 really send where the description has no responseData.
		expect([status, body]).toEqual([200, 'firstEntryJson']);
		const json = { raw, body: { id: 'e1' }, count: 1, mode: 'webhook' };
		expect(workflowData).toEqual([[{ json }]]);
		expect(host.started).toMatchObject([{ slot: 'production', workflowData }]);
		expect(Object.values(host.record.staticData)).toMatchObject([{ count: 1 }]);
	});

	it.each([
		['', '{"message":"Workflow was started"}'],
		['noData', ''],
		['={{ "as told" }}', 'as told'],
	])('gets the response that the description declares: %s', async (responseData, body) => {
		const [webhook] = trigger.description.webhooks ?? [];
		const webhooks = webhook && [Object.assign({}, webhook, { responseData })];
		const nodeType = { ...trigger, description: { ...trigger.description, webhooks } };
		const host = await start('', { nodeType });
		await host.activate();
		expect(await host.send({ body: '{}' })).toMatchObject({ status: 200, body });
	});

	it.each([
		['refuse', 401, '{"message":"Wrong signature"}'],
		['answer', 200, 'Seen before'],
		['ignore', 200, '{"message":"Webhook call received"}'],
	])('gets a response without starting the workflow: %s', async (behavior, status, body) => {
		const host = await start(behavior);
		await host.activate();
		const answer = await host.send({ body: '{}' });
		expect(answer).toMatchObject({ status, body, workflowData: undefined });
		expect(host.started).toEqual([]);
	});

	it('gets status 500 and starts a failing execution if the node throws', async () => {
		const host = await start('fail');
		await host.activate();
		const { status, body } = await host.send({ body: '{}' });
		expect([status, body]).toEqual([
			500,
			'{"code":0,"message":"Workflow Webhook Error: Workflow could not be started!"}',
		]);
		expect(host.started).toMatchObject([{ error: new Error('a mistake in the node') }]);
	});

	it('is refused if it is invalid JSON or the webhook is not registered', async () => {
		const host = await start();
		expect(await host.send({ body: '{}' })).toMatchObject({ status: 404 });
		await host.activate();
		expect(await host.send({ body: '{' })).toMatchObject({ status: 422 });
		expect(await host.send({ method: 'GET' })).toMatchObject({ status: 404 });
		expect(host.started).toEqual([]);
	});

	it('does not see the static data that a simultaneous request stores', async () => {
		const record = new WorkflowRecord();
		const [one, two] = [await start('slow', { record }), await start('slow', { record })];
		await one.activate();
		await Promise.all([one.send({ body: '{}' }), two.send({ body: '{}' })]);
		expect(Object.values(record.staticData)).toMatchObject([{ count: 1 }]);
		await two.send({ body: '{}' });
		expect(Object.values(record.staticData)).toMatchObject([{ count: 2 }]);
	});
});

it('the engine listens for one test event, with static data of its own', async () => {
	const host = await start();
	await host.activate();
	await host.activate('manual');
	const { workflowData } = await host.send({ slot: 'test', body: '{}' });
	expect(workflowData?.[0]?.[0]?.json).toMatchObject({ count: 1, mode: 'manual' });
	expect(hookCalls.slice(2)).toEqual([
		'checkExists manual/manual',
		'create manual/manual',
		'delete internal/update',
	]);
	expect(await host.send({ slot: 'test', body: '{}' })).toMatchObject({ status: 404 });
	expect(Object.values(host.record.staticData)).toMatchObject([{ url: expect.any(String) }]);
	expect(JSON.stringify(host.record.staticData)).not.toContain('count');
});
