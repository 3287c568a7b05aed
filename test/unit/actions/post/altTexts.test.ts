import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { mp4 } from '../../../service/tests/mediaFiles';
import { jpeg } from '../../support/files';
import { byId, itemWithFile, useNodeHarness } from '../../support/nodeHarness';
import { draft } from '../createRecords';

const harness = useNodeHarness();

/** An item with the binary fields `a`, a picture, `b`, a video, and `c`, another picture. */
async function threeFiles(): Promise<INodeExecutionData[]> {
	const files = await Promise.all([
		itemWithFile(await jpeg(), 'a.jpg', 'image/jpeg'),
		itemWithFile(mp4(), 'b.mp4', 'video/mp4'),
		itemWithFile(await jpeg(300, 300), 'c.jpg', 'image/jpeg'),
	]);
	const [a, b, c] = files.map(({ binary }) => binary?.data);
	return [{ json: {}, binary: { ...(a && b && c && { a, b, c }) } }];
}

const bread = (altTexts: unknown, more: INodeParameters = {}): INodeParameters => ({
	text: 'Fresh bread',
	accountIds: [harness.service.accountId('Slow')],
	mediaSource: 'input',
	binaryPropertyNames: 'a, b, c',
	...more,
	options: { altTexts: `={{ ${JSON.stringify(altTexts)} }}`, ...(more.options as INodeParameters) },
});
const create = async (altTexts: unknown, more: INodeParameters = {}, options = {}) =>
	await harness.run('post', 'create', bread(altTexts, more), {
		input: await threeFiles(),
		...options,
	});
const saved = () =>
	[...harness.service.state.media.values()].map(({ name, alt }) => `${name}: ${alt}`);
const count = (operation: string) => harness.journal(operation).length;
const twice = { retryOnFail: { maxTries: 2, waitBetweenTriesMs: 1 } };

it('a single text applies to all pictures, not to videos', async () => {
	const { error } = await create('Bread, fresh');
	expect(error).toBeUndefined();
	expect(saved()).toEqual(['a.jpg: Bread, fresh', 'b.mp4: ', 'c.jpg: Bread, fresh']);
	expect(count('edit_media')).toBe(2);
});

it.each([
	['a list', ['White', 'Video', 'Brown']],
	['a list in JSON', '["White", "Video", "Brown"]'],
])('%s has one text for each file, in the order of the files', async (_what, altTexts) => {
	await create(altTexts);
	expect(saved()).toEqual(['a.jpg: White', 'b.mp4: ', 'c.jpg: Brown']);
});

it('nothing is saved for an empty or missing text', async () => {
	await create(['', null]);
	expect(saved()).toEqual(['a.jpg: ', 'b.mp4: ', 'c.jpg: ']);
	expect(count('edit_media')).toBe(0);
});

it('a text that starts with a bracket and is not JSON is used as it is', async () => {
	await create('[Photo] Bread', { binaryPropertyNames: 'a' });
	expect(saved()).toEqual(['a.jpg: [Photo] Bread']);
});

it('the texts are saved before the post is created', async () => {
	await create('Bread', { binaryPropertyNames: 'a' });
	const requests = harness.requests();
	expect(requests.indexOf('edit_media')).toBeGreaterThan(requests.indexOf('complete_media_upload'));
	expect(requests.indexOf('edit_media')).toBeLessThan(requests.indexOf('create_post'));
});

it('more texts than files are an error before anything is sent', async () => {
	const { error } = await create(['1', '2', '3', '4']);
	expect(error?.message).toBe("'Alt Texts' has 4 texts for 3 files");
	expect(harness.requests()).toEqual([]);
});

it('a text that cannot be saved leaves no post and no file behind', async () => {
	const { error } = await create('x'.repeat(1_001), { binaryPropertyNames: 'a' });
	expect(error?.message).toMatch(/^Could not save the alt text: /);
	expect(count('create_post')).toBe(0);
	expect(saved()).toEqual([]);
});

describe('a later attempt', () => {
	const fails = (operation: string, times: number) =>
		harness.service.faults.add({
			operation,
			times,
			action: { kind: 'status', when: 'before', status: 500 },
		});

	it.each(['execution', 'content'])(
		'does not save a saved text again: once per %s',
		async (idempotency) => {
			fails('create_post', 5);
			const { error } = await create('Bread', { idempotency }, twice);
			expect(error).toBeUndefined();
			expect(count('begin_media_upload')).toBe(3);
			expect(count('edit_media')).toBe(2);
		},
	);

	it('saves a text that could not be saved before, without uploading the file again', async () => {
		fails('edit_media', 5);
		const { error } = await create('Bread', { binaryPropertyNames: 'a' }, twice);
		expect(error).toBeUndefined();
		expect(count('begin_media_upload')).toBe(1);
		expect(saved()).toEqual(['a.jpg: Bread']);
	});
});

it('the same picture with another text is uploaded again', async () => {
	await create('White', { binaryPropertyNames: 'a', text: 'One', idempotency: 'content' });
	await create('Brown', { binaryPropertyNames: 'a', text: 'Two', idempotency: 'content' });
	expect(saved()).toEqual(['a.jpg: White', 'a.jpg: Brown']);
});

it('Update and Validate save the texts, too', async () => {
	const { postId } = await draft(harness);
	const { error } = await harness.run(
		'post',
		'update',
		{ postId, updateFields: { binaryPropertyNames: 'c' }, options: { altTexts: 'Brown' } },
		{ input: await threeFiles() },
	);
	expect(error).toBeUndefined();
	expect(saved()).toEqual(['c.jpg: Brown']);

	await harness.run('post', 'validate', bread('White'), { input: await threeFiles() });
	expect(harness.journal('edit_media').map(({ body }) => body)).toEqual([
		{ alt: 'Brown' },
		{ alt: 'White' },
		{ alt: 'White' },
	]);
	expect(saved()).toEqual(['c.jpg: Brown']);
});

it('media of the library keep their text', async () => {
	await create('White', { binaryPropertyNames: 'a' });
	const [id = ''] = harness.service.state.media.keys();
	await create('Brown', { mediaSource: 'library', mediaIds: id });
	const { items } = await harness.run('media', 'get', { mediaId: byId(id) });
	expect(items[0]?.json).toMatchObject({ alt: 'White' });
});
