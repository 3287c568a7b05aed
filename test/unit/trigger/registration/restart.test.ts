import { clock } from '../../../../nodes/SocialPublishing/shared/clock';
import type { TriggerHost } from '../../../engine';
import { expireTimeLimitsInSilence } from '../../support/timeLimits';
import { event, useTriggerHarness } from '../../support/triggerHarness';

const harness = useTriggerHarness();

function failToList(status: number): void {
	harness.service.faults.add({
		operation: 'list_webhooks',
		times: 100,
		action: { kind: 'status', when: 'before', status },
	});
}

function loseSecret({ record }: TriggerHost): void {
	const stored = JSON.stringify(record.staticData).replace(harness.secret, '');
	record.staticData = JSON.parse(stored);
}

describe('when n8n starts again', () => {
	it.each([
		['init', 500],
		['init', 429],
		['leadershipChange', 503],
	] as const)(
		'the trigger starts (%s) and receives events although the service responds with %d',
		async (mode, status) => {
			const host = await harness.activated();
			failToList(status);
			await host.activate(mode);
			expect(harness.log).toEqual([expect.stringContaining('is assumed to be unchanged')]);
			expect((await harness.send(host, event())).workflowData).toBeDefined();
		},
	);

	it('the trigger waits for at most 20 seconds', async () => {
		const host = await harness.activated();
		harness.service.faults.add({
			operation: 'list_webhooks',
			action: { kind: 'stall', when: 'before' },
		});
		expireTimeLimitsInSilence(harness.service, 20_000);
		await host.activate('init');
		expect(harness.log).toEqual([expect.stringContaining('within 20 seconds')]);
	});

	it.each([401, 403, 404])('a refusal with %d is an error', async (status) => {
		const host = await harness.activated();
		failToList(status);
		await expect(host.activate('init')).rejects.toThrow('Could not list the webhooks');
	});

	it('an invalid parameter is an error', async () => {
		const { record } = await harness.activated();
		const host = await harness.start({ events: [] }, { record });
		await expect(host.activate('init')).rejects.toThrow('No events are chosen');
	});

	it('an outage is an error if the secret is lost', async () => {
		const host = await harness.activated();
		loseSecret(host);
		failToList(503);
		await expect(host.activate('init')).rejects.toThrow('Could not list the webhooks');
	});
});

it('an outage is an error after all attempts when a user activates the workflow', async () => {
	const host = await harness.activated();
	failToList(503);
	const limits = jest.mocked(clock.timeout).mockClear();
	await expect(host.call('checkExists')).rejects.toThrow('Could not list the webhooks');
	expect(limits.mock.calls.map(([durationMs]) => durationMs)).not.toContain(20_000);
});

it('a test replays nothing and leaves no webhook, even with Replay Failed', async () => {
	const host = await harness.start({ options: { replayFailed: true } });
	await host.activate('manual');
	await host.activate('manual');
	expect(harness.requests()).not.toContain('list_webhook_deliveries');
	await host.deactivate('test');
	expect(harness.webhookIds).toEqual([]);
});
