import { expireTimeLimits } from '../../support/timeLimits';
import { event, locationOf, useTriggerHarness } from '../../support/triggerHarness';
import { until } from '../../support/until';

const harness = useTriggerHarness();

describe('deactivation', () => {
	it('deletes the webhook and its registration', async () => {
		const host = await harness.activated();
		const { secret } = harness;
		harness.requests();
		await host.deactivate();
		expect(harness.webhookIds).toEqual([]);
		expect(harness.requests()).toEqual(['delete_webhook']);
		expect(JSON.stringify(host.record.staticData)).not.toContain(secret);
		expect(harness.log).toEqual([]);
	});

	it('counts a webhook that no longer exists as deleted', async () => {
		const host = await harness.activated();
		harness.service.state.webhooks.clear();
		await host.deactivate();
		harness.requests();
		await host.activate();
		expect(harness.requests()).toEqual(['list_webhooks', 'create_webhook']);
	});

	it('succeeds while the service is down, logs it, and leaves the webhook to the next activation, which replaces it', async () => {
		const host = await harness.activated();
		const before = harness.webhookIds;
		harness.service.faults.add({
			operation: 'delete_webhook',
			times: 5,
			action: { kind: 'drop', when: 'before' },
		});
		await host.deactivate();
		expect(harness.log).toEqual([
			expect.stringMatching(
				/^warn: .*could not be deleted in the service.*The next activation replaces it/,
			),
		]);
		expect(harness.webhookIds).toEqual(before);
		await host.activate();
		expect(harness.webhookIds).toHaveLength(1);
		expect(harness.webhookIds).not.toEqual(before);
		expect((await harness.send(host, event())).workflowData).toBeDefined();
		await host.deactivate();
		expect(harness.webhookIds).toEqual([]);
	});

	it('leaves a working webhook if the service deletes the old one after the next activation', async () => {
		const host = await harness.activated();
		const [old = ''] = harness.webhookIds;
		let deleteNow = () => {};
		let isHeld = false;
		const released = new Promise<void>((resolve) => (deleteNow = resolve));
		const hold = async () => {
			isHeld = true;
			await released;
		};
		harness.service.faults.add({
			operation: 'delete_webhook',
			action: { kind: 'hold', when: 'before', until: hold },
		});
		expireTimeLimits(20_000, () => isHeld);
		await host.deactivate();
		await host.activate();
		deleteNow();
		await until(() => !harness.webhookIds.includes(old));
		expect(harness.webhookIds).toHaveLength(1);
		expect((await harness.send(host, event())).workflowData).toBeDefined();
	});

	it('leaves one webhook after several failed deactivations', async () => {
		const host = await harness.start();
		for (let time = 0; time < 3; time++) {
			await host.activate();
			harness.service.faults.add({
				operation: 'delete_webhook',
				times: 100,
				action: { kind: 'status', when: 'before', status: 403 },
			});
			await host.deactivate();
		}
		await host.activate();
		expect(harness.webhookIds).toHaveLength(1);
		expect((await harness.send(host, event())).workflowData).toBeDefined();
	});

	it('succeeds when the credential no longer works', async () => {
		const location = locationOf(await harness.activated());
		const host = await harness.start({}, { ...location, token: ' ' });
		await host.deactivate();
		expect(harness.log.join()).toContain("'API Token' of the credential is empty");
	});

	it('succeeds without a webhook even if the credential does not work', async () => {
		const host = await harness.start({}, { token: ' ' });
		await host.deactivate();
		expect(harness.log).toEqual([]);
	});

	it('warns that the old webhook may still exist when the credential was replaced', async () => {
		const location = locationOf(await harness.activated());
		const token = harness.service.createToken();
		const host = await harness.start({}, { ...location, token });
		await host.activate('update');
		expect(harness.log.join()).toContain('made with another API token that is still valid');
		const secret = harness.webhooks[1]?.signingSecret;
		expect((await harness.send(host, event(), { secret })).workflowData).toBeDefined();
	});
});
