import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

import { detectFile } from '../../../nodes/SocialPublishing/image/formats/picture';
import { readHeader as read } from '../../../nodes/SocialPublishing/image/header';
import { CodecError, CutOffError } from '../../../nodes/SocialPublishing/image/imageErrors';
import { withMagick } from '../../../nodes/SocialPublishing/image/magickSession';
import { bytes, text, uint16LE, uint32 } from '../../corpus/bytes';
import { variants } from '../../corpus/variants';

async function readHeader(file: Buffer) {
	const kind = detectFile(file);
	if (kind === 'unknown' || kind === 'bigTiff' || kind === 'mp4' || kind === 'otherVideo') {
		throw new Error(kind);
	}
	return await withMagick(async (magick) => await Promise.resolve(read(magick, kind, file)));
}

/** The header is read without the orientation, so one is enough. */
const upright = variants().filter(({ name }) => !/orientation [2-8]/.test(name));

it.each(upright)('readHeader reads the dimensions of $name', async ({ make, width, height }) => {
	const { hasMore = false, ...header } = await readHeader(await make());
	expect(header).toMatchObject({ width, height });
	expect(hasMore).toBe(false);
});

it('readHeader reads the dimensions of a phone photo, not of its tiles', async () => {
	const heic = readFileSync(join(__dirname, '../../corpus/files/phone.heic'));
	expect(await readHeader(heic)).toMatchObject({ width: 1000, height: 750 });
	await expect(readHeader(heic.subarray(0, -1))).rejects.toThrow(CutOffError);
});

describe('readHeader, for a GIF,', () => {
	const canvas = (width: number, height: number) =>
		Buffer.concat([text('GIF89a'), uint16LE(width), uint16LE(height), bytes(0x80, 0, 0)]);
	const colors = bytes(0, 0, 0, 255, 255, 255);
	const frame = (left: number, top: number, width: number, height: number) =>
		Buffer.concat([
			bytes(0x2c),
			...[left, top, width, height].map(uint16LE),
			bytes(0, 2, 2, 0x4c, 0x01, 0),
		]);
	const end = bytes(0x3b);
	const gif = async (...parts: Buffer[]) => await readHeader(Buffer.concat(parts));

	it.each<[number[], Buffer, number, number]>([
		[[1000, 700], frame(0, 0, 30, 20), 1000, 700],
		[[10, 10], frame(300, 2, 400, 3), 700, 10],
		[[10, 10], frame(2, 300, 3, 400), 10, 700],
	])(
		'extends the canvas of %j to the first frame',
		async ([x = 0, y = 0], first, width, height) => {
			expect(await gif(canvas(x, y), colors, first, end)).toMatchObject({ width, height });
		},
	);

	it('finds a second frame, even one that is cut off', async () => {
		const [first, second] = [frame(0, 0, 9, 9), frame(0, 0, 9, 9)];
		const start = [canvas(9, 9), colors, first];
		expect(await gif(...start, end)).toMatchObject({ hasMore: false });
		expect(await gif(...start)).toMatchObject({ hasMore: false });
		expect(await gif(...start, second, end)).toMatchObject({ hasMore: true });
		expect(await gif(...start, second.subarray(0, 12))).toMatchObject({ hasMore: true });
	});

	it('refuses one without a frame', async () => {
		await expect(gif(canvas(9, 9), colors, end)).rejects.toThrow(CodecError);
	});
});

it.each([0, 1, 2, 3])('readHeader reads whether a PNG has several frames: %i', async (frames) => {
	const create = { width: 9, height: 9, channels: 3, background: '#369' } as const;
	const png = await sharp({ create }).png().toBuffer();
	const chunk = Buffer.concat([uint32(8), text('acTL'), uint32(frames), uint32(0), uint32(0)]);
	const marked = Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
	expect(await readHeader(marked)).toMatchObject({ width: 9, hasMore: frames > 1 });
});
