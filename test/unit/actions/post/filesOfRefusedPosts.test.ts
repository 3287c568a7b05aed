import type { INodeExecutionData } from 'n8n-workflow';

import { jpeg } from '../../support/files';
import { byId, itemWithFile } from '../../support/nodeHarness';
import { breadInput, byContent, down, lost, refused, twice, useBreadPosts } from './breadPosts';

const { bread, create, fails, harness, mediaIds, starts, unknownAccount } = useBreadPosts();

/** An item with the binary fields `data` and `other`, where the file is called `b.jpg`. */
async function twoFiles(): Promise<INodeExecutionData[]> {
	const [good] = await breadInput();
	const other = await itemWithFile(await jpeg(300, 300), 'b.jpg', 'image/jpeg');
	const binary = { ...good?.binary, ...(other.binary?.data && { other: other.binary.data }) };
	return [{ json: {}, binary }];
}

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

	it.each([404, 410])('count as removed when they are gone: status %i', async (status) => {
		fails('delete_media', { kind: 'status', when: 'before', status });
		const { error } = await create(unknownAccount());
		expect(error?.message).toMatch(/^Could not create the post: /);
		expect(error?.description).not.toContain('media library');
	});

	it('are all named when several cannot be removed', async () => {
		fails('delete_media', down, 10);
		const { error } = await create(
			{ ...unknownAccount(), binaryPropertyNames: 'data, other' },
			{ input: await twoFiles() },
		);
		expect(mediaIds()).toHaveLength(2);
		expect(error?.description).toContain(
			`The uploaded files are still in the media library: their media IDs are ${mediaIds().join(', ')}.`,
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
		expect(harness.journal('delete_media')).toEqual([]);
	});

	it('stay, and are named, when the rate limit leaves no room for the post', async () => {
		fails('create_post', { kind: 'status', when: 'before', status: 429 }, 100);
		const { error } = await create();
		expect(error?.httpCode).toBe('429');
		expect(error?.description).toContain(`its media ID is ${mediaIds().join()}.`);
		expect(harness.journal('delete_media')).toEqual([]);
	});

	it('stay while the service says that the post is still being created', async () => {
		const code = 'idempotency_in_progress';
		fails('create_post', { kind: 'status', when: 'before', status: 409, code }, 100);
		const { error } = await create();
		expect(error).toBeDefined();
		expect(mediaIds()).toHaveLength(1);
		expect(harness.journal('delete_media')).toEqual([]);
	});

	it('include the first one when the second one is refused', async () => {
		harness.service.faults.add({
			operation: 'begin_media_upload',
			nth: 2,
			action: { kind: 'status', when: 'before', status: 422 },
		});
		const { error } = await create(
			{ binaryPropertyNames: 'data, other' },
			{ input: await twoFiles() },
		);
		expect(error?.message).toMatch(/^Could not upload b\.jpg: /);
		expect(mediaIds()).toEqual([]);
	});
});

it('the first file is named when the upload of the second one is interrupted, and removed when that is refused', async () => {
	const both = { binaryPropertyNames: 'data, other' };
	const action = { kind: 'drop', when: 'before' } as const;
	harness.service.faults.add({ operation: 'begin_media_upload', nth: 2, times: 5, action });
	const interrupted = await create(both, { input: await twoFiles() });
	expect(interrupted.error?.message).toMatch(/^Could not upload b\.jpg: /);
	expect(interrupted.error?.description).toContain(`its media ID is ${mediaIds().join()}.`);

	fails('begin_media_upload', refused);
	const { error } = await create(both, { retryOf: interrupted });
	expect(error?.httpCode).toBe('403');
	expect(mediaIds()).toEqual([]);
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
		{ input: await breadInput() },
	);
	expect(error?.httpCode).toBe('412');
	expect(starts()).toBe(1);
	expect(mediaIds()).toEqual([]);
});

describe('validating with input files', () => {
	const validate = async () =>
		await harness.run('post', 'validate', bread(), { input: await breadInput() });

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
