import { event, Station } from './station';

let station: Station;

beforeEach(async () => {
	station = await Station.open();
});
afterEach(async () => await station.close());

describe('listening for a test event', () => {
	it('touches nothing of the production webhook', async () => {
		const host = await station.activated();
		const [production] = station.webhooks.map((webhook) => ({ ...webhook }));
		const stored = host.record.staticData;
		await host.activate('manual');
		expect(station.webhooks).toMatchObject([
			{ url: host.webhookUrl() },
			{ url: host.webhookUrl('test') },
		]);
		const secret = station.webhooks[1]?.signingSecret;
		const { workflowData } = await station.send(host, event(), { slot: 'test', secret });
		expect(workflowData).toBeDefined();
		expect(station.webhooks).toEqual([production]);
		expect(host.record.staticData).toEqual(stored);
		expect((await station.send(host, event())).workflowData).toBeDefined();
	});

	it('is ended without an event, and leaves the production webhook alone', async () => {
		const host = await station.activated();
		await host.activate('manual');
		await host.deactivate('test');
		expect(station.webhooks).toMatchObject([{ url: host.webhookUrl() }]);
		await host.deactivate();
		expect(station.webhookIds).toEqual([]);
	});

	it('does not accept what is signed with the secret of the other webhook', async () => {
		const host = await station.activated();
		await host.activate('manual');
		const [production, test] = station.webhooks.map(({ signingSecret }) => signingSecret);
		const crossed = await station.send(host, event(), { slot: 'test', secret: production });
		expect(crossed.status).toBe(401);
		expect(await station.send(host, event(), { secret: test })).toMatchObject({ status: 401 });
	});

	it('cleans up at the next test what could not be deleted after the last one', async () => {
		const host = await station.start();
		await host.activate('manual');
		station.service.faults.add({
			operation: 'delete_webhook',
			times: 5,
			action: { kind: 'drop', when: 'before' },
		});
		await host.deactivate('test');
		expect(station.log).toEqual([expect.stringMatching(/deleted the next time .* listens/)]);
		expect(station.webhookIds).toHaveLength(1);
		await host.activate('manual');
		expect(station.webhookIds).toHaveLength(1);
		await host.deactivate('test');
		expect(station.webhookIds).toEqual([]);
	});

	it('leaves nothing behind when the registration fails', async () => {
		station.service.faults.add({
			operation: 'create_webhook',
			times: 100,
			action: { kind: 'drop', when: 'after' },
		});
		const host = await station.start();
		await expect(host.activate('manual')).rejects.toThrow('Could not create the webhook');
		expect(station.webhookIds).toEqual([]);
	});
});
