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
});

describe('a webhook that a list leaves out', () => {
	it.each(['init', 'update'] as const)(
		'stays, with the events that the service still has to deliver (%s)',
		async (mode) => {
			const host = await activated();
			const before = routes.webhooks.map(({ id, secret }) => ({ id, secret }));
			routes.listed = () => ({ id: 1, url: 'https://example.com/other' });
			await host.activate(mode);
			routes.listed = (record) => record;
			await host.activate('update');
			expect(routes.webhooks).toMatchObject(before);
			expect(harness.log).toEqual([]);
		},
	);

	it('is assumed to be unchanged while n8n starts, if the service then fails', async () => {
		const host = await activated();
		routes.listed = () => ({ id: 1 });
		routes.failure = (request) => (request.endsWith('/deliveries') ? 503 : undefined);
		await host.activate('init');
		expect(routes.webhooks).toHaveLength(1);
		expect(harness.log).toEqual([expect.stringContaining('is assumed to be unchanged')]);
	});
});
