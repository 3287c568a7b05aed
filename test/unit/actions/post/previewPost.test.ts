import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { binaryBytes } from '../../../engine';
import { dialects } from '../../../service';
import { mp4 } from '../../../service/tests/mediaFiles';
import { jpeg } from '../../support/files';
import { byId, itemWithFile, useNodeHarness } from '../../support/nodeHarness';
import { bread, draft, made, picture, scheduled } from '../createRecords';

const harness = useNodeHarness();

async function preview(id: unknown, options: INodeParameters = {}) {
	harness.requests();
	const parameters = { previewOf: 'post', postId: byId(String(id)), options };
	const { items, error } = await harness.run('post', 'preview', parameters);
	const [item = { json: {} } as INodeExecutionData] = items;
	const json: IDataObject = item.json;
	const accounts = (json.accounts ?? []) as IDataObject[];
	return { item, json, accounts, error, requests: harness.requests() };
}

it('a preview of a draft shows its accounts and texts, and lets the service check it', async () => {
	const cakes = harness.service.accountId('Cakes on Pagebook');
	const row = { accountId: bread(harness), text: 'Own text', thread: ['More'] };
	const { id } = await made(harness, 'post:create', {
		destinationInput: 'perAccount',
		destinations: { destination: [row, { accountId: cakes }] },
		text: 'Fresh bread',
	});
	const { json, accounts, requests } = await preview(id);
	expect(json).toMatchObject({
		message: 'The post is a draft. It has not been published. Ready for 2 of 2 accounts.',
		ready: true,
		id,
		status: 'draft',
		scheduled_at: null,
		etag: expect.stringMatching(/^".+"$/),
	});
	expect(accounts).toMatchObject([
		{ name: 'Bread on Shortpost', text: 'Own text', replies: ['More'], characters: 8, limit: 280 },
		{ name: 'Cakes on Pagebook', text: 'Fresh bread', replies: [], changes: [], media: [] },
	]);
	expect(requests).toEqual(['get_post', 'validate_post']);
	expect(json.html).toMatch(/>Ready<.*Own text.*Reply 1.*Fresh bread/);
});

it('a preview of a scheduled post shows when it goes out', async () => {
	const { id } = await scheduled(harness);
	const { json } = await preview(id);
	expect(json).toMatchObject({
		status: 'scheduled',
		scheduled_at: expect.stringMatching(/^\d{4}-/),
	});
	expect(json.message).toMatch(/^The post is scheduled for .* Ready for 1 of 1 account\.$/);
});

it('a preview of a post has its files', async () => {
	const video = mp4('avc1', 5_000);
	const { id: pictureId } = await picture(harness);
	const input = [await itemWithFile(video, 'oven.mp4', 'video/mp4')];
	const { items } = await harness.run('media', 'upload', {}, { input });
	const cakes = harness.service.accountId('Cakes on Pagebook');
	const rows = [
		{ accountId: bread(harness), mediaIds: pictureId },
		{ accountId: cakes, mediaIds: String(items[0]?.json.id) },
	];
	const { id } = await made(harness, 'post:create', {
		destinationInput: 'perAccount',
		destinations: { destination: rows },
		text: 'Bread',
	});
	const { accounts, item } = await preview(id);
	expect(accounts.flatMap(({ media }) => media)).toEqual([
		expect.objectContaining({ name: 'bread.jpg', width: 320, binary: 'picture_1' }),
		expect.objectContaining({ name: 'oven.mp4', size_bytes: video.length, binary: 'video_1' }),
	]);
	expect(await binaryBytes(item, 'picture_1')).toEqual(await jpeg());
	expect(await binaryBytes(item, 'video_1')).toEqual(video);
	const without = await preview(id, { pictures: 'none' });
	expect(without.item.binary).toBeUndefined();
	expect(without.requests).not.toContain('download_media');
});

