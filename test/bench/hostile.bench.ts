/*
 * Prepares small files that announce much work, and honest ones that are large, and prints for how long each holds the
 * event loop and what CPU time it takes. A refusal is printed with its reason.
 *
 * npm run build && npm run bench hostile
 */
import { deflateSync } from 'node:zlib';

import sharp, { type Sharp } from 'sharp';

import { checkVideo } from '../../nodes/SocialPublishing/media/checkVideo';
import { box, mp4 } from '../corpus/mp4';
import { bundleImage } from './imageBundle';
import { longestHoldMs } from './imageHold';
import { medianOf } from './interleave';

const limits = { maxWidth: 2048, maxHeight: 2048, quality: 85 };
const ROUNDS = 5;

const solid = (width: number, height: number): Sharp =>
	sharp({
		create: { width, height, channels: 3, background: '#0a0' },
		limitInputPixels: false,
	});

async function manyScans(width: number, height: number, repeated: number): Promise<Buffer> {
	const jpeg = await solid(width, height).jpeg({ progressive: true }).toBuffer();
	const lastScan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from('ffda', 'hex')), -2);
	const scans = Array<Buffer>(repeated).fill(lastScan);
	return Buffer.concat([jpeg.subarray(0, -2), ...scans, jpeg.subarray(-2)]);
}

/** The checksums are wrong, but nothing reads the texts. */
async function texts(count: number): Promise<Buffer> {
	const png = await solid(64, 64).png().toBuffer();
	const content = Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(7_900_000))]);
	const head = Buffer.from('\0\0\0\0zTXt', 'latin1');
	head.writeUInt32BE(content.length);
	const chunk = Buffer.concat([head, content, Buffer.alloc(4)]);
	return Buffer.concat([
		png.subarray(0, 33),
		...Array<Buffer>(count).fill(chunk),
		png.subarray(33),
	]);
}

const pictures: ReadonlyArray<[name: string, make: () => Promise<Buffer>]> = [
	['48 MP JPEG', async () => await solid(8000, 6000).jpeg().toBuffer()],
	[
		'48 MP JPEG, progressive',
		async () => await solid(8000, 6000).jpeg({ progressive: true }).toBuffer(),
	],
	['65 MP JPEG in 60 scans', async () => await manyScans(8600, 7600, 50)],
	[
		'42 MP WebP of 36 bytes',
		async () => await solid(6500, 6500).webp({ lossless: true, effort: 0 }).toBuffer(),
	],
	['28 MP WebP', async () => await solid(5200, 5200).webp({ effort: 0 }).toBuffer()],
	['8 MP AVIF', async () => await solid(3264, 2448).avif({ effort: 0 }).toBuffer()],
	['48 MP PNG', async () => await solid(8000, 6000).png().toBuffer()],
	[
		'49 MP PNG of 16 bits',
		async () => await solid(7000, 7000).ensureAlpha(0.5).toColourspace('rgb16').png().toBuffer(),
	],
	[
		'49 MP TIFF in CMYK',
		async () =>
			await solid(7000, 7000).toColourspace('cmyk').tiff({ compression: 'lzw' }).toBuffer(),
	],
	['49 MP GIF', async () => await solid(7000, 7000).gif({ effort: 1 }).toBuffer()],
	['PNG with texts of 7.9 GB', async () => await texts(1_000)],
];

const fragment = Buffer.concat([box('moof'), box('mdat', Buffer.alloc(900))]);
const videos: ReadonlyArray<[name: string, bytes: Buffer]> = [
	['MP4 of 1,000 fragments', Buffer.concat([mp4(), ...Array<Buffer>(1_000).fill(fragment)])],
	[
		'MP4 of 9,990 empty boxes',
		Buffer.concat([mp4(), Buffer.alloc(9_990 * 980, box('free', Buffer.alloc(972)))]),
	],
];

async function measure(name: string, sizeBytes: number, work: () => Promise<string>) {
	const holds: number[] = [];
	const cpus: number[] = [];
	let result = '';
	for (let round = 0; round < ROUNDS; round++) {
		const start = process.cpuUsage();
		holds.push(await longestHoldMs(async () => (result = await work())));
		const { user, system } = process.cpuUsage(start);
		cpus.push((user + system) / 1_000);
	}
	const [hold, cpu] = [medianOf(holds), medianOf(cpus)].map((ms) => `${ms.toFixed(0)} ms`);
	console.log(
		name.padEnd(26),
		`${sizeBytes} bytes`.padStart(14),
		`hold ${hold}`,
		`CPU ${cpu}`,
		result,
	);
}

async function* inChunks(bytes: Buffer): AsyncIterable<Buffer> {
	for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

async function main(): Promise<void> {
	const bundle = await bundleImage();
	try {
		const { preparePicture } = bundle.load();
		for (const [name, make] of pictures) {
			const bytes = await make();
			await measure(name, bytes.length, async () =>
				preparePicture(bytes, name, limits).then(({ report }) => report.text, String),
			);
		}
		for (const [name, bytes] of videos) {
			const open = async () => await Promise.resolve(inChunks(bytes));
			const file = { name, sizeBytes: bytes.length, open };
			await measure(name, bytes.length, async () =>
				checkVideo(file).then(() => 'accepted', String),
			);
		}
	} finally {
		bundle.remove();
	}
}

void main();
