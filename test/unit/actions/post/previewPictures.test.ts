import type {
	IBinaryKeyData,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

import { binaryBytes } from '../../../engine';
import { mp4 } from '../../../service/tests/mediaFiles';
import { jpeg, png } from '../../support/files';
import { answered, itemWithFile, useNodeHarness } from '../../support/nodeHarness';
import { usePictureHost } from '../../support/pictureHost';
import { bread, picture } from '../createRecords';

const harness = useNodeHarness();
const host = usePictureHost();

async function preview(parameters: INodeParameters, options = {}) {
	const form = { text: 'Bread', accountIds: [bread(harness)], ...parameters };
	const { items, error, hints } = await harness.run('post', 'preview', form, options);
	const accounts = (items[0]?.json.accounts ?? []) as IDataObject[];
	const media = accounts.flatMap((account) => account.media as IDataObject[]);
	const [item = { json: {} } as INodeExecutionData] = items;
	const { json, binary = {} } = item;
	return {
		json,
		binary,
		media,
		error,
		hints,
		bytes: async (name: string) => await binaryBytes(item, name),
	};
}

const withPng = async () => ({
	input: [await itemWithFile(await png(), 'bread.png', 'image/png')],
});

it('a preview has the pictures as they would be uploaded', async () => {
	const { binary, bytes, media } = await preview({ mediaSource: 'input' }, await withPng());
	expect(media).toEqual([
		expect.objectContaining({ name: 'bread.jpg', width: 320, height: 200, binary: 'picture_1' }),
	]);
	expect(Object.keys(binary)).toEqual(['picture_1']);
	expect(binary.picture_1).toMatchObject({ fileName: 'bread.jpg', mimeType: 'image/jpeg' });
	const file = await bytes('picture_1');
	expect(file.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
	expect(media[0]?.size_bytes).toBe(file.length);
});

it('a preview shows no alt text for a video, because none is saved with it', async () => {
	const photo = await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg');
	const video = await itemWithFile(mp4('avc1', 5_000), 'oven.mp4', 'video/mp4');
	const binary: IBinaryKeyData = {
		...(photo.binary?.data && { photo: photo.binary.data }),
		...(video.binary?.data && { video: video.binary.data }),
	};
	const form = {
		mediaSource: 'input',
		binaryPropertyNames: 'photo, video',
		options: { altTexts: 'A loaf' },
	};
	const { media } = await preview(form, { input: [{ json: {}, binary }] });
	expect(media.map(({ name, alt_text }) => [name, alt_text])).toEqual([
		['bread.jpg', 'A loaf'],
		['oven.mp4', null],
	]);
	await harness.run(
		'post',
		'create',
		{ text: 'Bread', accountIds: [bread(harness)], ...form },
		{
			input: [{ json: {}, binary }],
		},
	);
	const saved = [...harness.service.state.media.values()].map(({ name, alt }) => [name, alt]);
	expect(saved).toEqual([
		['bread.jpg', 'A loaf'],
		['oven.mp4', ''],
	]);
});

it('a preview has no pictures with None, and in a tool of an AI Agent', async () => {
	const none = { mediaSource: 'input', options: { pictures: 'none' } };
	const { binary, media } = await preview(none, await withPng());
	expect(binary).toEqual({});
	expect(media).toEqual([expect.objectContaining({ name: 'bread.jpg', width: 320 })]);
	expect(media[0]).not.toHaveProperty('binary');

	const { id } = await picture(harness);
	const library = { text: 'Bread', accountIds: [bread(harness)], mediaSource: 'library' };
	harness.requests();
	const answer = await harness.call('post', 'preview', { ...library, mediaIds: [id] });
	expect(JSON.stringify(answered(answer))).not.toContain('picture_1');
	expect(harness.requests()).not.toContain('download_media');
});

it('a preview shows what the media library tells about a file, and lets the service check the post', async () => {
	const { mediaId, id } = await picture(harness);
	await harness.run('media', 'update', { mediaId, altText: 'A loaf' });
	const { json, bytes, media } = await preview({ mediaSource: 'library', mediaIds: [id] });
	expect(json.ready).toBe(true);
	expect(media).toEqual([
		{
			name: 'bread.jpg',
			width: 320,
			height: 200,
			size_bytes: (await jpeg()).length,
			alt_text: 'A loaf',
			binary: 'picture_1',
		},
	]);
	expect(await bytes('picture_1')).toEqual(await jpeg());
});

it('a preview reads a file that several accounts get once', async () => {
	const { id } = await picture(harness);
	harness.requests();
	const cakes = harness.service.accountId('Cakes on Pagebook');
	const { binary, media } = await preview({
		mediaSource: 'library',
		mediaIds: [id],
		accountIds: [bread(harness), cakes],
	});
	expect(media.map((file) => file.binary)).toEqual(['picture_1', 'picture_1']);
	expect(Object.keys(binary)).toEqual(['picture_1']);
	const requests = harness.requests().filter((name) => name.endsWith('_media'));
	expect(requests).toEqual(['get_media', 'download_media']);
});

it('a file that the media library does not have is a problem', async () => {
	const { error, json, media } = await preview({ mediaSource: 'library', mediaIds: ['lost'] });
	expect(error).toBeUndefined();
	expect(json).toMatchObject({ ready: false });
	expect(json.message).toContain('The media library has no file lost.');
	expect(media).toEqual([expect.objectContaining({ name: 'lost', width: null })]);
});

it('a file of the media library that cannot be downloaded is described all the same', async () => {
	const { id } = await picture(harness);
	harness.service.faults.add({
		operation: 'download_media',
		times: 9,
		action: { kind: 'status', when: 'before', status: 403 },
	});
	const library = { mediaSource: 'library', mediaIds: [id] };
	const { binary, error, hints, media } = await preview(library);
	expect(error).toBeUndefined();
	expect(binary).toEqual({});
	expect(media).toEqual([expect.objectContaining({ name: 'bread.jpg', width: 320 })]);
	expect(hints[0]?.message).toContain('"bread.jpg" is not shown. Could not download the file');
});

it('a preview names the pictures of all accounts in their order, each with its address', async () => {
	const body = await jpeg();
	const { origin } = await host.open(() => ({ body }));
	const { id } = await picture(harness);
	const row = (mediaUrls: string) => ({ accountId: bread(harness), mediaIds: id, mediaUrls });
	const cakes = { accountId: harness.service.accountId('Cakes on Pagebook') };
	const { binary, media } = await preview({
		destinationInput: 'perAccount',
		destinations: { destination: [row(`${origin}/own.jpg`), cakes] },
		mediaSource: 'address',
		mediaUrls: `${origin.replace('//', '//ann:secret@')}/shared.jpg`,
	});
	expect(media.map(({ name, binary: file, url }) => [name, file, url])).toEqual([
		['bread.jpg', 'picture_1', undefined],
		['own.jpg', 'picture_2', `${origin}/own.jpg`],
		['shared.jpg', 'picture_3', `${origin}/shared.jpg`],
	]);
	expect(Object.keys(binary)).toEqual(['picture_1', 'picture_2', 'picture_3']);
});

it('an address that cannot be reached is an error, unless its file can be left out', async () => {
	const address = { mediaSource: 'address', mediaUrls: 'http://127.0.0.1:1/bread.jpg' };
	const { error } = await preview(address);
	expect(error?.message).toMatch(/^Could not download the file at 127\.0\.0\.1:1/);
	const skipped = await preview({ ...address, options: { missingMedia: 'skip' } });
	const reason = expect.stringContaining('127.0');
	expect(skipped.media).toEqual([expect.objectContaining({ skipped: reason })]);
	expect(skipped.json.message).toMatch(/^Ready for 1 of 1 account\. Without a file: .*127\.0/);
	expect(skipped.hints[0]).toMatchObject({ message: expect.stringMatching(/Without a file: /) });
});

it.each([
	['split', 'Bread '.repeat(9_000), /needs \d+ replies, and a thread has at most 5\.$/],
	['shorten', 'x'.repeat(300), /contains a word or a link of more than 280 characters\.$/],
])('a text that %s cannot make fit is a problem', async (textOverflow, text, problem) => {
	const { error, json } = await preview({ text, options: { textOverflow } });
	expect(error).toBeUndefined();
	const [account = {}] = json.accounts as IDataObject[];
	expect(account).toMatchObject({ ready: false, text, changes: [] });
	expect((account.problems as string[])[0]).toMatch(problem);
});

it('a choice of pictures that does not exist is an error', async () => {
	const { error } = await preview({ options: { pictures: 'all' } });
	expect(error?.message).toBe("'Pictures' must be attached, embedded or none");
});
