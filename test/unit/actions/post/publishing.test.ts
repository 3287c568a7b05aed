import { jpeg } from '../../support/files';
import { byId, itemWithFile, useNodeHarness } from '../../support/nodeHarness';

const harness = useNodeHarness();

const onShortpost = () => ({ accountIds: [harness.service.accountId('Bread on Shortpost')] });

describe('a post', () => {
	it('is saved as a draft with one request', async () => {
		const { items, error } = await harness.run('post', 'create', {
			text: 'Fresh bread',
			...onShortpost(),
		});

		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({
			text: 'Fresh bread',
			etag: expect.stringMatching(/^"/),
		});
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
		expect(harness.requests()).toEqual(['list_accounts', 'create_post']);
		expect(harness.journal('create_post')[0]?.headers).toHaveProperty('idempotency-key');
	});

	it('is created, published and followed to its outcome', async () => {
		const { items, error } = await harness.run('post', 'create', {
			text: 'Fresh bread',
			...onShortpost(),
			afterCreate: 'publish',
		});

		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({
			status: 'published',
			publication: { settled: true, status: 'published' },
		});
		expect(harness.requests()).toEqual([
			'list_accounts',
			'validate_post',
			'create_post',
			'publish_post',
			'get_post',
		]);
		const created = harness.journal('create_post')[0];
		const published = harness.journal('publish_post')[0];
		expect(published?.headers['if-match']).toMatch(/^"/);
		expect(published?.headers['idempotency-key']).not.toBe(created?.headers['idempotency-key']);
	});

	it('is created with the files of its input item', async () => {
		const { items, error } = await harness.run(
			'post',
			'create',
			{ text: 'Look', ...onShortpost(), mediaSource: 'input' },
			{ input: [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')] },
		);

		expect(error).toBeUndefined();
		expect(items[0]?.json.destinations).toEqual([
			expect.objectContaining({ media_ids: [expect.any(String)] }),
		]);
	});

	it('is an error that names the account and the reason if an account rejects it', async () => {
		const { error } = await harness.run('post', 'create', {
			text: 'Fresh bread',
			accountIds: [harness.service.accountId('Always fails')],
			afterCreate: 'publish',
		});

		expect(error?.message).toBe(
			'Not published on Always fails (pagebook): The platform rejected the post',
		);
	});

	it('is published with its current ETag', async () => {
		const draft = await harness.run('post', 'create', { text: 'Fresh bread', ...onShortpost() });
		harness.requests();

		const { items, error } = await harness.run('post', 'publish', {
			postId: byId(String(draft.items[0]?.json.id)),
			waitForOutcome: false,
		});

		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(harness.requests()).toEqual(['get_post', 'publish_post']);
	});
});
