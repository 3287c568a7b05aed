import { byId } from '../../support/nodeHarness';
import { WebhookRoutes } from '../../support/webhookRoutes';
import { event, locationOf, originOf, useTriggerHarness } from '../../support/triggerHarness';

const harness = useTriggerHarness();
let routes: WebhookRoutes;

beforeEach(async () => {
	routes = await WebhookRoutes.open();
});
afterEach(async () => await routes.close());

function credentials() {
	return { socialPublishingApi: { baseUrl: routes.baseUrl, apiToken: 'abc' } };
}

/** Workflows whose webhooks have the same address. */
async function startTwo() {
	const parameters = { workspaceId: byId('w') };
	const one = await harness.start(parameters, { credentials: credentials() });
	const publicOrigin = originOf(one.webhookUrl());
	const workflowId = `other ${expect.getState().currentTestName}`;
	const setup = { credentials: credentials(), publicOrigin, workflowId };
	const other = await harness.start(parameters, setup);
	return [one, other] as const;
}

const isCreation = (request: string) => /^POST .*\/webhooks$/.test(request);

it('creations of webhooks with the same address run one after the other', async () => {
	const [one, other] = await startTwo();
	await Promise.all([one.activate(), other.activate()]);
	const methods = routes.requests.map((request) => request.split(' ')[0]);
	expect(methods).toEqual(['GET', 'POST', 'GET', 'POST']);
});

it('an activation that begins during another one uses its webhook, with its own events', async () => {
	const [host] = await startTwo();
	const start = async (events: string[]) => {
		const parameters = { workspaceId: byId('w'), events };
		return await harness.start(parameters, { credentials: credentials(), ...locationOf(host) });
	};
	const [first, second] = [await start(['post.published']), await start(['media.ready'])];
	let secondRun: Promise<void> | undefined;
	routes.failure = (request) => {
		if (isCreation(request)) secondRun ??= second.activate();
		return undefined;
	};
	await first.activate();
	await secondRun;
	expect(routes.webhooks).toMatchObject([{ events: ['media.ready'] }]);
	const { secret } = routes.webhooks[0] ?? {};
	const call = await harness.send(second, event({ type: 'media.ready' }), { secret });
	expect(call.workflowData).toBeDefined();
});

it('two activations at the same time replace a webhook whose secret is lost with a single one', async () => {
	const first = await harness.activated();
	const { record } = first;
	record.staticData = JSON.parse(JSON.stringify(record.staticData).replace(harness.secret, ''));
	const second = await harness.start({}, locationOf(first));
	harness.service.faults.add({
		operation: 'delete_webhook',
		action: { kind: 'hold', when: 'before', until: async () => await first.activate() },
	});
	await second.activate();
	expect(harness.webhooks).toHaveLength(1);
	const { workflowData } = await harness.send(second, event());
	expect(workflowData).toBeDefined();
});

it('the webhook of another workflow is not deleted when the response to a creation is lost', async () => {
	const [one, other] = await startTwo();
	let otherRun: Promise<void> | undefined;
	routes.failure = (request) => {
		if (!isCreation(request) || otherRun !== undefined) return undefined;
		otherRun = other.activate();
		return 'lostBefore';
	};
	await one.activate();
	await otherRun;
	expect(routes.webhooks).toHaveLength(2);
	await one.deactivate();
	expect(routes.webhooks).toHaveLength(1);
	await other.deactivate();
	expect(routes.webhooks).toEqual([]);
	expect(harness.log).toEqual([]);
});

it.each([
	['with the same events in another process', 'lostAfter', {}],
	['with other events in another process', 'lostBefore', { events: ['post.created'] }],
] as const)(
	'a webhook that is created at the same time %s is not deleted when a response is lost (%s)',
	async (_what, failure, difference) => {
		const [one] = await startTwo();
		const foreign = { id: 1, url: one.webhookUrl(), secret: 's' };
		const events = ['post.published', 'delivery.failed', 'media.ready'];
		routes.failure = (request) => {
			if (!isCreation(request) || routes.webhooks.length > 0) return undefined;
			routes.webhooks.push({
				...foreign,
				events: [...('events' in difference ? difference.events : events)],
			});
			return failure;
		};
		await one.activate().catch(() => undefined);
		expect(routes.webhooks).toContainEqual(expect.objectContaining({ id: 1 }));
	},
);
