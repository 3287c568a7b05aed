import { byId } from '../../support/nodeHarness';
import { useTriggerHarness } from '../../support/triggerHarness';
import { WebhookRoutes } from '../../support/webhookRoutes';

const harness = useTriggerHarness();
let routes: WebhookRoutes;

beforeEach(async () => {
	routes = await WebhookRoutes.open();
});
afterEach(async () => await routes.close());

async function start() {
	const credentials = { socialPublishingApi: { baseUrl: routes.baseUrl, apiToken: 'abc' } };
	return await harness.start({ workspaceId: byId('w') }, { credentials });
}

it('a webhook that was deleted by hand does not prevent a new one, even with status 410', async () => {
	const host = await start();
	await host.activate();
	routes.webhooks.splice(0);
	routes.failure = (request) => (request.startsWith('DELETE') ? 410 : undefined);
	await host.activate('update');
	expect(routes.webhooks).toHaveLength(1);
});

it('a webhook that was deleted by hand before the deactivation does not prevent a new one, even with status 410', async () => {
	const host = await start();
	await host.activate();
	routes.webhooks.splice(0);
	routes.failure = (request) => (request.startsWith('DELETE') ? 410 : undefined);
	await host.deactivate();
	await host.activate();
	expect(routes.webhooks).toHaveLength(1);
	harness.log.splice(0);
	await host.activate('update');
	expect(harness.log).toEqual([]);
});

it.each([
	['everything, as a proxy does that cannot reach the service', /./],
	['the deletion alone', /^DELETE/],
])('a webhook is not forgotten because the response is 404 to %s', async (_what, requests) => {
	const host = await start();
	await host.activate();
	const [old] = routes.webhooks;
	routes.failure = (request) => (requests.test(request) ? 404 : undefined);
	await host.deactivate();
	expect(harness.log).toEqual([expect.stringContaining('could not be deleted in the service')]);
	routes.failure = () => undefined;
	await host.activate();
	expect(routes.webhooks).toEqual([old]);
});