it('a preview of a published post shows what has become of it, and does not call it ready', async () => {
	const accountIds = [bread(harness), harness.service.accountId('Always fails')];
	const { id } = await made(harness, 'post:create', { text: 'x'.repeat(200), accountIds });
	const publish = { postId: byId(String(id)), options: { failOn: 'never' } };
	await made(harness, 'post:publish', publish);
	const { json, accounts, requests } = await preview(id);
	expect(json).toMatchObject({ status: 'partial', ready: false });
	expect(json.message).toMatch(/^Published: Bread.* Not published: Always fails/);
	expect(accounts.map(({ ready, problems }) => [ready, problems])).toEqual([
		[null, []],
		[false, ['Always fails (pagebook): The platform rejected the post.']],
	]);
	expect(json.html).toMatch(/>Published<.*>Failed<.*The platform rejected the post\./);
	expect(requests).not.toContain('validate_post');
});

it('a preview of a post has an item for each account, with One Item per Account', async () => {
	const names = ['Bread on Shortpost', 'Cakes on Pagebook'];
	const media = await Promise.all(names.map(async () => (await picture(harness)).id));
	const rows = names.map((name, index) => ({
		accountId: harness.service.accountId(name),
		mediaIds: media[index] ?? '',
		text: `For ${name}`,
	}));
	const { id } = await made(harness, 'post:create', {
		destinationInput: 'perAccount',
		destinations: { destination: rows },
	});
	const { items } = await harness.run('post', 'preview', {
		previewOf: 'post',
		postId: byId(String(id)),
		options: { splitByAccount: true },
	});
	expect(items.map(({ json }) => json)).toMatchObject(
		names.map((name) => ({
			message: 'The post is a draft. It has not been published. Ready for 1 of 1 account.',
			name,
			ready: true,
			text: `For ${name}`,
			id,
			status: 'draft',
		})),
	);
	expect(items.map(({ binary = {} }) => Object.keys(binary))).toEqual([
		['picture_1'],
		['picture_2'],
	]);
	for (const [index, { json }] of items.entries()) {
		expect(json).not.toHaveProperty('accounts');
		expect(json.html).toContain(`src="cid:picture_${index + 1}"`);
		expect(json.html).not.toContain(names[1 - index]);
	}
});

it('a preview of a post does not ask the service if Check Before Posting is off', async () => {
	const { id } = await draft(harness);
	const { json, requests } = await preview(id, { validateFirst: false });
	expect(json.ready).toBeNull();
	expect(requests).toEqual(['get_post']);
});

it('a post that does not exist is an error, and so is a choice that does not exist', async () => {
	expect((await preview('lost')).error?.message).toMatch(/^Could not get the post/);
	const { error } = await harness.run('post', 'preview', { previewOf: 'draft' });
	expect(error?.message).toBe("'Preview Of' must be content or post");
});

describe.each(Object.keys(dialects))('with a service of the dialect %s', (name) => {
	const dialect = dialects[name as keyof typeof dialects];
	const other = useNodeHarness({ dialect });

	it('a preview of a post shows its file and whether it is ready', async () => {
		const { id: pictureId } = await picture(other);
		const library = { mediaSource: 'library', mediaIds: [pictureId] };
		const content = { text: 'Bread', accountIds: [bread(other)], ...library };
		const { id } = await made(other, 'post:create', content);
		const form = { previewOf: 'post', postId: byId(String(id)) };
		const { items, error } = await other.run('post', 'preview', form);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({
			ready: true,
			status: 'draft',
			accounts: [{ name: 'Bread on Shortpost', media: [{ name: 'bread.jpg', width: 320 }] }],
		});
		expect(Object.keys(items[0]?.binary ?? {})).toEqual(['picture_1']);
	});
});

it('a preview of a post whose record lacks an account shows the text that belongs to it', async () => {
	await harness.close();
	const fullPost = ({ destinations, ...post }: Record<string, unknown>) => ({
		...post,
		destinations: [destinations].flat().map((each) => ({ ...Object(each), account_id: undefined })),
	});
	await harness.open({ dialect: { ...dialects.first, fullPost } });
	const row = { accountId: bread(harness), text: 'Own text' };
	const { id } = await made(harness, 'post:create', {
		destinationInput: 'perAccount',
		destinations: { destination: [row] },
		text: 'Fresh bread',
	});
	const { accounts } = await preview(id);
	expect(accounts).toMatchObject([{ text: 'Own text' }]);
});
