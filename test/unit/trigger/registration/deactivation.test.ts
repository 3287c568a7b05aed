import { event, Station } from '../../support/triggerHarness';

let station: Station;

beforeEach(async () => {
	station = await Station.open();
});
afterEach(async () => await station.close());

describe('deactivation', () => {
	it('deletes our webhook, and forgets it', async () => {
		const host = await station.activated();
		const { secret } = station;
		station.requests();
		await host.deactivate();
		expect(station.webhookIds).toEqual([]);
		expect(station.requests()).toEqual(['delete_webhook']);
		expect(JSON.stringify(host.record.staticData)).not.toContain(secret);
		expect(station.log).toEqual([]);
	});

	it('counts a webhook that has gone as deleted', async () => {
		const host = await station.activated();
		station.service.state.webhooks.clear();
		await host.deactivate();
		station.requests();
		await host.activate();
		expect(station.requests()).toEqual(['list_webhooks', 'create_webhook']);
	});

	it('succeeds while the service is down, says so, and cleans up at the next activation', async () => {
		const host = await station.activated();
		const before = station.webhookIds;
		station.service.faults.add({
			operation: 'delete_webhook',
			times: 5,
			action: { kind: 'drop', when: 'before' },
		});
		await host.deactivate();
		expect(station.log).toEqual([
			expect.stringMatching(/^warn: .*could not be deleted at the service.*the next time/),
		]);
		expect(station.webhookIds).toEqual(before);
		await host.activate();
		expect(station.webhookIds).toHaveLength(1);
		expect(station.webhookIds).not.toEqual(before);
		expect((await station.send(host, event())).workflowData).toBeDefined();
	});

	it('cleans up what several failed deactivations left, whatever else fails', async () => {
		const host = await station.start();
		for (let time = 0; time < 3; time++) {
			await host.activate();
			station.service.faults.add({
				operation: 'delete_webhook',
				times: 100,
				action: { kind: 'status', when: 'before', status: 403 },
			});
			await host.deactivate();
		}
		expect(station.webhookIds).toHaveLength(3);
		station.service.faults.clear();
		await host.activate();
		expect(station.webhookIds).toHaveLength(1);
	});

	it('succeeds when the credential does not work any more', async () => {
		const { record } = await station.activated();
		const host = await station.start({}, { record, token: ' ' });
		await host.deactivate();
		expect(station.log.join()).toContain('API Token of the credential is empty');
	});

	it('says that the old webhook may still be there when the credential has become another', async () => {
		const { record } = await station.activated();
		const token = station.service.createToken();
		const host = await station.start({}, { record, token });
		await host.activate('update');
		expect(station.log.join()).toContain('made with another API token that is still valid');
		const secret = station.webhooks[1]?.signingSecret;
		expect((await station.send(host, event(), { secret })).workflowData).toBeDefined();
	});
});
