import { startedIds, useTriggerHarness } from '../../support/triggerHarness';
import { until } from '../../support/until';

const harness = useTriggerHarness();

const MINUTE_MS = 60_000;
const replaying = { options: { replayFailed: true } };

/** Emits events at intervals of one second. */
async function emit(count: number): Promise<string[]> {
	const ids: string[] = [];
	for (let index = 0; index < count; index++) {
		ids.push(harness.service.emit(harness.workspaceId, 'post.published', { index }).id);
		await harness.service.clock.advance(1_000);
		await harness.service.clock.settled();
	}
	return ids;
}

async function replayed(): Promise<void> {
	await until(() => harness.log.some((line) => line.includes('replayed')));
	// The last delivery is due, but may not have started.
	await harness.service.clock.advance(0);
}

describe('the trigger with Replay Failed', () => {
	it('receives each event that it missed while inactive once after reactivation, the oldest first', async () => {
		const host = await harness.activated(replaying);
		const before = await emit(3);
		await harness.service.clock.advance(0);
		await host.deactivate();
		const missed = await emit(4);
		await harness.service.clock.advance(7 * MINUTE_MS);
		await host.activate();
		await replayed();
		await harness.service.clock.advance(24 * 60 * MINUTE_MS);
		expect(startedIds(host)).toEqual([...before, ...missed]);
		expect(harness.requests().filter((name) => name === 'replay_webhook_delivery')).toHaveLength(4);
	});

	it('receives events that the service no longer retries', async () => {
		const host = await harness.activated(replaying);
		await host.deactivate();
		const missed = await emit(2);
		await harness.service.clock.advance(20 * 60 * MINUTE_MS);
		await host.activate();
		await replayed();
		expect(startedIds(host)).toEqual(missed);
	});

	it('does not delay the activation by replays, and leaves half of the rate limit to other requests', async () => {
		const host = await harness.activated(replaying);
		await host.deactivate();
		await emit(5);
		await harness.service.clock.advance(MINUTE_MS);
		const startMs = harness.service.clock.now();
		await host.activate();
		expect(host.started).toEqual([]);
		await replayed();
		expect(harness.service.clock.now() - startMs).toBeGreaterThanOrEqual(5 * 2_000);
	});

	it('deletes the webhook and replays nothing once the option is off', async () => {
		const host = await harness.activated();
		await host.deactivate();
		expect(harness.webhooks).toEqual([]);
		await emit(1);
		await host.activate();
		await harness.service.clock.advance(24 * 60 * MINUTE_MS);
		expect(host.started).toEqual([]);
	});
});

it('a webhook that n8n has not stored is deleted even with Replay Failed', async () => {
	const host = await harness.start(replaying);
	await host.call('create');
	host.record.staticData = {};
	await host.deactivate();
	expect(harness.webhooks).toEqual([]);
});

it('a replay stops when the workflow is deactivated again, and continues at the next activation', async () => {
	const host = await harness.activated(replaying);
	await host.deactivate();
	const missed = await emit(6);
	await harness.service.clock.advance(MINUTE_MS);
	await host.activate();
	await until(() => host.started.length >= 2);
	await host.deactivate();
	const count = host.started.length;
	await harness.service.clock.settled();
	await host.activate();
	await replayed();
	expect(count).toBeLessThan(6);
	expect(startedIds(host).sort()).toEqual([...missed].sort());
});

it('a replay continues when another workflow starts its own', async () => {
	const other = await harness.activated(replaying, { workflowId: 'another workflow' });
	const host = await harness.activated(replaying);
	await host.deactivate();
	const missed = await emit(6);
	await harness.service.clock.advance(1_000);
	await host.activate();
	await other.activate('update');
	await replayed();
	expect(startedIds(host)).toEqual(missed);
});

it.each([
	[404, 1],
	[409, 1],
	[422, 1],
	[500, 5],
])('a replay continues when one delivery is answered with %d', async (status, times) => {
	const host = await harness.activated(replaying);
	await host.deactivate();
	const missed = await emit(3);
	await harness.service.clock.advance(1_000);
	harness.service.faults.add({
		operation: 'replay_webhook_delivery',
		times,
		action: { kind: 'status', when: 'before', status },
	});
	await host.activate();
	await replayed();
	expect(startedIds(host)).toEqual(missed.slice(1));
	expect(harness.log).toEqual([
		expect.stringMatching(/^warn: .*failed deliveries: 2 replayed, 1 not\. .*tried again/),
	]);
});

it.each([
	['allows none', 5, { kind: 'status', when: 'before', status: 403 }],
	['cannot be reached', 5, { kind: 'drop', when: 'before' }],
	['reports one server error after another', 15, { kind: 'status', when: 'before', status: 503 }],
] as const)('a replay stops if the service %s, and logs it', async (_what, most, action) => {
	const host = await harness.activated(replaying);
	await host.deactivate();
	await emit(6);
	await harness.service.clock.advance(1_000);
	harness.service.faults.add({ operation: 'replay_webhook_delivery', times: 100, action });
	harness.requests();
	await host.activate();
	await until(() => harness.log.length > 0);
	expect(harness.log).toEqual([
		expect.stringMatching(/^warn: .*replay of failed deliveries stopped/),
	]);
	const replays = harness.requests().filter((name) => name === 'replay_webhook_delivery');
	expect(replays.length).toBeLessThanOrEqual(most);
});
