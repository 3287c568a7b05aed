import type { INodeParameters } from 'n8n-workflow';

import { jpeg } from '../support/files';
import { itemWithFile, useNodeHarness } from '../support/nodeHarness';
import { draft } from './createRecords';

const harness = useNodeHarness();

const keysOf = (operation: string) =>
	harness.journal(operation).map(({ headers }) => headers['idempotency-key']);
const sentBy = (operation: string) =>
	harness
		.journal(operation)
		.map(({ headers, body }) => JSON.stringify([headers['idempotency-key'], body]));
const bread = (parameters: INodeParameters = {}): INodeParameters => ({
	text: 'Fresh bread',
	accountIds: [harness.service.accountId('Bread on Shortpost')],
	...parameters,
});
const byContent = { idempotency: 'content' };

describe('Do It Again', () => {
	it('gives every item, every run of the node and every command its own key', async () => {
		const input = [{ json: {} }, { json: {} }];
		await harness.run('post', 'create', bread({ afterCreate: 'publish' }), {
			input,
			executionId: '7',
		});
		await harness.run('post', 'create', bread({ afterCreate: 'publish' }), {
			input,
			executionId: '8',
		});
		const keys = [...keysOf('create_post'), ...keysOf('publish_post')];
		expect(new Set(keys).size).toBe(8);
	});

	it('gives nodes that were imported without IDs their own keys', async () => {
		for (const nodeName of ['First', 'Second']) {
			const { error } = await harness.run('post', 'create', bread(), {
				nodeName,
				executionId: '9',
			});
			expect(error).toBeUndefined();
		}
		expect(new Set(keysOf('create_post')).size).toBe(2);
		expect(harness.service.state.posts.size).toBe(2);
	});

	it('sends the same key and bytes, files included, when n8n retries the node', async () => {
		const dropped = { kind: 'drop', when: 'after' } as const;
		harness.service.faults.add({ operation: 'create_post', times: 5, action: dropped });

		const { items, error } = await harness.run('post', 'create', bread({ mediaSource: 'input' }), {
			input: [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')],
			retryOnFail: { maxTries: 2, waitBetweenTriesMs: 1 },
		});

		expect(error).toBeUndefined();
		expect(new Set(sentBy('create_post')).size).toBe(1);
		expect(harness.service.state.media.size).toBe(1);
		expect([...harness.service.state.posts.keys()]).toEqual([items[0]?.json.id]);
	});
});

describe('Skip the Same Content for 24 Hours', () => {
	it('makes one post of the same content in two executions', async () => {
		const first = await harness.run('post', 'create', bread(byContent));
		const second = await harness.run('post', 'create', bread(byContent));
		expect(second.items[0]?.json).toEqual(first.items[0]?.json);
		expect(harness.service.state.posts.size).toBe(1);
		expect(new Set(sentBy('create_post')).size).toBe(1);
	});

	it('uploads the same file once for two executions', async () => {
		const parameters = bread({ ...byContent, mediaSource: 'input' });
		for (const name of ['bread.jpg', 'again.jpg']) {
			const input = [await itemWithFile(await jpeg(), name, 'image/jpeg')];
			expect((await harness.run('post', 'create', parameters, { input })).error).toBeUndefined();
		}
		expect(harness.service.state.media.size).toBe(1);
		expect(harness.service.state.posts.size).toBe(1);
	});

	it('makes another post of other content or other destinations', async () => {
		await harness.run('post', 'create', bread(byContent));
		await harness.run('post', 'create', bread({ ...byContent, text: 'Old bread' }));
		await harness.run('post', 'create', bread({ ...byContent, afterCreate: 'publish' }));
		const accountIds = [harness.service.accountId('Slow')];
		await harness.run('post', 'create', bread({ ...byContent, accountIds }));
		expect(harness.service.state.posts.size).toBe(3);
	});
});

describe('a custom key', () => {
	const withKey = { idempotency: 'custom', idempotencyKey: 'article-7' };

	it('is sent as is, and with a suffix for the command that follows', async () => {
		await harness.run('post', 'create', bread({ ...withKey, afterCreate: 'publish' }));
		expect(keysOf('create_post')).toEqual(['article-7']);
		expect(keysOf('publish_post')).toEqual(['article-7-publish']);
	});

	it('with other content is an error at once, which states the reason', async () => {
		await harness.run('post', 'create', bread(withKey));
		const { error } = await harness.run('post', 'create', bread({ ...withKey, text: 'Old bread' }));
		expect(error?.message).toBe(
			'Could not create the post: the idempotency key was used before with different content',
		);
		expect(keysOf('create_post')).toHaveLength(2);
	});

	it('publishing again in another execution returns the first result', async () => {
		const { postId } = await draft(harness);
		const first = await harness.run('post', 'publish', { postId, options: withKey });
		await harness.service.clock.advance(5_000);
		const second = await harness.run('post', 'publish', { postId, options: withKey });
		expect(second.error).toBeUndefined();
		expect(second.items[0]?.json).toEqual(first.items[0]?.json);
	});

	it('for another post does not repeat the command for the first', async () => {
		const [one, two] = [await draft(harness), await draft(harness)];
		await harness.run('post', 'publish', { postId: one.postId, options: withKey });
		await harness.run('post', 'publish', { postId: two.postId, options: withKey });
		const sent = harness.journal('publish_post').map(({ headers }) => headers['if-match']);
		expect(sent).toEqual([one.etag, two.etag]);
	});
});

describe('while the original request is still running', () => {
	const running = {
		kind: 'status',
		when: 'before',
		status: 409,
		code: 'idempotency_in_progress',
		message: 'The original request is still running.',
	} as const;

	it('the node sends the same key again', async () => {
		harness.service.faults.add({ operation: 'create_post', times: 3, action: running });
		const { items, error } = await harness.run('post', 'create', bread());
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(new Set(keysOf('create_post')).size).toBe(1);
		expect(harness.pauses).toEqual([1_000, 2_000, 4_000]);
	});

	it('the node fails after a limited time', async () => {
		harness.service.faults.add({ operation: 'create_post', times: 50, action: running });
		const { error } = await harness.run('post', 'create', bread());
		expect(error?.message).toBe('Could not create the post: the same command is still running');
		expect(keysOf('create_post')).toHaveLength(6);
	});
});
