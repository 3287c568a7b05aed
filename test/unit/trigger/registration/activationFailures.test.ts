import { byId } from '../../support/nodeHarness';
import { event, originOf, Station } from '../../support/triggerHarness';

let station: Station;

beforeEach(async () => {
	station = await Station.open();
});
afterEach(async () => await station.close());

describe('activation', () => {
	it('goes on without the old webhook where the credential may not delete it', async () => {
		const { record } = await station.activated();
		const [old] = station.webhookIds;
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
		expect(station.webhookIds).toHaveLength(1);
	});

	it.each([500, 401, 403, 429])('does not take status %d for "gone"', async (status) => {
		const host = await station.activated();
		const before = station.webhookIds;
		station.service.faults.add({
			operation: 'list_webhooks',
			times: 100,
			action: { kind: 'status', when: 'before', status },
		});
		await expect(host.call('checkExists')).rejects.toThrow('Could not list the webhooks');
		expect(station.webhookIds).toEqual(before);
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
			expect(station.webhookIds).toHaveLength(1);
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
		expect(station.webhookIds).toEqual([]);
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
		expect(station.webhookIds).toEqual([]);
	});
});
