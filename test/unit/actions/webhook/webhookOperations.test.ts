import { byId, useNodeHarness } from '../../support/nodeHarness';

const URL = 'https://example.com/hooks/social';

const harness = useNodeHarness();

async function createWebhook(): Promise<string> {
	const { items } = await harness.run('webhook', 'create', {
		url: URL,
		events: ['post.published'],
	});
	return String(items[0]?.json.id);
}

describe('a webhook', () => {
	it('is returned with its secret', async () => {
		const { items } = await harness.run('webhook', 'create', {
			url: URL,
			events: ['post.published', 'delivery.failed'],
		});

		expect(items[0]?.json).toMatchObject({
			url: URL,
			events: ['post.published', 'delivery.failed'],
			signing_secret: expect.any(String),
		});
	});

	it('gets further fields from its options', async () => {
		await harness.run('webhook', 'create', {
			url: URL,
			events: ['post.published'],
			options: { otherFields: '{ "enabled": false }' },
		});
		expect(harness.journal('create_webhook')[0]?.body).toMatchObject({ enabled: false });
	});

	it('is created once even if the response was lost', async () => {
		harness.service.faults.add({
			operation: 'create_webhook',
			action: { kind: 'drop', when: 'after' },
		});

		const { items, error } = await harness.run('webhook', 'create', {
			url: URL,
			events: ['post.published'],
		});

		expect(error).toBeUndefined();
		expect([...harness.service.state.webhooks.keys()]).toEqual([items[0]?.json.id]);
		expect(items[0]?.json.signing_secret).toEqual(expect.any(String));
	});

	it('does not replace an older one with the same address when the response was lost', async () => {
		const older = await createWebhook();
		harness.service.faults.add({
			operation: 'create_webhook',
			action: { kind: 'drop', when: 'after' },
		});

		const { items } = await harness.run('webhook', 'create', {
			url: URL,
			events: ['post.published'],
		});

		expect([...harness.service.state.webhooks.keys()]).toEqual([older, items[0]?.json.id]);
	});

	it('with an address that is not public is refused before anything is sent', async () => {
		const { error } = await harness.run('webhook', 'create', {
			url: 'http://example.com/hook',
			events: ['post.published'],
		});

		expect(error?.message).toBe("'URL' must start with https://");
		expect(harness.requests()).toEqual([]);
	});

	it('is changed in the given fields, other fields included', async () => {
		const webhookId = byId(await createWebhook());
		harness.requests();

		const { items, error } = await harness.run('webhook', 'update', {
			webhookId,
			updateFields: { events: ['post.failed'], otherFields: '{ "enabled": false }' },
		});

		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ url: URL, events: ['post.failed'], enabled: false });
		expect(harness.requests()).toEqual(['edit_webhook']);
	});

	it('is not changed if the other fields are not an object', async () => {
		const { error } = await harness.run('webhook', 'update', {
			webhookId: byId('any'),
			updateFields: { otherFields: '[1]' },
		});

		expect(error?.message).toBe("'Other Fields (JSON)' must be a JSON object, not a list");
		expect(harness.requests()).toEqual([]);
	});

	it('is listed and deleted', async () => {
		const id = await createWebhook();

		const list = await harness.run('webhook', 'getAll', { returnAll: true });
		const deleted = await harness.run('webhook', 'delete', { webhookId: byId(id) });

		expect(list.items.map(({ json }) => json.id)).toEqual([id]);
		expect(deleted.items[0]?.json).toEqual({ deleted: true, id });
		expect(harness.service.state.webhooks.size).toBe(0);
	});
});
