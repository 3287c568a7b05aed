import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A picture in one color, without a limit on its size. */
export const solid = (width: number, height: number) =>
	sharp({ create: { width, height, channels: 3, background: '#0a0' }, limitInputPixels: false });

/** Overwrites bytes, starting `skip` bytes after the start of a marker. */
export function patch(bytes: Buffer, marker: string, skip: number, value: string): Buffer {
	const copy = Buffer.from(bytes);
	Buffer.from(value, 'hex').copy(copy, copy.indexOf(Buffer.from(marker, 'latin1')) + skip);
	return copy;
}

export function pngChunk(type: string, data: Buffer): Buffer {
	const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const chunk = Buffer.alloc(typed.length + 8);
	chunk.writeUInt32BE(data.length, 0);
	typed.copy(chunk, 4);
	chunk.writeUInt32BE(crc32(typed), chunk.length - 4);
	return chunk;
}

/** Black, one bit per pixel: the most pixels per byte of a PNG. */
export function blackPng(width: number, height = width): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.writeUInt8(1, 8);
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		pngChunk('IHDR', header),
		pngChunk('IDAT', deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1)))),
		pngChunk('IEND', Buffer.alloc(0)),
	]);
}

/** A progressive JPEG that repeats its last scan. */
export async function withScans(count: number, width: number, height: number): Promise<Buffer> {
	const jpeg = await solid(width, height).jpeg({ progressive: true }).toBuffer();
	const scans = jpeg.toString('latin1').split('\xff\xda').length - 1;
	const lastScan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from('ffda', 'hex')), -2);
	return Buffer.concat([
		jpeg.subarray(0, -2),
		...Array<Buffer>(count - scans).fill(lastScan),
		jpeg.subarray(-2),
	]);
}

/** An AVIF whose item repeats its data, which are at the end of the file. */
export function manyFrames(avif: Buffer, count: number): Buffer {
	const box = avif.indexOf('mdat') - 4;
	const data = avif.subarray(box + 8);
	const [start, length] = [Buffer.alloc(8), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	const head = Buffer.from(avif.subarray(0, box));
	head.writeUInt32BE(data.length * count, head.indexOf(length, head.indexOf('iloc')));
	start.writeUInt32BE(8 + data.length * count);
	start.write('mdat', 4, 'latin1');
	return Buffer.concat([head, start, ...Array<Buffer>(count).fill(data)]);
}

/** A HEIF file in which every picture and tile claims to be a square with this side. */
export function announce(heif: Buffer, side: number): Buffer {
	const copy = Buffer.from(heif);
	for (let at = copy.indexOf('ispe'); at >= 0; at = copy.indexOf('ispe', at + 4)) {
		copy.writeUInt32BE(side, at + 8);
		copy.writeUInt32BE(side, at + 12);
	}
	return copy;
}
