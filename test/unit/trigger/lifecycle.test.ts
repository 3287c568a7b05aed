import { byId } from '../support/studio';
import { event, Station } from './station';

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

function originOf(url = ''): string {
	return new URL(url).origin;
}

function ids(): string[] {
	return station.webhooks.map(({ id }) => id);
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

	it('goes on without the old webhook where the credential may not delete it', async () => {
		const { record } = await station.activated();
		const [old] = ids();
		const token = station.service.createToken();
		const host = await station.start({}, { record, token });
		station.service.faults.add({
			operation: 'delete_webhook',
			action: { kind: 'status', when: 'before', status: 403 },
		});
		await host.activate('update');
		expect(station.log).toEqual([expect.stringMatching(`^warn: .*${old} could not be deleted`)]);
		const secret = station.webhooks[1]?.signingSecret;
		expect((await station.send(host, event(), { secret })).workflowData).toBeDefined();
	});

	it('does not go on when the old webhook cannot be deleted because of a fault', async () => {
		const { record } = await station.activated();
		const other = [...station.service.state.workspaces.values()].find(
			({ id }) => id !== station.workspaceId,
		);
		const host = await station.start({ workspaceId: byId(other?.id ?? '') }, { record });
		station.service.faults.add({
			operation: 'delete_webhook',
			times: 100,
			action: { kind: 'status', when: 'before', status: 500 },
		});
		await expect(host.call('checkExists')).rejects.toThrow('Could not delete the webhook');
		expect(ids()).toHaveLength(1);
	});

	it('keeps what exists over a restart', async () => {
		const { record } = await station.activated();
		const before = ids();
		const after = await station.start(
			{},
			{ record, publicOrigin: originOf(station.webhooks[0]?.url) },
		);
		station.requests();
		await after.activate('init');
		expect(ids()).toEqual(before);
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
		const [gone] = ids();
		station.service.state.webhooks.clear();
		await host.activate('update');
		expect(ids()).toHaveLength(1);
		expect(ids()).not.toContain(gone);
		expect(await station.send(host, event())).toMatchObject({ status: 200 });
	});

	it('replaces our webhook when its secret is lost', async () => {
		const host = await station.activated();
		const before = ids();
		host.record.staticData = JSON.parse(
			JSON.stringify(host.record.staticData).replace(station.secret, ''),
		);
		await host.activate('update');
		expect(ids()).toHaveLength(1);
		expect(ids()).not.toEqual(before);
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
		expect(ids()).toEqual([foreign]);
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

	it.each([500, 401, 403, 429])('does not take status %d for "gone"', async (status) => {
		const host = await station.activated();
		const before = ids();
		station.service.faults.add({
			operation: 'list_webhooks',
			times: 100,
			action: { kind: 'status', when: 'before', status },
		});
		await expect(host.call('checkExists')).rejects.toThrow('Could not list the webhooks');
		expect(ids()).toEqual(before);
	});

	it('goes on with the stored secret when the service is away while n8n restarts', async () => {
		const host = await station.activated();
		station.service.faults.add({
			operation: 'list_webhooks',
			times: 5,
			action: { kind: 'drop', when: 'before' },
		});
		await host.activate('init');
		expect(station.log).toEqual([
			expect.stringContaining('could not be checked after the restart'),
		]);
		expect((await station.send(host, event())).workflowData).toBeDefined();
	});

	it.each(['drop', 'cut', 'empty'] as const)(
		'leaves one webhook when the answer to its creation is lost (%s)',
		async (kind) => {
			station.service.faults.add({
				operation: 'create_webhook',
				action: kind === 'cut' ? { kind } : { kind, when: 'after' },
			});
			const host = await station.activated();
			expect(ids()).toHaveLength(1);
			expect((await station.send(host, event())).workflowData).toBeDefined();
		},
	);

	it('says so when the creation fails for good, and leaves nothing behind', async () => {
		station.service.faults.add({
			operation: 'create_webhook',
			times: 100,
			action: { kind: 'drop', when: 'after' },
		});
		const host = await station.start();
		await expect(host.activate()).rejects.toThrow('Could not create the webhook');
		expect(ids()).toEqual([]);
	});

	it.each(['activate', 'manual'] as const)(
		'goes on with its webhook when n8n has dropped what was stored, and told nobody (%s)',
		async (mode) => {
			const slot = mode === 'manual' ? 'test' : 'production';
			const before = await station.start();
			await before.activate(mode);
			const [webhook] = station.webhooks.map(({ id, signingSecret }) => ({ id, signingSecret }));
			const host = await station.start({}, { publicOrigin: originOf(before.webhookUrl()) });
			await host.activate(mode);
			expect(station.webhooks).toMatchObject([webhook ?? {}]);
			expect((await station.send(host, event(), { slot })).workflowData).toBeDefined();
		},
	);

	it('takes the webhook back when n8n drops what was stored, as it does when another trigger fails', async () => {
		const host = await station.start();
		await host.call('create');
		host.record.staticData = {};
		await host.deactivate();
		expect(ids()).toEqual([]);
	});
});

describe('deactivation', () => {
	it('deletes our webhook, and forgets it', async () => {
		const host = await station.activated();
		const { secret } = station;
		station.requests();
		await host.deactivate();
		expect(ids()).toEqual([]);
		expect(station.requests()).toEqual(['delete_webhook']);
		expect(JSON.stringify(host.record.staticData)).not.toContain(secret);
		expect(station.log).toEqual([]);
	});

	it('counts a webhook that has gone as deleted', async () => {
		const host = await station.activated();
		station.service.state.webhooks.clear();
		await host.deactivate();
		station.requests();
		await host.activate();
		expect(station.requests()).toEqual(['list_webhooks', 'create_webhook']);
	});

	it('succeeds while the service is down, says so, and cleans up at the next activation', async () => {
		const host = await station.activated();
		const before = ids();
		station.service.faults.add({
			operation: 'delete_webhook',
			times: 5,
			action: { kind: 'drop', when: 'before' },
		});
		await host.deactivate();
		expect(station.log).toEqual([
			expect.stringMatching(/^warn: .*could not be deleted at the service.*the next time/),
		]);
		expect(ids()).toEqual(before);
		await host.activate();
		expect(ids()).toHaveLength(1);
		expect(ids()).not.toEqual(before);
		expect((await station.send(host, event())).workflowData).toBeDefined();
	});

	it('cleans up what several failed deactivations left, whatever else fails', async () => {
		const host = await station.start();
		for (let time = 0; time < 3; time++) {
			await host.activate();
			station.service.faults.add({
				operation: 'delete_webhook',
				times: 100,
				action: { kind: 'status', when: 'before', status: 403 },
			});
			await host.deactivate();
		}
		expect(ids()).toHaveLength(3);
		station.service.faults.clear();
		await host.activate();
		expect(ids()).toHaveLength(1);
	});

	it('succeeds when the credential does not work any more', async () => {
		const { record } = await station.activated();
		const host = await station.start({}, { record, token: ' ' });
		await host.deactivate();
		expect(station.log.join()).toContain('API Token of the credential is empty');
	});

	it('says that the old webhook may still be there when the credential has become another', async () => {
		const { record } = await station.activated();
		const token = station.service.createToken();
		const host = await station.start({}, { record, token });
		await host.activate('update');
		expect(station.log.join()).toContain('made with another API token that is still valid');
		const secret = station.webhooks[1]?.signingSecret;
		expect((await station.send(host, event(), { secret })).workflowData).toBeDefined();
	});
});

describe('listening for a test event', () => {
	it('touches nothing of the production webhook', async () => {
		const host = await station.activated();
		const [production] = station.webhooks.map((webhook) => ({ ...webhook }));
		const stored = host.record.staticData;
		await host.activate('manual');
		expect(station.webhooks).toMatchObject([
			{ url: host.webhookUrl() },
			{ url: host.webhookUrl('test') },
		]);
		const secret = station.webhooks[1]?.signingSecret;
		const { workflowData } = await station.send(host, event(), { slot: 'test', secret });
		expect(workflowData).toBeDefined();
		expect(station.webhooks).toEqual([production]);
		expect(host.record.staticData).toEqual(stored);
		expect((await station.send(host, event())).workflowData).toBeDefined();
	});

	it('is ended without an event, and leaves the production webhook alone', async () => {
		const host = await station.activated();
		await host.activate('manual');
		await host.deactivate('test');
		expect(station.webhooks).toMatchObject([{ url: host.webhookUrl() }]);
		await host.deactivate();
		expect(ids()).toEqual([]);
	});

	it('does not accept what is signed with the secret of the other webhook', async () => {
		const host = await station.activated();
		await host.activate('manual');
		const [production, test] = station.webhooks.map(({ signingSecret }) => signingSecret);
		const crossed = await station.send(host, event(), { slot: 'test', secret: production });
		expect(crossed.status).toBe(401);
		expect(await station.send(host, event(), { secret: test })).toMatchObject({ status: 401 });
	});

	it('cleans up at the next test what could not be deleted after the last one', async () => {
		const host = await station.start();
		await host.activate('manual');
		station.service.faults.add({
			operation: 'delete_webhook',
			times: 5,
			action: { kind: 'drop', when: 'before' },
		});
		await host.deactivate('test');
		expect(station.log).toEqual([
			expect.stringMatching(/deleted when .* listens .* the next time/),
		]);
		expect(ids()).toHaveLength(1);
		await host.activate('manual');
		expect(ids()).toHaveLength(1);
		await host.deactivate('test');
		expect(ids()).toEqual([]);
	});

	it('leaves nothing behind when the registration fails', async () => {
		station.service.faults.add({
			operation: 'create_webhook',
			times: 100,
			action: { kind: 'drop', when: 'after' },
		});
		const host = await station.start();
		await expect(host.activate('manual')).rejects.toThrow('Could not create the webhook');
		expect(ids()).toEqual([]);
	});
});
