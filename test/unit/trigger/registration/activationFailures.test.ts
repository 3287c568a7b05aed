import { byId } from '../../support/nodeHarness';
import { event, locationOf, originOf, useTriggerHarness } from '../../support/triggerHarness';

const harness = useTriggerHarness();

describe('activation', () => {
	it('continues without the old webhook when the credential may not delete it', async () => {
		const location = locationOf(await harness.activated());
		const [old] = harness.webhookIds;
		const token = harness.service.createToken();
		const host = await harness.start({}, { ...location, token });
		harness.service.faults.add({
			operation: 'delete_webhook',
			action: { kind: 'status', when: 'before', status: 403 },
		});
		await host.activate('update');
		expect(harness.log).toEqual([expect.stringMatching(`^warn: .*${old} could not be deleted`)]);
		const secret = harness.webhooks[1]?.signingSecret;
		expect((await harness.send(host, event(), { secret })).workflowData).toBeDefined();
	});

	it('stops when the old webhook cannot be deleted because of a server error', async () => {
		const location = locationOf(await harness.activated());
		const other = [...harness.service.state.workspaces.values()].find(
			({ id }) => id !== harness.workspaceId,
		);
		const host = await harness.start({ workspaceId: byId(other?.id ?? '') }, location);
		harness.service.faults.add({
			operation: 'delete_webhook',
			times: 100,
			action: { kind: 'status', when: 'before', status: 500 },
		});
		await expect(host.call('checkExists')).rejects.toThrow('Could not delete the webhook');
		expect(harness.webhookIds).toHaveLength(1);
	});

	it.each([500, 401, 403, 429])(
		'does not mistake status %d for a deleted webhook',
		async (status) => {
			const host = await harness.activated();
			const before = harness.webhookIds;
			harness.service.faults.add({
				operation: 'list_webhooks',
				times: 100,
				action: { kind: 'status', when: 'before', status },
			});
			await expect(host.call('checkExists')).rejects.toThrow('Could not list the webhooks');
			expect(harness.webhookIds).toEqual(before);
		},
	);

	it('continues with the stored secret when the service is unavailable while n8n restarts', async () => {
		const host = await harness.activated();
		harness.service.faults.add({
			operation: 'list_webhooks',
			times: 5,
			action: { kind: 'drop', when: 'before' },
		});
		await host.activate('init');
		expect(harness.log).toEqual([
			expect.stringContaining('could not be checked after the restart'),
		]);
		expect((await harness.send(host, event())).workflowData).toBeDefined();
	});

	it.each(['drop', 'cut', 'empty'] as const)(
		'leaves one webhook when the response to its creation is lost (%s)',
		async (kind) => {
			harness.service.faults.add({
				operation: 'create_webhook',
				action: kind === 'cut' ? { kind } : { kind, when: 'after' },
			});
			const host = await harness.activated();
			expect(harness.webhookIds).toHaveLength(1);
			expect((await harness.send(host, event())).workflowData).toBeDefined();
		},
	);

	it('reports a creation that fails permanently, and leaves no webhook behind', async () => {
		harness.service.faults.add({
			operation: 'create_webhook',
			times: 100,
			action: { kind: 'drop', when: 'after' },
		});
		const host = await harness.start();
		await expect(host.activate()).rejects.toThrow('Could not create the webhook');
		expect(harness.webhookIds).toEqual([]);
	});

	it.each(['activate', 'manual'] as const)(
		'continues with its webhook when n8n has silently discarded the static data (%s)',
		async (mode) => {
			const slot = mode === 'manual' ? 'test' : 'production';
			const before = await harness.start();
			await before.activate(mode);
			const [webhook] = harness.webhooks.map(({ id, signingSecret }) => ({ id, signingSecret }));
			const host = await harness.start({}, { publicOrigin: originOf(before.webhookUrl()) });
			await host.activate(mode);
			expect(harness.webhooks).toMatchObject([webhook ?? {}]);
			expect((await harness.send(host, event(), { slot })).workflowData).toBeDefined();
		},
	);

	it('deletes the webhook when n8n discards the static data because another trigger failed', async () => {
		const host = await harness.start();
		await host.call('create');
		host.record.staticData = {};
		await host.deactivate();
		expect(harness.webhookIds).toEqual([]);
	});
});
