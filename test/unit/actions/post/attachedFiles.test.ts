import type { INodeParameters } from 'n8n-workflow';

import type { FaultAction } from '../../../service';
import { jpeg } from '../../support/files';
import { byId, itemWithFile, useNodeHarness } from '../../support/nodeHarness';

const harness = useNodeHarness({ partSizeBytes: 500 });

const bread = (parameters: INodeParameters = {}): INodeParameters => ({
	text: 'Fresh bread',
	accountIds: [harness.service.accountId('Bread on Shortpost')],
	mediaSource: 'input',
	...parameters,
});
const byContent = { idempotency: 'content' };
const twice = { retryOnFail: { maxTries: 2, waitBetweenTriesMs: 1 } };
const input = async () => [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')];
const mediaIds = () => [...harness.service.state.media.keys()];
const postIds = () => [...harness.service.state.posts.keys()];
const starts = () => harness.journal('begin_media_upload').length;

async function create(parameters: INodeParameters = {}, options = {}) {
	return await harness.run('post', 'create', bread(parameters), {
		input: await input(),
		...options,
	});
}

/** As another n8n process does: it remembers nothing of what this one uploaded. */
async function createElsewhere(parameters: INodeParameters = {}) {
	const { baseUrl, token } = harness.service;
	const elsewhere = baseUrl.replace('127.0.0.1', 'localhost');
	return await create(parameters, {
		credentials: { socialPublishingApi: { baseUrl: elsewhere, apiToken: token } },
	});
}

async function remove(resource: 'post' | 'media', id: string) {
	const { error } = await harness.run(resource, 'delete', { [`${resource}Id`]: byId(id) });
	expect(error).toBeUndefined();
}

const fails = (operation: string, action: FaultAction, times = 5) =>
	harness.service.faults.add({ operation, times, action });
const refused: FaultAction = { kind: 'status', when: 'before', status: 403 };
const down: FaultAction = { kind: 'status', when: 'before', status: 500 };
const lost: FaultAction = { kind: 'drop', when: 'after' };

/** An account that only the service can refuse, because the node cannot read the accounts. */
function unknownAccount() {
	fails('list_accounts', refused);
	return { accountIds: ['unknown'] };
}

describe('the same file in two executions at the same time', () => {
	it('is uploaded once for different posts', async () => {
		const runs = await Promise.all(
			['White', 'Brown'].map(async (text) => await create({ ...byContent, text })),
		);
		expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(mediaIds()).toHaveLength(1);
		expect(postIds()).toHaveLength(2);
		expect(starts()).toBe(1);
	});

	it('and the same text is one post', async () => {
		const runs = await Promise.all([create(byContent), create(byContent)]);
		expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(new Set(runs.map(({ items }) => items[0]?.json.id)).size).toBe(1);
		expect(postIds()).toHaveLength(1);
		expect(mediaIds()).toHaveLength(1);
	});

	it('is uploaded by the second execution when the first one fails', async () => {
		fails('upload_media_part', down);
		const runs = await Promise.all([create(byContent), create(byContent)]);
		expect(runs.filter(({ error }) => error === undefined)).toHaveLength(1);
		expect(postIds()).toHaveLength(1);
	});

	it('stays for the second execution when the first one is refused', async () => {
		const unknown = { ...byContent, text: 'White', ...unknownAccount() };
		const [first, second] = await Promise.all([
			create(unknown),
			create({ ...byContent, text: 'Brown' }),
		]);
		expect(first.error?.message).toMatch(/^Could not create the post: /);
		expect(second.error).toBeUndefined();
		expect(mediaIds()).toHaveLength(1);
	});
});

describe('once per content, where another process has created the post', () => {
	it.each([
		['draft', 'content'],
		['publish', 'content'],
		['draft', 'custom'],
		['publish', 'custom'],
	])('goes on from it (%s, %s)', async (afterCreate, idempotency) => {
		const parameters = { afterCreate, idempotency, idempotencyKey: 'article-7' };
		const first = await create(parameters);
		const second = await createElsewhere(parameters);
		expect(second.error).toBeUndefined();
		expect(second.items[0]?.json.id).toBe(first.items[0]?.json.id);
		expect(postIds()).toHaveLength(1);
		expect(mediaIds()).toHaveLength(1);
	});

	it('goes on from it when this happens at the same time', async () => {
		const runs = await Promise.all([create(byContent), createElsewhere(byContent)]);
		expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(postIds()).toHaveLength(1);
		expect(mediaIds()).toHaveLength(1);
	});

	it('names the posts when it may be one of several', async () => {
		await create(byContent);
		await create();
		const { error } = await createElsewhere(byContent);
		expect(error?.message).toBe(
			'Could not create the post: this content was already sent within the last 24 hours',
		);
		expect(error?.description).toMatch(/^Nothing was sent twice\./);
		for (const id of postIds()) expect(error?.description).toContain(id);
		expect(postIds()).toHaveLength(2);
		expect(mediaIds()).toHaveLength(2);
	});

	it('does not take a post with the same text but no picture for it', async () => {
		const first = await create(byContent);
		await remove('post', String(first.items[0]?.json.id));
		await create({ mediaSource: 'none' });
		const { error } = await createElsewhere(byContent);
		expect(error?.description).toContain(postIds().join());
	});

	it('says so when the post was deleted', async () => {
		const first = await create(byContent);
		await remove('post', String(first.items[0]?.json.id));
		const { error } = await createElsewhere(byContent);
		expect(error?.description).toContain('No post has this text and these accounts');
		expect(postIds()).toEqual([]);
	});

	it('reports the conflict when the posts cannot be read', async () => {
		await create(byContent);
		fails('list_posts', down);
		const { error } = await createElsewhere(byContent);
		expect(error?.message).toContain('the idempotency key was used before');
		expect(mediaIds()).toHaveLength(1);
	});
});

describe('a file that was uploaded before', () => {
	it('is uploaded again when its media was deleted in the meantime', async () => {
		const { items } = await create(byContent);
		const [oldId = ''] = mediaIds();
		await remove('post', String(items[0]?.json.id));
		await remove('media', oldId);
		const { error } = await create({ ...byContent, text: 'Brown bread' });
		expect(error).toBeUndefined();
		expect(mediaIds()).not.toContain(oldId);
		expect(mediaIds()).toHaveLength(1);
	});

	it('is used without a check when the check fails', async () => {
		await create(byContent);
		fails('get_media', down);
		const { error } = await create({ ...byContent, text: 'Brown bread' });
		expect(error).toBeUndefined();
		expect(mediaIds()).toHaveLength(1);
	});

	it('is not uploaded again when only its readiness could not be read', async () => {
		fails('get_media', down);
		const { error } = await create({}, twice);
		expect(error).toBeUndefined();
		expect(starts()).toBe(1);
	});

	it.each([
		[5, 0],
		[1, 5],
	])(
		'is not uploaded again after %i lost completions and %i failed reads',
		async (losses, reads) => {
			fails('complete_media_upload', lost, losses);
			if (reads > 0) fails('get_media', down, reads);
			const { error } = await create({}, twice);
			expect(error).toBeUndefined();
			expect(starts()).toBe(1);
		},
	);
});

describe('the files of a post that the service refuses', () => {
	it('are removed', async () => {
		const { error } = await create(unknownAccount(), twice);
		expect(error?.message).toMatch(/^Could not create the post: /);
		expect(error?.description).not.toContain('media library');
		expect(mediaIds()).toEqual([]);
	});

	it('are named when they cannot be removed', async () => {
		fails('delete_media', down);
		const { error } = await create(unknownAccount());
		expect(error?.message).toMatch(/^Could not create the post: /);
		expect(error?.description).toContain('is not an account here');
		expect(error?.description).toContain(
			`The uploaded file is still in the media library: its media ID is ${mediaIds().join()}.`,
		);
	});

	it('stay when nobody knows whether the post exists', async () => {
		fails('create_post', lost);
		await create();
		expect(mediaIds()).toHaveLength(1);
		expect(harness.journal('delete_media')).toEqual([]);
	});

	it('stay when an earlier attempt may have created the post', async () => {
		fails('create_post', lost);
		fails('create_post', refused, 1);
		const { error } = await create({}, twice);
		expect(error).toBeDefined();
		expect(mediaIds()).toHaveLength(1);
	});

	it('stay when an earlier execution uploaded them', async () => {
		await create(byContent);
		fails('create_post', refused, 1);
		const { error } = await create({ ...byContent, text: 'Brown bread' });
		expect(error).toBeDefined();
		expect(mediaIds()).toHaveLength(1);
	});

	it('include the first one when the second one is refused', async () => {
		const [good] = await input();
		const [other] = [await itemWithFile(await jpeg(300, 300), 'b.jpg', 'image/jpeg')];
		const binary = { ...good?.binary, ...(other.binary && { other: other.binary.data }) };
		harness.service.faults.add({
			operation: 'begin_media_upload',
			nth: 2,
			action: { kind: 'status', when: 'before', status: 422 },
		});
		const { error } = await create(
			{ binaryPropertyNames: 'data, other' },
			{ input: [{ json: {}, binary }] },
		);
		expect(error?.message).toMatch(/^Could not upload b\.jpg: /);
		expect(mediaIds()).toEqual([]);
	});
});

it('the files of an update that the service refuses are removed', async () => {
	const { items } = await create({ mediaSource: 'none' });
	const { error } = await harness.run(
		'post',
		'update',
		{
			postId: byId(String(items[0]?.json.id)),
			options: { onlyIfUnchangedSince: '"old"' },
			updateFields: { binaryPropertyNames: 'data', text: 'New' },
		},
		{ input: await input() },
	);
	expect(error?.httpCode).toBe('412');
	expect(starts()).toBe(1);
	expect(mediaIds()).toEqual([]);
});

describe('validating with input files', () => {
	const validate = async () =>
		await harness.run('post', 'validate', bread(), { input: await input() });

	it('leaves no media behind', async () => {
		const { items, error } = await validate();
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ ready: true });
		expect(starts()).toBe(1);
		expect(mediaIds()).toEqual([]);
	});

	it('leaves none behind when the service refuses', async () => {
		fails('validate_post', refused, 1);
		const { error } = await validate();
		expect(error?.message).toMatch(/^Could not validate the post: /);
		expect(mediaIds()).toEqual([]);
	});

	it('names what it could not remove', async () => {
		fails('delete_media', down);
		const { items, hints } = await validate();
		expect(items[0]?.json).toMatchObject({ ready: true });
		expect(hints.map(({ message }) => message).join()).toContain(mediaIds().join());
	});
});
