import type { IDataObject } from 'n8n-workflow';

import { describeReplayable } from '../../../nodes/SocialPublishing/methods/labels';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { listSearch } from '../../engine';
import { byId } from '../support/nodeHarness';
import { useScriptedService } from '../support/scriptedService';

const service = useScriptedService();

const nameOf = (record: IDataObject) =>
	describeReplayable({ delivery_id: 'dlv_1', ...record }, 'UTC').map(({ name }) => name);

it.each<[string, IDataObject, string[]]>([
	[
		'is named by its event, its time and the reason',
		{
			event_type: 'post.published',
			status: 'failed',
			attempted_at: '2021-11-12T09:00:00Z',
			error: 'timed out',
		},
		['Post Published — failed 12 Nov 2021 09:00: timed out'],
	],
	[
		'of a kind that is not known is named by that kind',
		{ event: { type: 'post.archived' }, status: 'failed' },
		['post.archived — failed'],
	],
	['of which nothing else is known is called failed', { status: 'failed' }, ['failed']],
	['that may still arrive is listed', { event_type: 'post.failed' }, ['Post Failed']],
	['that tells nothing is named by its ID', {}, ['dlv_1']],
	['that has arrived is not listed', { event_type: 'post.failed', status: 'succeeded' }, []],
	['without an ID cannot be chosen', { delivery_id: null, event_type: 'post.failed' }, []],
])('a delivery of an event %s', (_what, record, expected) => {
	expect(nameOf(record)).toEqual(expected);
});

it('the deliveries of the chosen webhook can be searched', async () => {
	await service.open({
		'GET /workspaces/1/webhooks/7/deliveries': () => ({
			data: {
				items: [
					{ delivery_id: 'a', event_type: 'post.failed', status: 'failed' },
					{ delivery_id: 'b', event_type: 'post.published', status: 'failed' },
					{ delivery_id: 'c', event_type: 'post.published', status: 'succeeded' },
				],
			},
		}),
	});
	const search = async (webhookId: string, filter?: string) =>
		await listSearch({
			nodeType: new SocialPublishing(),
			method: 'searchWebhookDeliveries',
			credentials: service.credentials,
			parameters: {
				resource: 'webhook',
				operation: 'replayDelivery',
				workspaceId: byId('1'),
				webhookId: byId(webhookId),
			},
			filter,
		});

	expect((await search('7')).results.map(({ value }) => value)).toEqual(['a', 'b']);
	expect((await search('7', 'published')).results.map(({ value }) => value)).toEqual(['b']);
	expect((await search('')).results).toEqual([]);
});
