import type { TriggerHost } from '../../../engine';
import { locationOf, startedIds, useTriggerHarness } from '../../support/triggerHarness';

const harness = useTriggerHarness();

const MINUTE_MS = 60_000;

/** The same n8n after a restart with a new address. */
async function move({ record }: TriggerHost): Promise<TriggerHost> {
	await harness.service.clock.advance(1_000);
	return await harness.start({}, { record });
}

async function emit(): Promise<string> {
	await harness.service.clock.advance(1_000);
	const { id } = harness.service.emit(harness.workspaceId, 'post.published', { post_id: 'p' });
	await harness.service.clock.advance(0);
	await harness.service.clock.settled();
	return id;
}

describe('an n8n with a new address', () => {
	it('registers its own webhook, receives events, and leaves the old webhook alone', async () => {
		const old = await harness.activated();
		await emit();
		const [before] = harness.webhooks.map((webhook) => ({ ...webhook }));
		await old.close();
		const moved = await move(old);
		await moved.activate('init');
		expect(harness.webhooks).toEqual([
			before,
			expect.objectContaining({ url: moved.webhookUrl() }),
		]);
		expect(harness.log).toEqual([
			expect.stringMatching(
				`^info: .*webhook ${before?.id} sends its events to an address other than that of this n8n`,
			),
		]);
		const id = await emit();
		expect(startedIds(moved)).toEqual([id]);
	});

	it('deletes the old webhook at an activation after a delivery to it has failed', async () => {
		const old = await harness.activated();
		await old.close();
		const moved = await move(old);
		await moved.activate('init');
		const [{ id } = { id: '' }, own] = harness.webhooks;
		await moved.activate('update');
		expect(harness.webhookIds).toEqual([id, own?.id]);
		await emit();
		await moved.activate('update');
		expect(harness.webhooks).toEqual([own]);
	});

	it('changes the address of its webhook if the latest delivery to the old address has failed, and loses no event', async () => {
		const old = await harness.activated();
		await emit();
		await old.close();
		const missed = await emit();
		const [{ id } = { id: '' }] = harness.webhooks;
		const moved = await move(old);
		await moved.activate('init');
		expect(harness.webhooks).toMatchObject([{ id, url: moved.webhookUrl() }]);
		await harness.service.clock.advance(MINUTE_MS);
		await harness.service.clock.settled();
		expect(startedIds(moved)).toEqual([missed]);
		await moved.deactivate();
		expect(harness.webhooks).toEqual([]);
	});

	it('that is deactivated first leaves the old webhook alone and keeps it for a later deletion', async () => {
		const old = await harness.activated();
		const before = harness.webhooks;
		const moved = await move(old);
		await moved.deactivate();
		expect(harness.webhooks).toEqual(before);
		await old.close();
		await emit();
		await moved.activate();
		expect(harness.webhooks).toMatchObject([{ url: moved.webhookUrl() }]);
	});

	it('does not use the old webhook while the service is unavailable', async () => {
		const moved = await move(await harness.activated());
		harness.service.faults.add({
			operation: 'list_webhooks',
			times: 100,
			action: { kind: 'status', when: 'before', status: 503 },
		});
		await expect(moved.activate('init')).rejects.toThrow('Could not list the webhooks');
	});

	it('keeps the old webhook for deletion if n8n discards the static data because another trigger failed', async () => {
		const old = await harness.activated();
		const { staticData } = old.record;
		const moved = await move(old);
		await moved.activate('init');
		moved.record.staticData = staticData;
		await moved.deactivate();
		expect(harness.webhooks).toMatchObject([{ url: old.webhookUrl() }]);
		await old.close();
		await emit();
		await moved.activate();
		expect(harness.webhooks).toMatchObject([{ url: moved.webhookUrl() }]);
	});

	it('has one webhook after it returns to its old address', async () => {
		const first = await harness.activated();
		const moved = await move(first);
		await moved.activate('init');
		const url = moved.webhookUrl();
		await moved.close();
		const back = await harness.start({}, locationOf(first));
		await back.activate('init');
		expect(harness.webhooks).toMatchObject([{ url }, { url: first.webhookUrl() }]);
		await emit();
		await back.activate('update');
		expect(harness.webhooks).toMatchObject([{ url: first.webhookUrl() }]);
	});
});

it('a webhook whose address was changed at the service is not deleted by a deactivation', async () => {
	const host = await harness.activated();
	const [webhook] = harness.webhooks;
	if (webhook) webhook.url = 'https://elsewhere.example.com/webhook/a';
	await host.deactivate();
	expect(harness.webhooks).toEqual([webhook]);
});
