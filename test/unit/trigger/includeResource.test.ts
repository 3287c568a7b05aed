import type { IDataObject } from 'n8n-workflow';

import { SocialPublishingPollTrigger } from '../../../nodes/SocialPublishing/SocialPublishingPollTrigger.node';
import { SocialPublishingTrigger } from '../../../nodes/SocialPublishing/SocialPublishingTrigger.node';
import { expireTimeLimitsInSilence } from '../support/timeLimits';
import { event, useTriggerHarness } from '../support/triggerHarness';

const harness = useTriggerHarness();

async function createPost(): Promise<string> {
	const { baseUrl, token, state } = harness.service;
	const account = [...state.accounts.values()].find(
		({ workspaceId }) => workspaceId === harness.workspaceId,
	);
	const response = await fetch(`${baseUrl}/workspaces/${harness.workspaceId}/posts`, {
		method: 'POST',
		headers: {
			Authorization: `Bearer ${token}`,
			'Content-Type': 'application/json',
			'Idempotency-Key': 'a',
		},
		body: JSON.stringify({ text: 'Fresh rolls', destinations: [{ account_id: account?.id }] }),
	});
	const { data } = (await response.json()) as { data: { id: string } };
	return data.id;
}

async function received(body: IDataObject): Promise<IDataObject | undefined> {
	const host = await harness.activated({
		includeResource: true,
		events: ['post.published', 'delivery.failed', 'media.ready', 'account.reconnect_required'],
	});
	harness.requests();
	const { workflowData } = await harness.send(host, body);
	return workflowData?.[0]?.[0]?.json;
}

it.each(['post.published', 'delivery.failed'])(
	'Include Resource adds the post with its ETag: %s',
	async (type) => {
		const post_id = await createPost();
		const account_id = harness.service.accountId('Bread on Shortpost');
		const sent = event({ type, data: { post_id, account_id } });
		const etag = expect.stringMatching(/^".+"$/);
		expect(await received(sent)).toEqual({
			...sent,
			resource: expect.objectContaining({ id: post_id, text: 'Fresh rolls', etag }),
			account_name: 'Bread on Shortpost',
			platform: 'shortpost',
			post_text: 'Fresh rolls',
		});
		expect(harness.requests().sort()).toEqual(['get_post', 'list_accounts']);
	},
);

it.each(['delivery', 'destination', 'ids'])(
	'Include Resource adds the post that is named in %s',
	async (field) => {
		const post_id = await createPost();
		const sent = event({
			type: 'delivery.failed',
			data: { id: 'd', [field]: { id: 'd', post_id } },
		});
		expect(await received(sent)).toMatchObject({ ...sent, resource: { id: post_id } });
	},
);

it.each([
	['resource', (id: string) => ({ resource: { type: 'post', id } })],
	['resource_id', (resource_id: string) => ({ resource_type: 'post', resource_id })],
])('Include Resource adds the post that a delivery names as its %s', async (_field, data) => {
	const id = await createPost();
	const sent = event({ type: 'delivery.failed', data: data(id) });
	expect(await received(sent)).toMatchObject({ ...sent, resource: { id } });
});

it('Include Resource adds the media item', async () => {
	const item = {
		id: 'media_1',
		sequence: 1,
		workspaceId: harness.workspaceId,
		name: 'rolls.jpg',
		type: 'image/jpeg',
		sizeBytes: 3,
		partSizeBytes: 3,
		alt: '',
		status: 'ready',
		parts: [],
		bytes: null,
		width: 1,
		height: 1,
		createdAtMs: 0,
		readyAtMs: 0,
	} as const;
	harness.service.state.media.set(item.id, { ...item, parts: [] });
	const sent = event({ type: 'media.ready', data: { media_id: item.id } });
	expect(await received(sent)).toEqual({
		...sent,
		resource: expect.objectContaining({ id: item.id, name: 'rolls.jpg' }),
	});
});

