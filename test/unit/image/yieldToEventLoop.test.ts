import { readFile } from 'node:fs';

import { QUALITY_STEP } from '../../../nodes/SocialPublishing/image/codec';
import type * as yieldToEventLoopModule from '../../../nodes/SocialPublishing/image/yieldToEventLoop';
import { yieldToEventLoop } from '../../../nodes/SocialPublishing/image/yieldToEventLoop';
import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { resample } from '../../../nodes/SocialPublishing/image/resample/resample';
import { scene } from '../../corpus/scene';

jest.mock<typeof yieldToEventLoopModule>(
	'../../../nodes/SocialPublishing/image/yieldToEventLoop',
	() => {
		const actual = jest.requireActual<typeof yieldToEventLoopModule>(
			'../../../nodes/SocialPublishing/image/yieldToEventLoop',
		);
		return { yieldToEventLoop: jest.fn(actual.yieldToEventLoop) };
	},
);

const limits = { maxWidth: 2048, maxHeight: 2048, quality: 85 };

it('yieldToEventLoop lets timers, immediates and input run', async () => {
	const ran: string[] = [];
	setTimeout(() => ran.push('timer'), 0);
	setImmediate(() => ran.push('immediate'));
	readFile(__filename, () => ran.push('input'));
	// Counts pauses, not time: on a busy machine, any time may pass in one of them.
	for (let pause = 0; pause < 1_000_000 && ran.length < 3; pause++) await yieldToEventLoop();
	expect(ran.sort()).toEqual(['immediate', 'input', 'timer']);
});

/** How often `work` yields to the event loop. */
async function countPauses<T>(work: () => Promise<T>): Promise<{ pauses: number; result: T }> {
	jest.mocked(yieldToEventLoop).mockClear();
	const result = await work();
	return { pauses: jest.mocked(yieldToEventLoop).mock.calls.length, result };
}

describe('yieldToEventLoop', () => {
	const [width, height] = [2000, 1500];

	it('is called several times while a picture is scaled', async () => {
		const bytes = await (await scene(width, height)).raw().toBuffer();
		const pixels = { width, height, bytes, bytesPerPixel: 3, isGray: false };
		const { pauses } = await countPauses(async () => await resample(pixels, 800, 600));
		expect(pauses).toBe(3);
	});

	it('is called before each encoding at a lower quality', async () => {
		const png = await (await scene(width, height)).png().toBuffer();
		const attempts = async (maxSizeBytes: number) =>
			await countPauses(
				async () => await preparePicture(png, 'a.png', { ...limits, maxSizeBytes }),
			);
		const one = await attempts(10_000_000);
		const several = await attempts(Math.floor(one.result.bytes.length * 0.4));
		const { quality = 0 } = several.result.report.to;
		expect(quality).toBeLessThanOrEqual(65);
		expect(several.pauses - one.pauses).toBe((limits.quality - quality) / QUALITY_STEP);
	});

	it('is called several times while colors are converted', async () => {
		const photo = async (profile: string) =>
			await (await scene(width, height)).withIccProfile(profile).jpeg().toBuffer();
		const [p3, plain] = [await photo('p3'), await (await scene(width, height)).png().toBuffer()];
		const pausesFor = async (bytes: Buffer) =>
			(await countPauses(async () => await preparePicture(bytes, 'photo', limits))).pauses;
		expect((await pausesFor(p3)) - (await pausesFor(plain))).toBe(6);
	});
});

describe('preparePicture, one picture at a time,', () => {
	it('prepares the next picture although nobody waits for the one before', async () => {
		const png = await (await scene(1500, 1000)).png().toBuffer();
		const abandoned = preparePicture(png, 'abandoned.png', limits);
		await Promise.race([abandoned, yieldToEventLoop()]);
		const next = await preparePicture(png, 'next.png', limits);
		expect(next.bytes.equals((await abandoned).bytes)).toBe(true);
	});

	it('fails only for a damaged picture between two others', async () => {
		const jpeg = await (await scene(1500, 1000)).jpeg({ progressive: true }).toBuffer();
		const cutOff = Buffer.concat([jpeg.subarray(0, jpeg.length / 2), jpeg.subarray(-2)]);
		const results = await Promise.allSettled(
			[jpeg, cutOff, jpeg].map(
				async (bytes) => await preparePicture(bytes, 'photo.jpg', { ...limits, maxWidth: 800 }),
			),
		);
		expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
	});
});
