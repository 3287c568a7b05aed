import { byId, useNodeHarness } from '../../support/nodeHarness';
import { draft, failed } from '../createRecords';

const harness = useNodeHarness();

const retryOnFail = { maxTries: 2, waitBetweenTriesMs: 1 };
const eventsOf = (type: string) => harness.service.events.filter((event) => event.type === type);

/** Loses the response to a command; the service processes later attempts normally. */
function lose(operation: string, when: 'before' | 'after', times = 1) {
	harness.service.faults.add({ operation, times, action: { kind: 'drop', when } });
}

/** Refuses the next attempts, like a service that checks the record before the key. */
function refuse(operation: string, status: number, code: string, message: string) {
	const action = { kind: 'status', when: 'before', status, code, message } as const;
	harness.service.faults.add({ operation, times: 10, action });
}

describe('when the response to publish is lost', () => {
	it.each([
		[412, 'revision_conflict', 'The post has changed since it was read.'],
		[409, 'post_locked', 'Published, publishing and uncertain posts cannot be changed.'],
	])(
		'and the service refuses the retry with %s %s, the post counts as published',
		async (status, code, message) => {
			const { postId } = await draft(harness);
			lose('publish_post', 'after');
			refuse('publish_post', status, code, message);

			const { items, error } = await harness.run('post', 'publish', { postId });

			expect(error).toBeUndefined();
			expect(items[0]?.json.status).toBe('published');
			expect(eventsOf('post.publishing')).toHaveLength(1);
		},
	);

	it('for every attempt and n8n retries the node, the post is published once', async () => {
		const { postId } = await draft(harness);
		lose('publish_post', 'after', 5);

		const { items, error } = await harness.run('post', 'publish', { postId }, { retryOnFail });

		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(eventsOf('post.publishing')).toHaveLength(1);
		const requests = harness.journal('publish_post');
		const sent = requests.map(({ headers }) => [headers['idempotency-key'], headers['if-match']]);
		expect(new Set(sent.map(String)).size).toBe(1);
	});
});

it('the error of a publication that may have taken effect gives one advice, which does not publish twice', async () => {
	const { postId } = await draft(harness);
	harness.service.faults.add({
		operation: 'publish_post',
		times: 50,
		action: { kind: 'drop', when: 'after' },
	});

	const { error } = await harness.run('post', 'publish', { postId });

	expect(error?.description).toContain('To continue safely, retry this execution');
	expect(error?.description).not.toContain('Try again later');
});

it('publishing a published post is an error, not a success', async () => {
	const { postId } = await draft(harness);
	await harness.run('post', 'publish', { postId });

	const { error } = await harness.run('post', 'publish', { postId });

	expect(error?.message).toBe('Could not publish the post: the post is locked');
	expect(error?.description).toContain('cannot be changed or deleted');
	expect(eventsOf('post.publishing')).toHaveLength(1);
});

describe('when the response to a change of a post is lost', () => {
	const change = { text: 'Warm bread' };

	it('and the retry meets the new revision, the change counts', async () => {
		const { postId } = await draft(harness);
		lose('edit_post', 'after');

		const { items, error } = await harness.run('post', 'update', { postId, updateFields: change });

		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ text: 'Warm bread', etag: expect.any(String) });
		expect(harness.journal('edit_post').map(({ status }) => status)).toEqual([undefined, 412]);
		expect(eventsOf('post.updated')).toHaveLength(1);
	});

	it('and somebody else has changed the post in the meantime, their change stays', async () => {
		const { postId, id } = await draft(harness);
		const post = harness.service.state.posts.get(String(id));
		lose('edit_post', 'before');
		harness.service.faults.add({
			operation: 'edit_post',
			action: {
				kind: 'hold',
				when: 'before',
				until: async () =>
					await Promise.resolve(Object.assign(post ?? {}, { text: 'Old bread', etag: '"theirs"' })),
			},
		});

		const { error } = await harness.run('post', 'update', { postId, updateFields: change });

		expect(error?.message).toContain('the post has been changed since it was read');
		expect(error?.context?.data).toMatchObject({
			status: 412,
			post: { id, text: 'Old bread' },
			etag: '"theirs"',
		});
		expect(post?.text).toBe('Old bread');
	});

	it('for every attempt with an expected revision and n8n retries the node, the change counts', async () => {
		const { postId, etag } = await draft(harness);
		lose('edit_post', 'after', 5);

		const { items, error } = await harness.run(
			'post',
			'update',
			{ postId, options: { onlyIfUnchangedSince: etag }, updateFields: change },
			{ retryOnFail },
		);

		expect(error).toBeUndefined();
		expect(items[0]?.json.text).toBe('Warm bread');
		expect(eventsOf('post.updated')).toHaveLength(1);
	});
});

it('Retry On Fail does not create a post again whose response was lost', async () => {
	lose('create_post', 'after', 5);
	const accountIds = [harness.service.accountId('Bread on Shortpost')];

	const { items, error } = await harness.run(
		'post',
		'create',
		{ text: 'Fresh bread', accountIds, afterCreate: 'publish' },
		{ retryOnFail },
	);

	expect(error).toBeUndefined();
	expect([...harness.service.state.posts.keys()]).toEqual([items[0]?.json.id]);
	const requests = harness.journal('create_post');
	expect(requests).toHaveLength(6);
	const sent = requests.map(({ headers, body }) => [headers['idempotency-key'], body]);
	expect(new Set(sent.map((each) => JSON.stringify(each))).size).toBe(1);
	expect(eventsOf('post.publishing')).toHaveLength(1);
});

it('a lost response to a delivery retry is reported as possibly successful', async () => {
	const { destinationId } = await failed(harness);
	lose('retry_delivery', 'after');
	refuse(
		'retry_delivery',
		409,
		'delivery_not_failed',
		'Only a failed delivery can be tried again.',
	);

	const { error } = await harness.run('post', 'retryDelivery', { destinationId });

	expect(error?.message).toBe('Could not retry the delivery: the delivery is not marked as failed');
	expect(error?.description).toContain(
		'The response to an earlier attempt was lost. The attempt to retry the delivery may have succeeded.',
	);
});

it('a deletion whose response was lost succeeds; deleting an unknown record is an error', async () => {
	const { postId } = await draft(harness);
	lose('delete_post', 'after');
	const { items } = await harness.run('post', 'delete', { postId });
	expect(items[0]?.json).toEqual({ deleted: true, id: postId.value });

	const again = await harness.run('post', 'delete', { postId });
	expect(again.error?.message).toBe('Could not delete the post: the service cannot find it');
	const unknown = await harness.run('media', 'delete', { mediaId: byId('media_none') });
	expect(unknown.error?.httpCode).toBe('404');
});
