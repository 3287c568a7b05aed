import { byId } from '../../support/nodeHarness';
import { event, locationOf, useTriggerHarness } from '../../support/triggerHarness';

const harness = useTriggerHarness();

/** A webhook that somebody else created with the same credential. */
async function makeForeign(url: string): Promise<string> {
	const { baseUrl, token } = harness.service;
	const response = await fetch(`${baseUrl}/workspaces/${harness.workspaceId}/webhooks`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
		body: JSON.stringify({ url, events: ['post.created'] }),
	});
	const { data } = (await response.json()) as { data: { id: string } };
	return data.id;
}

describe('activation', () => {
	it('registers the webhook with its address and events, in two requests', async () => {
		const host = await harness.activated();
		expect(harness.webhooks).toMatchObject([
			{ url: host.webhookUrl(), events: ['post.published', 'delivery.failed', 'media.ready'] },
		]);
		expect(harness.requests()).toEqual(['list_webhooks', 'create_webhook']);
	});

	it('receives events that the service itself sends', async () => {
		const host = await harness.activated();
		const { service, workspaceId } = harness;
		const sent = service.emit(workspaceId, 'post.published', { post_id: 'p' });
		await service.clock.advance(0);
		expect(host.started.map(({ workflowData }) => workflowData[0]?.[0]?.json)).toEqual([
			expect.objectContaining({ id: sent.id, type: 'post.published', workspace_id: workspaceId }),
		]);
	});

	it.each([
		[
			"No events are chosen. Nothing was sent. Choose at least one in 'Start When'.",
			{ events: [] },
		],
	])('sends no request when: %s', async (message, parameters) => {
		const host = await harness.start(parameters);
		await expect(host.activate()).rejects.toThrow(message);
		expect(harness.requests()).toEqual([]);
	});

	it('keeps the existing webhook across a restart', async () => {
		const location = locationOf(await harness.activated());
		const before = harness.webhookIds;
		const after = await harness.start({}, location);
		harness.requests();
		await after.activate('init');
		expect(harness.webhookIds).toEqual(before);
		expect(harness.requests()).toEqual(['list_webhooks']);
	});

	it('updates the webhook when the events differ', async () => {
		const { record, publicOrigin } = locationOf(await harness.activated());
		const [before] = harness.webhooks.map(({ id, url, signingSecret }) => ({
			id,
			url,
			signingSecret,
		}));
		const after = await harness.start({ events: ['post.failed'] }, { record, publicOrigin });
		await after.activate('update');
		expect(harness.webhooks).toMatchObject([{ ...before, events: ['post.failed'] }]);
		const { workflowData } = await harness.send(after, event({ type: 'post.failed' }));
		expect(workflowData).toBeDefined();
	});

	it('enables a disabled webhook again', async () => {
		const host = await harness.activated();
		const [webhook] = harness.webhooks;
		if (webhook) webhook.enabled = false;
		await host.activate('update');
		expect(harness.webhooks).toMatchObject([{ enabled: true }]);
	});

	it('restores the address that somebody has changed in the service', async () => {
		const host = await harness.activated();
		const [webhook] = harness.webhooks;
		const { id, url } = webhook ?? {};
		if (webhook) webhook.url = 'https://elsewhere.example.com/hook';
		await host.activate('update');
		expect(harness.webhooks).toMatchObject([{ id, url }]);
		expect(await harness.send(host, event())).toMatchObject({ status: 200 });
	});

	it('creates a new webhook when the old one no longer exists', async () => {
		const host = await harness.activated();
		const [gone] = harness.webhookIds;
		harness.service.state.webhooks.clear();
		await host.activate('update');
		expect(harness.webhookIds).toHaveLength(1);
		expect(harness.webhookIds).not.toContain(gone);
		expect(await harness.send(host, event())).toMatchObject({ status: 200 });
	});

	it('replaces the webhook when its secret is lost', async () => {
		const host = await harness.activated();
		const before = harness.webhookIds;
		host.record.staticData = JSON.parse(
			JSON.stringify(host.record.staticData).replace(harness.secret, ''),
		);
		await host.activate('update');
		expect(harness.webhookIds).toHaveLength(1);
		expect(harness.webhookIds).not.toEqual(before);
		const { workflowData } = await harness.send(host, event());
		expect(workflowData).toBeDefined();
	});

	it('never adopts, updates or deletes a webhook created by others, not even one with its own address', async () => {
		const host = await harness.start();
		const foreign = await makeForeign(host.webhookUrl());
		await host.activate();
		await host.activate('update');
		const [, ours] = harness.webhooks;
		expect(harness.webhooks).toMatchObject([{ id: foreign, events: ['post.created'] }, {}]);
		expect(await harness.send(host, event())).toMatchObject({ status: 401 });
		const secret = ours?.signingSecret;
		expect(await harness.send(host, event(), { secret })).toMatchObject({ status: 200 });
		await host.deactivate();
		expect(harness.webhookIds).toEqual([foreign]);
	});

	it('moves to another workspace', async () => {
		const location = locationOf(await harness.activated());
		const other = [...harness.service.state.workspaces.values()].find(
			({ id }) => id !== harness.workspaceId,
		);
		const after = await harness.start({ workspaceId: byId(other?.id ?? '') }, location);
		await after.activate('update');
		expect(harness.webhooks).toMatchObject([{ workspaceId: other?.id }]);
	});
});
