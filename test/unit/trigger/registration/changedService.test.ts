import type { INodeParameters } from 'n8n-workflow';

import type { TriggerHostOptions } from '../../../engine';
import { byId } from '../../support/nodeHarness';
import { WebhookRoutes } from '../../support/webhookRoutes';
import { locationOf, useTriggerHarness } from '../../support/triggerHarness';

const harness = useTriggerHarness();
let routes: WebhookRoutes;
let other: WebhookRoutes;

beforeEach(async () => {
	routes = await WebhookRoutes.open();
	other = await WebhookRoutes.open();
});
afterEach(async () => {
	await routes.close();
	await other.close();
});

async function start(
	baseUrl: string,
	parameters: INodeParameters = {},
	more: Partial<TriggerHostOptions> = {},
) {
	return await harness.start(
		{ workspaceId: byId('w'), ...parameters },
		{ credentials: { socialPublishingApi: { baseUrl, apiToken: 'abc' } }, ...more },
	);
}

describe('a credential with a changed address', () => {
	it('of the same service keeps the webhook', async () => {
		const host = await start(routes.baseUrl);
		await host.activate();
		const [before] = routes.webhooks.map((webhook) => ({ ...webhook }));
		const baseUrl = routes.baseUrl.replace('127.0.0.1', 'LocalHost');
		const renamed = await start(baseUrl, { events: ['post.failed'] }, locationOf(host));
		await renamed.activate('update');
		expect(routes.webhooks).toMatchObject([{ ...before, events: ['post.failed'] }]);
		await renamed.deactivate();
		expect(routes.webhooks).toEqual([]);
		expect(harness.log).toEqual([]);
	});

	it('of another service leaves the old webhook alone, and names it once', async () => {
		const host = await start(routes.baseUrl);
		await host.activate();
		const moved = await start(other.baseUrl, {}, locationOf(host));
		await moved.activate('update');
		await moved.activate('update');
		expect(other.webhooks).toHaveLength(1);
		expect(routes.webhooks).toMatchObject([{ url: host.webhookUrl() }]);
		expect(harness.log).toEqual([expect.stringContaining('this credential no longer points to')]);
	});

	it('of another service does not adopt a webhook there that has the same ID', async () => {
		const host = await start(routes.baseUrl);
		await host.activate();
		const [{ id } = { id: 0 }] = routes.webhooks;
		const foreign = { id, url: 'https://example.com/a', events: ['post.failed'], secret: 's' };
		other.webhooks.push({ ...foreign });
		const moved = await start(other.baseUrl, {}, locationOf(host));
		await moved.activate('update');
		expect(other.webhooks).toMatchObject([foreign, { url: host.webhookUrl() }]);
	});
});
