import { deflateSync, crc32 } from 'node:zlib';

import sharp from 'sharp';

import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { bytes, text, uint16, uint16LE, uint32 } from '../../corpus/bytes';
import { HEIGHT, WIDTH, gradient, grayTags, tiff, transparent } from './grayTiff';

const limits = { maxWidth: 2048, maxHeight: 2048, quality: 95 };

function largePalette(): Buffer {
	const data = Buffer.concat(Array<Buffer>(HEIGHT * WIDTH).fill(uint16LE(300)));
	const tags = grayTags(16, 3, data.length);
	return tiff([...tags, [320, ...Array<number>(3 * 1024).fill(500)]], data);
}

function transparentPng(colorType: 0 | 2): Buffer {
	const chunk = (type: string, content: Buffer) => {
		const checked = Buffer.concat([text(type), content]);
		return Buffer.concat([uint32(content.length), checked, uint32(crc32(checked))]);
	};
	const samples = colorType === 0 ? 1 : 3;
	const color = Buffer.concat(Array<Buffer>(samples).fill(uint16(0x1234)));
	const row = Buffer.concat([bytes(0), ...Array<Buffer>(WIDTH).fill(color)]);
	return Buffer.concat([
		bytes(0x89),
		text('PNG\r\n\x1a\n'),
		chunk('IHDR', Buffer.concat([uint32(WIDTH), uint32(HEIGHT), bytes(16, colorType, 0, 0, 0)])),
		chunk('tRNS', color),
		chunk('IDAT', deflateSync(Buffer.concat(Array<Buffer>(HEIGHT).fill(row)))),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

const noise = () => sharp({ create: { width: 160, height: 96, channels: 3, background: '#369' } });

/** An AVIF with a property that selects the first of several layers, or the second operating point. */
async function layeredAvif(type: string, ...content: number[]): Promise<Buffer> {
	const avif = await noise().avif({ effort: 0 }).toBuffer();
	const property = avif.indexOf(text('pixi'));
	avif.write(type, property, 'latin1');
	avif.set(content, property + 4);
	return avif;
}

/** An AVIF whose `meta` box comes last and does not state its length. */
async function openAvif(): Promise<Buffer> {
	const avif = await noise().avif({ effort: 0 }).toBuffer();
	avif.writeUInt32BE(0, avif.indexOf(text('meta')) - 4);
	return avif;
}

it.each<[string, () => Promise<Buffer> | Buffer, string, RegExp]>([
	[
		'a TIFF with a palette of 16 bits',
		largePalette,
		'it is a TIFF file with a palette of more than 8 bits',
		/^Save it as a PNG or JPEG/,
	],
	[
		'a TIFF with CMYK tiles in JPEG',
		async () =>
			await noise()
				.toColourspace('cmyk')
				.tiff({ compression: 'jpeg', tile: true, tileWidth: 64, tileHeight: 64 })
				.toBuffer(),
		'it is a kind of TIFF file that',
		/^Save it as a PNG or JPEG/,
	],
	[
		'a gray PNG of 16 bits with a transparent color',
		() => transparentPng(0),
		'it is a PNG file with 16 bits per color and a transparent color',
		/^Save it with 8 bits per color/,
	],
	[
		'a PNG of 16 bits with a transparent color',
		() => transparentPng(2),
		'it is a PNG file with 16 bits per color and a transparent color',
		/^Save it with 8 bits per color/,
	],
	[
		'a layer of an AVIF',
		async () => await layeredAvif('lsel', 0, 0),
		'the picture is one of several layers in the file',
		/^Save it as a PNG or JPEG/,
	],
	[
		'a layer at another operating point of an AVIF',
		async () => await layeredAvif('a1op', 1),
		'the picture is one of several layers in the file',
		/^Save it as a PNG or JPEG/,
	],
	[
		'a TIFF of 24 bits',
		() => gradient(24, true),
		'it is a TIFF file with 24 bits per color',
		/^Save it as a PNG or JPEG/,
	],
	[
		'a TIFF of one bit with transparency',
		() => transparent(1),
		'it is a TIFF file with one bit per color and transparency',
		/^Save it as a PNG or JPEG/,
	],
	[
		'an AVIF of unstated length',
		openAvif,
		'it is a kind of AVIF file that',
		/^Save it as a PNG or JPEG/,
	],
])('preparePicture says that %s is not supported', async (_name, make, reason, advice) => {
	await expect(preparePicture(await make(), 'a', limits)).rejects.toMatchObject({
		message: expect.stringMatching(new RegExp(`could not be prepared: ${reason}.* not supported$`)),
		advice: expect.stringMatching(advice),
	});
});
