import type { INodeParameters } from 'n8n-workflow';

import { WorkflowRecord, type TriggerHost } from '../../../engine';
import { byId } from '../../support/nodeHarness';
import {
	event,
	nodeOfOtherProcess,
	startedIds,
	useTriggerHarness,
} from '../../support/triggerHarness';

const harness = useTriggerHarness();

/** An n8n that runs on a copy of the original's database: the same instance, workflow and static data. */
async function cloneOf(
	original: TriggerHost,
	parameters: INodeParameters = {},
): Promise<TriggerHost> {
	const record = new WorkflowRecord();
	record.staticData = original.record.staticData;
	record.active = true;
	return await harness.start(parameters, { record, nodeType: await nodeOfOtherProcess() });
}

async function emit(): Promise<string> {
	const { id } = harness.service.emit(harness.workspaceId, 'post.published', { post_id: 'p' });
	await harness.service.clock.advance(0);
	await harness.service.clock.settled();
	return id;
}

describe("a clone of n8n's database", () => {
	it("has a webhook of its own, and the original's survives its whole life", async () => {
		const production = await harness.activated();
		const [before] = harness.webhooks.map((webhook) => ({ ...webhook }));
		const staging = await cloneOf(production);
		await staging.activate('init');
		expect(harness.webhooks).toEqual([
			before,
			expect.objectContaining({ url: staging.webhookUrl() }),
		]);

		const first = await emit();
		expect(startedIds(production)).toEqual([first]);
		expect(startedIds(staging)).toEqual([first]);
		await staging.activate('update');
		await staging.deactivate();
		expect(harness.webhooks).toEqual([before]);
		await staging.activate();
		expect(harness.webhooks).toHaveLength(2);
		await staging.deactivate();

		const second = await emit();
		expect(startedIds(production)).toEqual([first, second]);
		await production.activate('init');
		expect(harness.webhooks).toEqual([before]);
	});

	it('leaves the original alone even while that one is down', async () => {
		const production = await harness.activated();
		const [before] = harness.webhooks.map((webhook) => ({ ...webhook }));
		await production.close();
		await emit();
		const staging = await cloneOf(production);
		await staging.activate('init');
		await staging.activate('update');
		await staging.deactivate();
		expect(harness.webhooks).toEqual([before]);
	});

	it('that is deactivated before it was ever activated deletes nothing', async () => {
		const production = await harness.activated();
		const before = harness.webhooks;
		const staging = await cloneOf(production);
		await staging.deactivate();
		expect(harness.webhooks).toEqual(before);
		expect((await harness.send(production, event())).workflowData).toBeDefined();
	});

	it('that is set to another workspace deletes nothing', async () => {
		const production = await harness.activated();
		const [before] = harness.webhooks.map((webhook) => ({ ...webhook }));
		const other = [...harness.service.state.workspaces.values()].find(
			({ id }) => id !== harness.workspaceId,
		);
		const staging = await cloneOf(production, { workspaceId: byId(other?.id ?? '') });
		await staging.activate('init');
		expect(harness.webhooks).toEqual([before, expect.objectContaining({ workspaceId: other?.id })]);
	});

	it('that has lost the secret deletes nothing', async () => {
		const production = await harness.activated();
		const [before] = harness.webhooks.map((webhook) => ({ ...webhook }));
		const staging = await cloneOf(production);
		staging.record.staticData = JSON.parse(
			JSON.stringify(staging.record.staticData).replace(harness.secret, ''),
		);
		await staging.activate('init');
		expect(harness.webhooks[0]).toEqual(before);
	});
});
