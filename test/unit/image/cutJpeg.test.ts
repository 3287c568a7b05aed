import sharp from 'sharp';

import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { bytes } from '../../corpus/bytes';
import { insert, segment } from '../../corpus/jpegSegments';
import { randomNumbers } from '../../corpus/mutate';
import { scene } from '../../corpus/scene';
import { END, grayJpeg, type Plan } from './grayJpeg';

const limits = { maxWidth: 2048, maxHeight: 2048, quality: 85 };
const prepare = async (jpeg: Buffer) => await preparePicture(jpeg, 'photo.jpg', limits);
/** Whether it is passed through as it is. */
const isPassed = async (jpeg: Buffer) =>
	await prepare(jpeg).then(
		({ bytes: prepared }) => prepared === jpeg,
		() => false,
	);
const photo = async (options = {}) =>
	await (await scene(300, 200)).jpeg({ quality: 80, ...options }).toBuffer();
const startOfData = (jpeg: Buffer) => jpeg.indexOf(bytes(0xff, 0xda)) + 14;

/** A decoder that refuses whatever is not quite right. */
const decodes = async (jpeg: Buffer) =>
	await sharp(jpeg, { failOn: 'warning' })
		.raw()
		.toBuffer()
		.then(
			() => true,
			() => false,
		);

const color = ['1x1', '1x1', '1x1'];
const together = [0, 1, 2];
// The picture has 5 × 4 blocks, 3 × 4 of two blocks in width, 3 × 2 of two blocks in both directions.
it.each<[string, Plan]>([
	['full resolution', { sampling: color, scans: [{ parts: together, units: 20 }] }],
	['4:2:0', { sampling: ['2x2', '1x1', '1x1'], scans: [{ parts: together, units: 6 }] }],
	['4:2:2', { sampling: ['2x1', '1x1', '1x1'], scans: [{ parts: together, units: 12 }] }],
	['restart markers', { sampling: color, scans: [{ parts: together, units: 20 }], interval: 2 }],
	[
		'more restart markers',
		{ sampling: color, scans: [{ parts: together, units: 20 }], interval: 1 },
	],
])('preparePicture passes a JPEG through only with all of its blocks: %s', async (_name, plan) => {
	const jpeg = grayJpeg(plan);
	expect(await decodes(jpeg)).toBe(true);
	expect(await isPassed(jpeg)).toBe(true);
	for (const [index, { units }] of plan.scans.entries()) {
		for (const difference of [-5, 5]) {
			const scans = plan.scans.map((scan, at) =>
				at === index ? { ...scan, units: units + difference } : scan,
			);
			expect(await isPassed(grayJpeg({ ...plan, scans }))).toBe(false);
		}
	}
});

it('preparePicture passes a JPEG through only if one scan has all of its colors', async () => {
	const scans = [
		{ parts: [0], units: 20 },
		{ parts: [1, 2], units: 20 },
	];
	expect(await isPassed(grayJpeg({ sampling: color, scans }))).toBe(false);
	expect(await isPassed(grayJpeg({ sampling: color, scans: scans.slice(1) }))).toBe(false);
});

describe('a JPEG', () => {
	it.each([{}, { chromaSubsampling: '4:4:4' }, { optimiseCoding: false }, { quality: 100 }])(
		'with all its blocks is passed through: %j',
		async (options) => {
			expect(await isPassed(await photo(options))).toBe(true);
		},
	);

	it('whose data is cut is refused, although it has its end marker', async () => {
		const jpeg = await photo();
		const data = startOfData(jpeg);
		for (const share of [0, 0.1, 0.5, 0.9, 0.999]) {
			const kept = data + Math.floor((jpeg.length - 2 - data) * share);
			const cut = Buffer.concat([jpeg.subarray(0, kept), END]);
			await expect(prepare(cut)).rejects.toMatchObject({
				message: 'The picture "photo.jpg" could not be prepared: the JPEG file is cut off',
			});
		}
	});

	it('with a second frame is not passed through', async () => {
		const jpeg = await photo();
		const frame = segment(0xc0, bytes(8, 0xff, 0xff, 0xff, 0xff, 3, 1, 17, 0, 2, 17, 0, 3, 17, 0));
		const data = startOfData(jpeg) - 14;
		const twice = Buffer.concat([jpeg.subarray(0, data), frame, jpeg.subarray(data)]);
		await expect(prepare(twice)).rejects.toThrow('the JPEG file is damaged');
	});

	it.each<[string, number]>([
		['quantization', 0xdb],
		['Huffman', 0xc4],
	])('without its %s tables is not passed through', async (_name, marker) => {
		const jpeg = Buffer.from(await photo());
		for (let at = 0; (at = jpeg.indexOf(bytes(0xff, marker), at)) >= 0; at++) jpeg[at + 1] = 0xfe;
		expect(await isPassed(jpeg)).toBe(false);
	});

	it('with other tables that nothing uses is passed through', async () => {
		const unused = segment(0xdb, Buffer.concat([bytes(0x13), Buffer.alloc(128, 1)]));
		expect(await isPassed(insert(await photo(), unused))).toBe(true);
	});

	it('decodes without a warning whenever it is passed through', async () => {
		const jpeg = await photo();
		const data = startOfData(jpeg);
		const random = randomNumbers(5);
		const passed: boolean[] = [];
		for (let index = 0; index < 50; index++) {
			const damaged = Buffer.from(jpeg);
			for (let count = random(3); count >= 0; count--) {
				damaged[data + random(damaged.length - data - 2)] = random(256);
			}
			// A changed byte may become an end marker.
			const whole = await isPassed(damaged);
			if (whole) expect(await decodes(damaged)).toBe(true);
			passed.push(whole);
		}
		expect(passed).toContain(false);
	});
});
