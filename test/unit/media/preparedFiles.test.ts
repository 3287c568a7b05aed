import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import sharp from 'sharp';

import { box } from '../../corpus/mp4';
import { mp4 } from '../../service/tests/mediaFiles';
import { jpeg, png } from '../support/files';
import { itemWithFile } from '../support/nodeHarness';
import { useUploads } from './uploads';

const { harness, upload, media } = useUploads();

const item = async (bytes: Buffer, name = 'bread.jpg') =>
	await itemWithFile(bytes, name, 'image/jpeg');
const unprepared = { prepareImage: false };
const count = (operation: string) => harness.journal(operation).length;

it.each<[string, Buffer, string]>([
	['a segment of a streamed video', box('moof', Buffer.alloc(64)), 'only a segment of a streamed'],
	[
		'a movie of an unknown brand',
		Buffer.concat([box('ftyp', Buffer.from('abcd\0\0\0\0')), box('moov')]),
		'not an MP4 file',
	],
])('Upload refuses %s as a video, not as a picture', async (_name, bytes, reason) => {
	const { error } = await upload([await item(bytes, 'clip.mp4')]);
	expect(error?.message).toContain(`The video "clip.mp4" cannot be uploaded: it is ${reason}`);
	expect(harness.requests()).toEqual([]);
});

describe('Prepare Image, if it is off,', () => {
	it('sends a JPEG unchanged', async () => {
		const picture = await jpeg();
		const { error, items } = await upload([await item(picture)], {
			...unprepared,
			preparedBinaryPropertyName: 'prepared',
		});
		expect(error).toBeUndefined();
		expect(media()).toMatchObject([
			{ name: 'bread.jpg', type: 'image/jpeg', sizeBytes: picture.length },
		]);
		expect(items[0]?.json).not.toHaveProperty('preparation');
		expect(items[0]?.binary).toBeUndefined();
		expect(count('get_capabilities')).toBe(0);
	});

	it('refuses any other picture', async () => {
		const { error } = await upload([await item(await png(), 'bread.png')], unprepared);
		expect(error?.message).toBe(`The file "bread.png" is not a JPEG, and 'Prepare Image' is off`);
		expect(error?.description).toMatch(/^Nothing was sent\. Turn on 'Prepare Image'/);
		expect(harness.requests()).toEqual([]);
	});

	it('sends a video unchanged', async () => {
		const { error } = await upload([await item(mp4(), 'bread.mp4')], unprepared);
		expect(error).toBeUndefined();
		expect(media()).toMatchObject([{ name: 'bread.mp4', type: 'video/mp4' }]);
	});

	it('opens a video with many fragments only five times', async () => {
		const fragment = Buffer.concat([box('moof'), box('mdat', Buffer.alloc(900))]);
		const video = Buffer.concat([mp4(), ...Array<Buffer>(1_000).fill(fragment)]);
		const input = [await item(video, 'bread.mp4')];
		const stream = jest.spyOn(Container.get(BinaryDataService), 'getAsStream');
		const { error } = await upload(input, unprepared);
		expect(error).toBeUndefined();
		// To detect its kind, to check it, to recognize it and its upload in a Retry, and to upload it.
		expect(stream).toHaveBeenCalledTimes(5);
	});
});

describe('a file of the input item', () => {
	it.each<[string, () => Promise<Buffer>, RegExp]>([
		['is empty', async () => await Promise.resolve(Buffer.alloc(0)), /^The file "a" is empty$/],
		[
			'is not a picture',
			async () => await Promise.resolve(Buffer.from('text')),
			/not a picture in a known format/,
		],
		['is a video in another format', async () => await Promise.resolve(mp4('hvc1')), /H\.265/],
		[
			'is not an MP4',
			async () => await Promise.resolve(Buffer.from('1a45dfa3'.repeat(20), 'hex')),
			/not an MP4 file/,
		],
	])('is refused before anything is sent if it %s', async (_what, make, reason) => {
		const { error } = await upload([await item(await make(), 'a')]);
		expect(error?.message).toMatch(reason);
		expect(error?.description).toMatch(/^Nothing was sent\. /);
		expect(harness.requests()).toEqual([]);
	});

	it('is refused before anything is sent if it is a picture of more than 100 MB', async () => {
		const input = [await item(await png(), 'bread.png')];
		const refusal = async (fileSize: number) => {
			const store = Container.get(BinaryDataService);
			jest.spyOn(store, 'getMetadata').mockResolvedValueOnce({ fileSize });
			return (await upload(input)).error?.message;
		};
		expect(await refusal(100_000_001)).toBe('The file "bread.png" is larger than 100 MB');
		expect(harness.requests()).toEqual([]);
		expect(await refusal(100_000_000)).toBeUndefined();
	});
});

describe('the limits of the workspace for pictures', () => {
	it('can be tightened by the options', async () => {
		const { items } = await upload([await item(await jpeg(600, 400))], {
			maxWidth: 300,
			quality: 50,
		});
		expect(items[0]?.json).toMatchObject({
			preparation: { to: { width: 300, height: 200, quality: 50 } },
		});
		const [one] = media();
		expect(await sharp(harness.service.mediaBytes(String(one?.id))).metadata()).toMatchObject({
			format: 'jpeg',
			width: 300,
		});
	});

	it('are requested once for all items', async () => {
		const { error } = await upload([await item(await png()), await item(await png())]);
		expect(error).toBeUndefined();
		expect(count('get_capabilities')).toBe(1);
	});

	it('are requested again after a failure', async () => {
		harness.service.faults.add({
			operation: 'get_capabilities',
			action: { kind: 'status', when: 'before', status: 403 },
		});
		const input = [await item(await png()), await item(await png())];
		const parameters = {
			text: 'Fresh bread',
			accountIds: [harness.service.accountId('Bread on Shortpost')],
			mediaSource: 'input',
		};
		const continueOnFail = 'continueRegularOutput';
		const { items } = await harness.run('post', 'create', parameters, { input, continueOnFail });
		expect(items.map(({ json }) => 'error' in json)).toEqual([true, false]);
		expect(count('get_capabilities')).toBe(2);
	});
});
