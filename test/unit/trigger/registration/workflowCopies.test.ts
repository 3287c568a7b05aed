import { WorkflowRecord, type TriggerHost } from '../../../engine';
import { event, useTriggerHarness } from '../../support/triggerHarness';

const harness = useTriggerHarness();

/** The workflow imported into another n8n: with the stored data of the trigger, but another address. */
async function copyOf(original: TriggerHost): Promise<TriggerHost> {
	const record = new WorkflowRecord();
	record.staticData = original.record.staticData;
	return await harness.start({}, { record, workflowId: 'copy' });
}

function addresses(): string[] {
	return harness.webhooks.map(({ url }) => url);
}

describe("a copy of the workflow that contains the original's registration", () => {
	it('gets a webhook of its own and leaves the other one alone', async () => {
		const original = await harness.activated();
		const [before] = harness.webhooks.map((webhook) => ({ ...webhook }));
		const copy = await copyOf(original);
		await copy.activate();
		expect(harness.log).toEqual([
			expect.stringMatching(`^info: .*webhook ${before?.id} sends its events to ${before?.url}`),
		]);
		expect(harness.webhooks).toEqual([before, expect.objectContaining({ url: copy.webhookUrl() })]);
		const secret = harness.webhooks[1]?.signingSecret;
		expect((await harness.send(copy, event(), { secret })).workflowData).toBeDefined();
		expect((await harness.send(original, event())).workflowData).toBeDefined();
		await copy.deactivate();
		expect(addresses()).toEqual([original.webhookUrl()]);
	});

	it('does not delete the other one when it cannot be activated', async () => {
		const original = await harness.activated();
		const copy = await copyOf(original);
		harness.service.faults.add({
			operation: 'list_webhooks',
			times: 100,
			action: { kind: 'status', when: 'before', status: 403 },
		});
		await expect(copy.activate()).rejects.toThrow('Could not list the webhooks');
		expect(addresses()).toEqual([original.webhookUrl()]);
	});
});
