import { byId } from '../../support/nodeHarness';
import { event, originOf, Station } from '../../support/triggerHarness';

let station: Station;

beforeEach(async () => {
	station = await Station.open();
});
afterEach(async () => await station.close());

/** A webhook that someone else made with the same credential. */
async function makeForeign(url: string): Promise<string> {
	const { baseUrl, token } = station.service;
	const response = await fetch(`${baseUrl}/workspaces/${station.workspaceId}/webhooks`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
		body: JSON.stringify({ url, events: ['post.created'] }),
	});
	const { data } = (await response.json()) as { data: { id: string } };
	return data.id;
}

describe('activation', () => {
	it('registers the webhook with its address and events, in two requests', async () => {
		const host = await station.activated();
		expect(station.webhooks).toMatchObject([
			{ url: host.webhookUrl(), events: ['post.published', 'delivery.failed', 'media.ready'] },
		]);
		expect(station.requests()).toEqual(['list_webhooks', 'create_webhook']);
	});

	it('works with events that the service itself sends', async () => {
		const host = await station.activated();
		const { service, workspaceId } = station;
		const sent = service.emit(workspaceId, 'post.published', { post_id: 'p' });
		await service.clock.advance(0);
		expect(host.started.map(({ workflowData }) => workflowData[0]?.[0]?.json)).toEqual([
			expect.objectContaining({ id: sent.id, type: 'post.published', workspace_id: workspaceId }),
		]);
	});

	it.each([
		['No events are chosen', { events: [] }],
		['Workspace is empty', { workspaceId: byId('') }],
	])('asks the service nothing when %s', async (message, parameters) => {
		const host = await station.start(parameters);
		await expect(host.activate()).rejects.toThrow(message);
		expect(station.requests()).toEqual([]);
	});

	it('keeps what exists over a restart', async () => {
		const { record } = await station.activated();
		const before = station.webhookIds;
		const after = await station.start(
			{},
			{ record, publicOrigin: originOf(station.webhooks[0]?.url) },
		);
		station.requests();
		await after.activate('init');
		expect(station.webhookIds).toEqual(before);
		expect(station.requests()).toEqual(['list_webhooks']);
	});

	it('changes the webhook when the events, the address, or both differ', async () => {
		const { record } = await station.activated();
		const [before] = station.webhooks.map(({ id, signingSecret }) => ({ id, signingSecret }));
		const after = await station.start({ events: ['post.failed'] }, { record });
		await after.activate('update');
		expect(station.webhooks).toMatchObject([
			{ ...before, url: after.webhookUrl(), events: ['post.failed'] },
		]);
		const { workflowData } = await station.send(after, event({ type: 'post.failed' }));
		expect(workflowData).toBeDefined();
	});

	it('turns a webhook on again that was disabled', async () => {
		const host = await station.activated();
		const [webhook] = station.webhooks;
		if (webhook) webhook.enabled = false;
		await host.activate('update');
		expect(station.webhooks).toMatchObject([{ enabled: true }]);
	});

	it('makes a new webhook where ours has gone', async () => {
		const host = await station.activated();
		const [gone] = station.webhookIds;
		station.service.state.webhooks.clear();
		await host.activate('update');
		expect(station.webhookIds).toHaveLength(1);
		expect(station.webhookIds).not.toContain(gone);
		expect(await station.send(host, event())).toMatchObject({ status: 200 });
	});

	it('replaces our webhook when its secret is lost', async () => {
		const host = await station.activated();
		const before = station.webhookIds;
		host.record.staticData = JSON.parse(
			JSON.stringify(host.record.staticData).replace(station.secret, ''),
		);
		await host.activate('update');
		expect(station.webhookIds).toHaveLength(1);
		expect(station.webhookIds).not.toEqual(before);
		const { workflowData } = await station.send(host, event());
		expect(workflowData).toBeDefined();
	});

	it('never adopts, changes or deletes a webhook that others made, not even for its own address', async () => {
		const host = await station.start();
		const foreign = await makeForeign(host.webhookUrl());
		await host.activate();
		await host.activate('update');
		const [, ours] = station.webhooks;
		expect(station.webhooks).toMatchObject([{ id: foreign, events: ['post.created'] }, {}]);
		expect(await station.send(host, event())).toMatchObject({ status: 401 });
		const secret = ours?.signingSecret;
		expect(await station.send(host, event(), { secret })).toMatchObject({ status: 200 });
		await host.deactivate();
		expect(station.webhookIds).toEqual([foreign]);
	});

	it('moves to another workspace', async () => {
		const { record } = await station.activated();
		const other = [...station.service.state.workspaces.values()].find(
			({ id }) => id !== station.workspaceId,
		);
		const after = await station.start({ workspaceId: byId(other?.id ?? '') }, { record });
		await after.activate('update');
		expect(station.webhooks).toMatchObject([{ workspaceId: other?.id }]);
	});
});
