import { WorkflowRecord, type TriggerHost } from '../../../engine';
import { event, Station } from '../../support/triggerHarness';

let station: Station;

beforeEach(async () => {
	station = await Station.open();
});
afterEach(async () => await station.close());

/** The workflow as another n8n has imported it, with what the trigger has stored, and at an address of its own. */
async function copyOf(original: TriggerHost): Promise<TriggerHost> {
	const record = new WorkflowRecord();
	record.staticData = original.record.staticData;
	return await station.start({}, { record, workflowId: 'copy' });
}

function addresses(): string[] {
	return station.webhooks.map(({ url }) => url);
}

describe('a copy of the workflow that has brought the stored webhook along', () => {
	it('gets a webhook of its own, and leaves the other one alone', async () => {
		const original = await station.activated();
		const [before] = station.webhooks.map((webhook) => ({ ...webhook }));
		const copy = await copyOf(original);
		await copy.activate();
		expect(station.log).toEqual([
			expect.stringMatching(`^info: .*webhook ${before?.id} belongs to another copy`),
		]);
		expect(station.webhooks).toEqual([before, expect.objectContaining({ url: copy.webhookUrl() })]);
		const secret = station.webhooks[1]?.signingSecret;
		expect((await station.send(copy, event(), { secret })).workflowData).toBeDefined();
		expect((await station.send(original, event())).workflowData).toBeDefined();
		await copy.deactivate();
		expect(addresses()).toEqual([original.webhookUrl()]);
	});

	it('does not delete the other one when it cannot be activated', async () => {
		const original = await station.activated();
		const copy = await copyOf(original);
		station.service.faults.add({
			operation: 'list_webhooks',
			times: 100,
			action: { kind: 'status', when: 'before', status: 403 },
		});
		await expect(copy.activate()).rejects.toThrow('Could not list the webhooks');
		expect(addresses()).toEqual([original.webhookUrl()]);
	});
});

it('an n8n that has moved takes its webhook along', async () => {
	const { record } = await station.activated();
	const [{ id } = { id: '' }] = station.webhooks;
	const moved = await station.start({}, { record });
	await moved.activate('init');
	expect(station.webhooks).toMatchObject([{ id, url: moved.webhookUrl() }]);
});
