import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../support/nodeHarness';
import { useTriggerHarness } from '../../support/triggerHarness';
import { WebhookRoutes } from '../../support/webhookRoutes';

const harness = useTriggerHarness();
let routes: WebhookRoutes;

beforeEach(async () => {
	routes = await WebhookRoutes.open();
});
afterEach(async () => await routes.close());

async function activated(parameters: INodeParameters = {}) {
	const credentials = { socialPublishingApi: { baseUrl: routes.baseUrl, apiToken: 'abc' } };
	return await harness.activated({ workspaceId: byId('w'), ...parameters }, { credentials });
}

describe('when n8n starts again and the service fails midway, the workflow does not stay active without events', () => {
	it('if its webhook is disabled and cannot be enabled now', async () => {
		const host = await activated();
		const [webhook] = routes.webhooks;
		if (webhook) webhook.more = { enabled: false };
		routes.failure = (request) => (request.startsWith('PATCH') ? 503 : undefined);
		// n8n tries again later.
		await expect(host.activate('init')).rejects.toThrow('Could not update the webhook');
	});

	it('if its webhook was deleted by hand and its deletion cannot be confirmed now', async () => {
		const host = await activated();
		routes.webhooks.splice(0);
		routes.failure = (request) => (request.startsWith('DELETE') ? 503 : undefined);
		await expect(host.activate('init')).rejects.toThrow('Could not delete the webhook');
	});

	it('if only an update shows that its webhook was deleted, and its deletion cannot be confirmed now', async () => {
		const host = await activated();
		routes.listed = (record) => ({ ...record, events: [] });
		routes.failure = (request) =>
			request.startsWith('PATCH') ? 404 : request.startsWith('DELETE') ? 503 : undefined;
		await expect(host.activate('init')).rejects.toThrow('Could not delete the webhook');
	});
});

describe('a webhook that a list leaves out once', () => {
	function leaveOutOnce(then: () => void = () => undefined) {
		routes.listed = () => {
			routes.listed = (record) => record;
			then();
			return { id: 1, url: 'https://example.com/other' };
		};
	}

	it.each(['init', 'update'] as const)(
		'stays, with the events that the service still has to deliver (%s)',
		async (mode) => {
			const host = await activated();
			const before = routes.webhooks.map(({ id, secret }) => ({ id, secret }));
			leaveOutOnce();
			await host.activate(mode);
			await host.activate('update');
			expect(routes.webhooks).toMatchObject(before);
			expect(harness.log).toEqual([]);
		},
	);

	it('is assumed to be unchanged while n8n starts, if the service then fails', async () => {
		const host = await activated();
		leaveOutOnce(() => {
			routes.failure = () => 503;
		});
		await host.activate('init');
		expect(routes.webhooks).toHaveLength(1);
		expect(harness.log).toEqual([expect.stringContaining('is assumed to be unchanged')]);
	});
});

it.each(['init', 'update'] as const)(
	'a webhook that no list shows is replaced, even if the service still knows its deliveries (%s)',
	async (mode) => {
		const host = await activated();
		const [old] = routes.webhooks;
		// It may belong to the token that the credential had before: then its events would be lost.
		routes.listed = (record) => (record.id === old?.id ? { id: 1 } : record);
		await host.activate(mode);
		expect(routes.webhooks).toHaveLength(1);
		expect(routes.webhooks).not.toContain(old);
	},
);

it('a webhook that lists show only after a moment stays', async () => {
	const host = await activated();
	const before = routes.webhooks.map(({ id, secret }) => ({ id, secret }));
	const pauses = harness.pauses.length;
	routes.listed = (record) =>
		harness.pauses.slice(pauses).some((pauseMs) => pauseMs > 0)
			? record
			: { id: 1, url: 'https://example.com/other' };
	await host.activate('update');
	expect(routes.webhooks).toMatchObject(before);
});

it('a webhook that comes without a secret is deleted, and the activation fails', async () => {
	routes.created = ({ webhook }) => ({ webhook });
	await expect(activated()).rejects.toThrow(
		'Could not create the webhook: the service returned no signing secret',
	);
	expect(routes.webhooks).toEqual([]);
});
