import { VIDEO_SIZE_LIMIT_BYTES } from '../../../nodes/SocialPublishing/media/fileFailure';
import { box, mp4, track } from '../../corpus/mp4';
import { checkCounted as check } from './checkCounted';

it.each(['isom', 'iso5', 'mp42', 'avc1', 'M4V '])(
	'checkVideo accepts H.264 in an MP4 file of brand "%s"',
	async (brand) => {
		await check(mp4({ brand }));
		await check(mp4({ brand, descriptionFirst: true }));
	},
);

it('checkVideo accepts a data box with a 64-bit length, and a last box that extends to the end of the file', async () => {
	const large = Buffer.alloc(16 + 100);
	large.writeUInt32BE(1, 0);
	large.write('mdat', 4, 'latin1');
	large.writeUInt32BE(large.length, 12);
	await check(Buffer.concat([large.subarray(0, 0), mp4(), large]));

	const open = mp4({ descriptionFirst: true, dataBytes: 300 });
	open.writeUInt32BE(0, open.length - 308);
	await check(open);
});

it.each([
	['hvc1', 'H.265 (HEVC)'],
	['hev1', 'H.265 (HEVC)'],
	['dvh1', 'Dolby Vision'],
	['dvhe', 'Dolby Vision'],
	['vp08', 'VP8'],
	['av01', 'AV1'],
	['vp09', 'VP9'],
	['mp4v', 'MPEG-4 Part 2'],
	['encv', 'encrypted'],
	['abcd', 'in the format "abcd"'],
	['a\0~\xff', 'in the format "a?~?"'],
])('checkVideo refuses the video format %s: %s', async (format, name) => {
	await expect(check(mp4({ tracks: [track('vide', format)] }))).rejects.toMatchObject({
		message: `The video "clip.mp4" cannot be uploaded: its video is ${name}, but the service accepts only H.264`,
		advice: 'Convert it to an MP4 file with H.264 video, then retry.',
	});
});

it('checkVideo refuses a file if one of several videos is not H.264', async () => {
	const tracks = [track('vide', 'avc1'), track('vide', 'hvc1')];
	await expect(check(mp4({ tracks }))).rejects.toThrow('H.265');
});

it('checkVideo refuses a file without video', async () => {
	await expect(check(mp4({ tracks: [track('soun', 'mp4a')] }))).rejects.toThrow(
		'it contains no video',
	);
});

it.each([
	['QuickTime', mp4({ brand: 'qt  ' })],
	['WebM', Buffer.from('1a45dfa3'.padEnd(200, '0'), 'hex')],
	['AVI', Buffer.from('RIFF\0\0\0\0AVI LIST'.padEnd(200, '\0'), 'latin1')],
	['a picture', Buffer.from('ffd8ffe0'.padEnd(200, '0'), 'hex')],
	['nothing', Buffer.alloc(0)],
])('checkVideo refuses a file that is not an MP4: %s', async (_name, file) => {
	await expect(check(file)).rejects.toThrow('it is not an MP4 file');
});

it('checkVideo accepts 9,999,999 bytes and refuses 10,000,000', async () => {
	const file = mp4({ descriptionFirst: true, dataBytes: 100 });
	const padTo = (sizeBytes: number) => {
		const rest = Buffer.alloc(sizeBytes - file.length);
		rest.writeUInt32BE(rest.length, 0);
		rest.write('free', 4, 'latin1');
		return Buffer.concat([file, rest]);
	};
	await check(padTo(VIDEO_SIZE_LIMIT_BYTES - 1));
	await expect(check(padTo(VIDEO_SIZE_LIMIT_BYTES))).rejects.toThrow(
		'it is 10,000,000 bytes, but the service only accepts videos smaller than 10,000,000 bytes',
	);
	await expect(check(padTo(10_060_000))).rejects.toThrow(
		'it is 10.1 MB, but the service only accepts videos smaller than 10.0 MB',
	);
});

it.each(['styp', 'sidx', 'moof'])(
	'checkVideo refuses a segment of a streamed video, which starts with %s',
	async (type) => {
		const segment = Buffer.concat([box(type, Buffer.alloc(16)), mp4().subarray(20)]);
		await expect(check(segment)).rejects.toMatchObject({
			message: 'The video "clip.mp4" cannot be uploaded: it is only a segment of a streamed video',
			advice: 'Use the whole video as an MP4 file, then retry.',
		});
	},
);

it.each([
	['no data box', mp4({ dataBytes: 0, descriptionFirst: true }).subarray(0, -8)],
	['an empty data box', mp4({ dataBytes: 0 })],
])(
	'checkVideo refuses the start of a streamed video without any of it: %s',
	async (_name, file) => {
		await expect(check(file)).rejects.toMatchObject({
			message:
				'The video "clip.mp4" cannot be uploaded: it describes a streamed video, but contains none of it',
			advice: 'Use the whole video as an MP4 file, then retry.',
		});
	},
);

it('checkVideo ignores tracks without a handler, and a second movie box', async () => {
	const tracks = [box('free'), box('trak'), box('trak', box('mdia')), track('vide', 'avc4')];
	const second = box('moov', track('vide', 'hvc1'));
	await check(Buffer.concat([mp4({ tracks }), second]));
});
