import type { INodeParameters } from 'n8n-workflow';

import type { TriggerHostOptions } from '../../../engine';
import { byId } from '../../support/nodeHarness';
import { WebhookRoutes } from '../../support/webhookRoutes';
import { event, locationOf, useTriggerHarness } from '../../support/triggerHarness';
import { until } from '../../support/until';

const harness = useTriggerHarness();
let routes: WebhookRoutes;

beforeEach(async () => {
	routes = await WebhookRoutes.open();
});
afterEach(async () => await routes.close());

const WEBHOOKS = '/workspaces/a%2Fb%201/webhooks';

async function start(parameters: INodeParameters = {}, more: Partial<TriggerHostOptions> = {}) {
	const { baseUrl } = routes;
	return await harness.start(
		{ workspaceId: byId('a/b 1'), ...parameters },
		{ credentials: { socialPublishingApi: { baseUrl: `${baseUrl}/`, apiToken: 'abc' } }, ...more },
	);
}

it('the trigger registers, updates and deletes a webhook with a numeric ID, and receives its events', async () => {
	const host = await start();
	await host.activate();
	expect(routes.webhooks).toMatchObject([{ url: host.webhookUrl() }]);
	const [{ id } = { id: 0 }] = routes.webhooks;
	const seconds = Math.floor(harness.service.clock.now() / 1_000);
	const sent = event({ id: 12 });
	const header = routes.sign(routes.webhooks[0], seconds, JSON.stringify(sent));
	expect((await harness.send(host, sent, { header })).workflowData).toEqual([[{ json: sent }]]);

	await host.activate('update');
	const changed = await start({ events: ['post.failed'] }, locationOf(host));
	await changed.activate('update');
	await changed.deactivate();
	expect(routes.requests).toEqual([
		`GET ${WEBHOOKS}`,
		`POST ${WEBHOOKS}`,
		`GET ${WEBHOOKS}`,
		`GET ${WEBHOOKS}`,
		`PATCH ${WEBHOOKS}/${id}`,
		`DELETE ${WEBHOOKS}/${id}`,
	]);
	expect(routes.webhooks).toEqual([]);
});

it('the trigger finds its webhook after the first page of the list, and does not change the others', async () => {
	const other = await start({}, { workflowId: 'other' });
	await other.activate();
	const host = await start();
	await host.activate();
	const [first] = routes.webhooks.map((webhook) => ({ ...webhook }));
	await host.activate('update');
	expect(routes.webhooks).toHaveLength(2);
	await host.deactivate();
	expect(routes.webhooks).toEqual([first]);
});

it('the trigger replays failed deliveries page by page', async () => {
	const replaying = { options: { replayFailed: true } };
	const host = await start(replaying);
	await host.activate();
	await host.deactivate();
	routes.deliveries = [
		{ delivery_id: 3, event_id: 12, status: 'failed' },
		{ delivery_id: 'd/2', event_id: 11, status: 'failed' },
		{ delivery_id: 1, event_id: 10, status: 'delivered' },
	];
	await host.activate();
	const replays = () => routes.requests.filter((request) => request.endsWith('/replay'));
	// It goes on in the background until it has logged the result.
	await until(() => harness.log.some((line) => line.includes('2 replayed')));
	const [{ id } = { id: 0 }] = routes.webhooks;
	expect(replays()).toEqual([
		`POST ${WEBHOOKS}/${id}/deliveries/d%2F2/replay`,
		`POST ${WEBHOOKS}/${id}/deliveries/3/replay`,
	]);
});
