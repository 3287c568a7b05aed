import type { TriggerHost } from '../../../engine';
import { event, locationOf, startedIds, useTriggerHarness } from '../../support/triggerHarness';

const harness = useTriggerHarness();

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
				`^info: .*webhook ${before?.id} sends its events to ${before?.url}, which is not the address of this n8n`,
			),
		]);
		const id = await emit();
		expect(startedIds(moved)).toEqual([id]);
		await moved.activate('update');
		await moved.deactivate();
		expect(harness.webhooks).toMatchObject([{ id: before?.id, url: before?.url }]);
		expect(harness.log).toHaveLength(1);
	});

	it('that is deactivated first leaves the old webhook alone', async () => {
		const old = await harness.activated();
		const before = harness.webhooks;
		const moved = await move(old);
		await moved.deactivate();
		expect(harness.webhooks).toEqual(before);
		await moved.activate();
		expect(harness.webhooks).toMatchObject([{}, { url: moved.webhookUrl() }]);
		expect(harness.log).toEqual([expect.stringContaining('is left alone')]);
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

	it('uses its webhook again if it started with another address only once and could not register that one', async () => {
		const first = await harness.activated();
		const before = harness.webhooks;
		const moved = await move(first);
		harness.service.faults.add({
			operation: 'create_webhook',
			times: 100,
			action: { kind: 'status', when: 'before', status: 422 },
		});
		await expect(moved.activate('init')).rejects.toThrow('Could not create the webhook');
		await moved.close();
		const back = await harness.start({}, locationOf(first));
		await back.activate('init');
		expect(harness.webhooks).toEqual(before);
		expect((await harness.send(back, event())).status).toBe(200);
	});

	it('has a webhook of its own again after it returns to its old address', async () => {
		const first = await harness.activated();
		const moved = await move(first);
		await moved.activate('init');
		const urls = [first.webhookUrl(), moved.webhookUrl(), first.webhookUrl()];
		await moved.close();
		const back = await harness.start({}, locationOf(first));
		await back.activate('init');
		expect(harness.webhooks).toMatchObject(urls.map((url) => ({ url })));
		const secrets = harness.webhooks.map(({ signingSecret }) => signingSecret);
		const sent = event();
		const statusOf = async (secret?: string) => (await harness.send(back, sent, { secret })).status;
		expect([await statusOf(secrets[0]), await statusOf(secrets[2])]).toEqual([401, 200]);
	});
});
