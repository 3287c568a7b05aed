import type { IDataObject } from 'n8n-workflow';

import { readWebhook } from '../../../../nodes/SocialPublishing/api/readings/webhook';
import { updateWebhook } from '../../../../nodes/SocialPublishing/trigger/registration/ensureWebhook';
import { respondingConnection } from '../../support/respondingConnection';

const desired = { url: 'https://n8n.example.com/a', events: ['post.failed'], workspacePath: '/w' };
const same: IDataObject = { events: desired.events };
const disabled: IDataObject = { ...same, enabled: false };
const elsewhere: IDataObject = { ...same, url: 'https://elsewhere.example.com/a' };

async function update(found: IDataObject, status: number, data: IDataObject) {
	const { connection, requests } = respondingConnection({ status, body: { data } });
	const isUsable = await updateWebhook(connection, desired, readWebhook({ id: '1', ...found }));
	return { isUsable, requests };
}

it('updateWebhook sends nothing when nothing differs', async () => {
	expect(await update(same, 500, {})).toEqual({ isUsable: true, requests: [] });
});

it.each([
	['the events', { events: ['post.created'] }, { events: desired.events }],
	['that it is disabled', disabled, { enabled: true }],
	['the address', elsewhere, { url: desired.url }],
])('updateWebhook changes only the fields that differ: %s', async (_what, found, change) => {
	const { isUsable, requests } = await update(found, 200, { enabled: true });
	expect(isUsable).toBe(true);
	expect(requests).toEqual([`PATCH /w/webhooks/1 ${JSON.stringify(change)}`]);
});

it.each<[string, IDataObject, number, IDataObject]>([
	['was deleted in the meantime', { events: [] }, 404, {}],
	['was deleted in the meantime', { events: [] }, 410, {}],
	['stays disabled', disabled, 200, { enabled: false }],
	['cannot be enabled', disabled, 400, {}],
	['cannot be enabled', disabled, 405, {}],
	['cannot be enabled', disabled, 409, {}],
	['cannot be enabled', disabled, 422, {}],
	['keeps another address', elsewhere, 200, { url: elsewhere.url }],
	['cannot get its address back', elsewhere, 422, {}],
])(
	'updateWebhook finds a webhook not usable if it %s (%j: %d)',
	async (_what, found, status, data) => {
		expect((await update(found, status, data)).isUsable).toBe(false);
	},
);

it.each([
	[{ events: [] }, 422],
	[{ events: [] }, 403],
	[disabled, 403],
])('updateWebhook fails if the service refuses a change of %j with %d', async (found, status) => {
	await expect(update(found, status, {})).rejects.toThrow('Could not update the webhook');
});
