import { SocialPublishingTrigger } from '../../../nodes/SocialPublishing/SocialPublishingTrigger.node';
import { loadInFreshProcess } from '../support/freshProcess';
import { event, useTriggerHarness } from '../support/triggerHarness';

const harness = useTriggerHarness();

/**
 * A fresh copy of the node's code, as after a restart of n8n: it knows only what was stored. Jest keeps the first copy
 * for everything else.
 */
async function restarted(): Promise<SocialPublishingTrigger> {
	return await loadInFreshProcess(async () => {
		const path = '../../../nodes/SocialPublishing/SocialPublishingTrigger.node';
		const copy = (await import(path)) as {
			SocialPublishingTrigger: typeof SocialPublishingTrigger;
		};
		return new copy.SocialPublishingTrigger();
	});
}

describe('an event that arrives several times', () => {
	it('starts the workflow once if all copies arrive at the same time', async () => {
		const host = await harness.activated();
		const sent = event();
		const calls = await Promise.all(
			Array.from({ length: 20 }, async () => await harness.send(host, sent)),
		);
		expect(calls.map(({ status }) => status)).toEqual(Array(20).fill(200));
		expect(host.started).toHaveLength(1);
	});

	it('starts the workflow once if a copy arrives after a restart of n8n', async () => {
		const before = await harness.activated();
		const events = Array.from({ length: 30 }, () => event());
		await Promise.all(events.map(async (sent) => await harness.send(before, sent)));
		const { record } = before;
		const after = await harness.start({}, { record, nodeType: await restarted() });
		for (const sent of events) await harness.send(after, sent);
		expect(after.started).toEqual([]);
		expect((await harness.send(after, event())).workflowData).toBeDefined();
	});

	it('starts the workflow once if the workflow was inactive in between', async () => {
		const host = await harness.activated();
		const sent = event();
		await harness.send(host, sent);
		await host.deactivate();
		await host.activate();
		expect((await harness.send(host, sent)).workflowData).toBeUndefined();
		expect((await harness.send(host, event())).workflowData).toBeDefined();
	});

	it('starts one test execution and one production execution if both webhooks receive it', async () => {
		const host = await harness.activated();
		await host.activate('manual');
		const secret = harness.webhooks[1]?.signingSecret;
		const sent = event();
		await harness.send(host, sent, { slot: 'test', secret });
		await harness.send(host, sent);
		await harness.send(host, sent);
		expect(host.started.map(({ slot }) => slot)).toEqual(['test', 'production']);
	});

	it('starts one test execution if all copies arrive at the test webhook at the same time', async () => {
		const host = await harness.start();
		await host.activate('manual');
		const sent = event();
		await Promise.all([1, 2, 3].map(async () => await harness.send(host, sent, { slot: 'test' })));
		expect(host.started).toHaveLength(1);
	});

	it('starts each of two workflows that receive it', async () => {
		const one = await harness.activated();
		const other = await harness.activated({}, { workflowId: 'another workflow' });
		const sent = event();
		await harness.send(one, sent);
		await harness.send(other, sent, { secret: harness.webhooks[1]?.signingSecret });
		expect([one.started.length, other.started.length]).toEqual([1, 1]);
	});
});

describe('static data that another call overwrites', () => {
	it('does not let an event start the workflow again', async () => {
		const host = await harness.activated();
		const first = event();
		await harness.send(host, first);
		const outdated = host.record.staticData;
		const second = event();
		await harness.send(host, second);
		// A long execution, or a call that started earlier, saves the static data that it loaded.
		host.record.staticData = outdated;
		expect((await harness.send(host, second)).workflowData).toBeUndefined();
		await harness.send(host, event());
		const after = await harness.start({}, { record: host.record, nodeType: await restarted() });
		expect((await harness.send(after, second)).workflowData).toBeUndefined();
	});

	it('does not restore an old secret', async () => {
		const host = await harness.activated();
		const outdated = host.record.staticData;
		await harness.service.clock.advance(1_000);
		await host.deactivate();
		await host.activate();
		host.record.staticData = outdated;
		expect((await harness.send(host, event())).workflowData).toBeDefined();
		const after = await harness.start({}, { record: host.record, nodeType: await restarted() });
		expect((await harness.send(after, event())).workflowData).toBeDefined();
	});

	it('is merged with the data of another process', async () => {
		const one = await harness.activated();
		const { record } = one;
		const other = await harness.start({}, { record, nodeType: await restarted() });
		const events = Array.from({ length: 40 }, () => event());
		for (const [index, sent] of events.entries()) {
			await harness.send(index % 2 === 0 ? one : other, sent);
		}
		for (const sent of events) {
			await harness.send(one, sent);
			await harness.send(other, sent);
		}
		expect([one.started.length, other.started.length]).toEqual([20, 20]);
	});
});
