import {
	checkVideo,
	VIDEO_SIZE_LIMIT_BYTES,
} from '../../../nodes/SocialPublishing/media/checkVideo';
import { box, mp4, track } from '../../corpus/mp4';

/** Counts the bytes read, to show that the media data are not. */
async function check(
	file: Buffer,
	sizeBytes = file.length,
): Promise<{ readBytes: number; reads: number }> {
	const seen = { readBytes: 0, reads: 0 };
	const read = async (offset: number, length: number) => {
		const part = file.subarray(offset, offset + length);
		seen.readBytes += part.length;
		seen.reads += 1;
		return await Promise.resolve(part);
	};
	await checkVideo(read, sizeBytes, 'clip.mp4');
	return seen;
}

it.each(['isom', 'iso5', 'mp42', 'avc1', 'M4V '])(
	'accepts H.264 in an MP4 file of brand "%s"',
	async (brand) => {
		await check(mp4({ brand }));
		await check(mp4({ brand, descriptionFirst: true }));
	},
);

it('accepts a file whose data box has a 64-bit length, and one whose last box extends to the end', async () => {
	const large = Buffer.alloc(16 + 100);
	large.writeUInt32BE(1, 0);
	large.write('mdat', 4, 'latin1');
	large.writeUInt32BE(large.length, 12);
	await check(Buffer.concat([large.subarray(0, 0), mp4(), large]));

	const open = mp4({ descriptionFirst: true, dataBytes: 300 });
	open.writeUInt32BE(0, open.length - 308);
	await check(open);
});

it('reads the boxes, not the media data', async () => {
	const { readBytes } = await check(mp4({ dataBytes: 9_000_000 }));
	expect(readBytes).toBeLessThan(5000);
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
])('refuses video of the format %s', async (format, name) => {
	await expect(check(mp4({ tracks: [track('vide', format)] }))).rejects.toMatchObject({
		message: `The video "clip.mp4" cannot be uploaded: its video is ${name}, and the service accepts only H.264`,
		advice: 'Convert it to an MP4 file with H.264 video, then retry.',
	});
});

it('refuses a file in which one of several videos is not H.264', async () => {
	const tracks = [track('vide', 'avc1'), track('vide', 'hvc1')];
	await expect(check(mp4({ tracks }))).rejects.toThrow('H.265');
});

it('refuses a file without video', async () => {
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
])('refuses %s', async (_name, file) => {
	await expect(check(file)).rejects.toThrow('it is not an MP4 file');
});

it('accepts 9,999,999 bytes and refuses 10,000,000', async () => {
	const file = mp4({ descriptionFirst: true, dataBytes: 100 });
	const padTo = (sizeBytes: number) => {
		const rest = Buffer.alloc(sizeBytes - file.length);
		rest.writeUInt32BE(rest.length, 0);
		rest.write('free', 4, 'latin1');
		return Buffer.concat([file, rest]);
	};
	await check(padTo(VIDEO_SIZE_LIMIT_BYTES - 1));
	await expect(check(padTo(VIDEO_SIZE_LIMIT_BYTES))).rejects.toThrow(
		'it has 10.0 MB, and the service accepts less than 10.0 MB',
	);
});

describe('damaged and hostile files', () => {
	it('refuses a file that is cut off at any point', async () => {
		const file = mp4({ dataBytes: 200 });
		for (let length = 32; length < file.length; length += 7) {
			await expect(check(file.subarray(0, length))).rejects.toThrow(
				'"clip.mp4" cannot be uploaded',
			);
		}
	});

	it('refuses boxes of zero length and endless boxes', async () => {
		const start = mp4().subarray(0, 24);
		const empty = Buffer.concat([
			start,
			Buffer.alloc(2_000_000, Buffer.from('\0\0\0\x08free', 'latin1')),
		]);
		const { reads } = await check(empty).catch(() => ({ reads: 0 }));
		expect(reads).toBeLessThan(20_000);
		const negative = Buffer.concat([
			start,
			Buffer.alloc(400, Buffer.from('\0\0\0\x03moov', 'latin1')),
		]);
		await expect(check(negative)).rejects.toThrow('cannot be uploaded');
	});

	it('searches as many boxes as a genuine video has', async () => {
		const [type, description] = [mp4().subarray(0, 20), mp4({ dataBytes: 0 }).subarray(28)];
		const boxes = (count: number) => Buffer.alloc(8 * count, box('free'));
		await check(Buffer.concat([type, boxes(9_998), description]));
		await expect(check(Buffer.concat([type, boxes(9_999), description]))).rejects.toThrow(
			'cut off or damaged',
		);
	});

	it('refuses a file description that is far too large', async () => {
		const [type, video] = [mp4().subarray(0, 20), track('vide', 'avc1')];
		const description = (contentBytes: number) =>
			box('moov', video, box('free', Buffer.alloc(contentBytes - video.length - 8)));
		await check(Buffer.concat([type, description(4_000_000)]));
		await expect(check(Buffer.concat([type, description(4_000_001)]))).rejects.toThrow(
			'cut off or damaged',
		);
	});

	it('refuses a video without a description of its frames', async () => {
		const handler = box('hdlr', Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(13));
		const tracks = [track('vide', 'avc1'), box('trak', box('mdia', handler))];
		await expect(check(mp4({ tracks }))).rejects.toThrow('cut off or damaged');
	});

	it('passes on why the file could not be read', async () => {
		const file = mp4();
		const read = async (offset: number, length: number) => {
			if (offset > 0) throw new Error('no such file');
			return await Promise.resolve(file.subarray(0, length));
		};
		await expect(checkVideo(read, file.length, 'clip.mp4')).rejects.toThrow('no such file');
	});
});

it('accepts a file with tracks that describe nothing, and with a second description', async () => {
	const tracks = [box('free'), box('trak'), box('trak', box('mdia')), track('vide', 'avc4')];
	const second = box('moov', track('vide', 'hvc1'));
	await check(Buffer.concat([mp4({ tracks }), second]));
});
