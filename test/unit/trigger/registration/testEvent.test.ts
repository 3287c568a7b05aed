import {
	event,
	locationOf,
	nodeOfOtherProcess,
	useTriggerHarness,
} from '../../support/triggerHarness';

const harness = useTriggerHarness();

describe('listening for a test event', () => {
	it('leaves the production webhook untouched', async () => {
		const host = await harness.activated();
		const [production] = harness.webhooks.map((webhook) => ({ ...webhook }));
		const stored = host.record.staticData;
		await host.activate('manual');
		expect(harness.webhooks).toMatchObject([
			{ url: host.webhookUrl() },
			{ url: expect.stringMatching(`^${host.webhookUrl('test')}\\?owner=[0-9a-f]{16}$`) },
		]);
		const secret = harness.webhooks[1]?.signingSecret;
		const { workflowData } = await harness.send(host, event(), { slot: 'test', secret });
		expect(workflowData).toBeDefined();
		expect(harness.webhooks).toEqual([production]);
		expect(host.record.staticData).toEqual(stored);
		expect((await harness.send(host, event())).workflowData).toBeDefined();
	});

	it('ends without an event and leaves the production webhook untouched', async () => {
		const host = await harness.activated();
		await host.activate('manual');
		await host.deactivate('test');
		expect(harness.webhooks).toMatchObject([{ url: host.webhookUrl() }]);
		await host.deactivate();
		expect(harness.webhookIds).toEqual([]);
	});

	it('does not accept requests signed with the secret of the other webhook', async () => {
		const host = await harness.activated();
		await host.activate('manual');
		const [production, test] = harness.webhooks.map(({ signingSecret }) => signingSecret);
		const crossed = await harness.send(host, event(), { slot: 'test', secret: production });
		expect(crossed.status).toBe(401);
		expect(await harness.send(host, event(), { secret: test })).toMatchObject({ status: 401 });
	});

	it('replaces the webhook of the last test if its deletion failed', async () => {
		const host = await harness.start();
		await host.activate('manual');
		harness.service.faults.add({
			operation: 'delete_webhook',
			times: 5,
			action: { kind: 'drop', when: 'before' },
		});
		await host.deactivate('test');
		expect(harness.log).toEqual([expect.stringContaining('The next test replaces it.')]);
		const before = harness.webhookIds;
		await host.activate('manual');
		expect(harness.webhookIds).toHaveLength(1);
		expect(harness.webhookIds).not.toEqual(before);
		expect((await harness.send(host, event(), { slot: 'test' })).workflowData).toBeDefined();
		expect(harness.webhookIds).toEqual([]);
	});

	it('deletes the webhook of a test during which n8n was killed', async () => {
		const killed = await harness.start({}, { nodeType: await nodeOfOtherProcess() });
		await killed.activate('manual');
		const host = await harness.start({}, locationOf(killed));
		await host.activate('manual');
		expect(harness.webhooks).toMatchObject([
			{ url: expect.stringContaining(host.webhookUrl('test').slice(-20)) },
		]);
		expect(harness.log).toEqual([]);
	});

	it('leaves the test webhooks of others alone, even at its own address', async () => {
		const clone = await harness.start({}, { nodeType: await nodeOfOtherProcess() });
		await clone.activate('manual');
		const others = harness.webhooks.map((webhook) => ({ ...webhook }));
		const host = await harness.start();
		const [{ url } = { url: '' }] = others;
		const [other] = harness.webhooks;
		if (other) other.url = new URL(new URL(url).pathname, host.webhookUrl('test')).href;
		await host.activate('manual');
		expect(harness.webhooks).toHaveLength(2);
		await host.deactivate('test');
		expect(harness.webhooks).toEqual([other]);
	});

	it('starts although the webhook of an earlier test cannot be deleted', async () => {
		const killed = await harness.start({}, { nodeType: await nodeOfOtherProcess() });
		await killed.activate('manual');
		const [{ id } = { id: '' }] = harness.webhooks;
		harness.service.faults.add({
			operation: 'delete_webhook',
			action: { kind: 'status', when: 'before', status: 403 },
		});
		const host = await harness.start({}, locationOf(killed));
		await host.activate('manual');
		expect(harness.log).toEqual([
			expect.stringMatching(`^warn: .*webhook ${id} of an earlier test could not be deleted`),
		]);
		await host.deactivate('test');
		await host.activate('manual');
		expect(harness.webhookIds).toHaveLength(1);
		expect(harness.webhookIds).not.toContain(id);
	});

	it('leaves no webhook if the registration fails', async () => {
		harness.service.faults.add({
			operation: 'create_webhook',
			times: 100,
			action: { kind: 'drop', when: 'after' },
		});
		const host = await harness.start();
		await expect(host.activate('manual')).rejects.toThrow('Could not create the webhook');
		expect(harness.webhookIds).toEqual([]);
	});
});