it.each([
	['of an unknown account', { type: 'account.reconnect_required', data: { account_id: 'acc_1' } }],
	['without an id of a post', { data: { status: 'published' } }],
	['without data', { data: null }],
])('Include Resource adds nothing to an event %s', async (_, change) => {
	const sent = event(change);
	expect(await received(sent)).toEqual(sent);
	expect(harness.requests()).toEqual(['list_accounts']);
});

it('Include Resource names the account that has to be connected again', async () => {
	const account_id = harness.service.accountId('Cakes on Pagebook');
	const sent = event({ type: 'account.reconnect_required', data: { account_id } });
	expect(await received(sent)).toEqual({
		...sent,
		account_name: 'Cakes on Pagebook',
		platform: 'pagebook',
	});
});

it('Include Resource emits the event without names if the accounts cannot be read', async () => {
	expireTimeLimitsInSilence(harness.service, 5_000);
	const post_id = await createPost();
	harness.service.faults.add({
		operation: 'list_accounts',
		action: { kind: 'stall', when: 'before' },
	});
	const sent = event({ type: 'delivery.failed', data: { post_id } });
	expect(await received(sent)).toMatchObject({ ...sent, resource: { id: post_id } });
});

it('Include Resource emits the event with the reason if the post cannot be read', async () => {
	const sent = event({ data: { post_id: 'post_gone' } });
	expect(await received(sent)).toEqual({
		...sent,
		resourceError: expect.stringMatching(/^Could not get the post: .*404/),
	});
});

it.each(['..', '.', '\ud800'])(
	'the trigger emits the event with the reason if the ID of its post cannot be part of an address: %j',
	async (post_id) => {
		const json = await received(event({ data: { post_id } }));
		expect(json).toMatchObject({ data: { post_id }, resourceError: expect.stringMatching(/./) });
	},
);

it('the trigger emits the event with the reason if the credential no longer works', async () => {
	const { record } = await harness.activated({ includeResource: true });
	const host = await harness.start({ includeResource: true }, { record, token: ' ' });
	const sent = event({ data: { post_id: 'post_1' } });
	const { workflowData } = await harness.send(host, sent);
	const resourceError = expect.stringContaining("'API Token' of the credential is empty");
	expect(workflowData).toEqual([[{ json: { ...sent, resourceError } }]]);
});

it('Include Resource emits the event without the post if the service takes too long', async () => {
	expireTimeLimitsInSilence(harness.service, 5_000);
	const sent = event({ data: { post_id: await createPost() } });
	harness.service.faults.add({
		operation: 'get_post',
		action: { kind: 'stall', when: 'before' },
	});
	expect(await received(sent)).toEqual({
		...sent,
		resourceError: expect.stringContaining('within 5 seconds'),
	});
});

it('Include Resource is on by default', () => {
	for (const node of [new SocialPublishingTrigger(), new SocialPublishingPollTrigger()]) {
		const field = node.description.properties.find(({ name }) => name === 'includeResource');
		expect(field?.default).toBe(true);
	}
});

it('Include Resource puts the flat fields first and leaves the event unchanged', async () => {
	const post_id = await createPost();
	const own = { platform: 'as sent', resource: 'as sent', resource_type: 'post' };
	const sent = event({ type: 'post.published', data: { post_id }, ...own });
	const json = await received(sent);
	expect(json).toMatchObject({ ...sent, account_name: 'Bread on Shortpost' });
	const flat = ['account_name', 'platform', 'post_text'];
	expect(Object.keys(json ?? {}).slice(0, 3)).toEqual(flat);
});

it('Include Resource sends no request for a duplicate', async () => {
	const host = await harness.activated({ includeResource: true });
	const sent = event({ data: { post_id: await createPost() } });
	harness.requests();
	await Promise.all([1, 2, 3].map(async () => await harness.send(host, sent)));
	expect(harness.requests().sort()).toEqual(['get_post', 'list_accounts']);
	expect(host.started).toHaveLength(1);
});
