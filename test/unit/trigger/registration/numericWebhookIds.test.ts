import type { INodeParameters } from 'n8n-workflow';

import type { TriggerHostOptions } from '../../../engine';
import { byId } from '../../support/nodeHarness';
import { PlainService } from '../../support/webhookRoutes';
import { event, Station } from '../../support/triggerHarness';

let station: Station;
let plain: PlainService;

beforeEach(async () => {
	station = await Station.open();
	plain = await PlainService.open();
});
afterEach(async () => {
	await station.close();
	await plain.close();
});

const WEBHOOKS = '/workspaces/a%2Fb%201/webhooks';

async function start(parameters: INodeParameters = {}, more: Partial<TriggerHostOptions> = {}) {
	const { baseUrl } = plain;
	return await station.start(
		{ workspaceId: byId('a/b 1'), ...parameters },
		{ credentials: { socialPublishingApi: { baseUrl: `${baseUrl}/`, apiToken: 'abc' } }, ...more },
	);
}

it('registers, receives, updates and deletes', async () => {
	const host = await start();
	await host.activate();
	expect(plain.webhooks).toMatchObject([{ url: host.webhookUrl() }]);
	const [{ id } = { id: 0 }] = plain.webhooks;
	const seconds = Math.floor(station.service.clock.now() / 1_000);
	const sent = event({ id: 12 });
	const header = plain.sign(plain.webhooks[0], seconds, JSON.stringify(sent));
	expect((await station.send(host, sent, { header })).workflowData).toEqual([[{ json: sent }]]);

	await host.activate('update');
	const changed = await start({ events: ['post.failed'] }, { record: host.record });
	await changed.activate('update');
	await changed.deactivate();
	expect(plain.requests).toEqual([
		`GET ${WEBHOOKS}`,
		`POST ${WEBHOOKS}`,
		`GET ${WEBHOOKS}`,
		`GET ${WEBHOOKS}`,
		`PATCH ${WEBHOOKS}/${id}`,
		`DELETE ${WEBHOOKS}/${id}`,
	]);
	expect(plain.webhooks).toEqual([]);
});

it('finds its webhook behind the first page, and does not touch the others', async () => {
	const other = await start({}, { workflowId: 'other' });
	await other.activate();
	const host = await start();
	await host.activate();
	const [first] = plain.webhooks.map((webhook) => ({ ...webhook }));
	await host.activate('update');
	expect(plain.webhooks).toHaveLength(2);
	await host.deactivate();
	expect(plain.webhooks).toEqual([first]);
});

it('replays what failed, page by page', async () => {
	const replaying = { options: { replayFailed: true } };
	const host = await start(replaying);
	await host.activate();
	await host.deactivate();
	plain.deliveries = [
		{ delivery_id: 3, event_id: 12, status: 'failed' },
		{ delivery_id: 'd/2', event_id: 11, status: 'failed' },
		{ delivery_id: 1, event_id: 10, status: 'delivered' },
	];
	await host.activate();
	const replays = () => plain.requests.filter((request) => request.endsWith('/replay'));
	const deadline = Date.now() + 5_000;
	while (replays().length < 2 && Date.now() < deadline) {
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
	const [{ id } = { id: 0 }] = plain.webhooks;
	expect(replays()).toEqual([
		`POST ${WEBHOOKS}/${id}/deliveries/d%2F2/replay`,
		`POST ${WEBHOOKS}/${id}/deliveries/3/replay`,
	]);
});
