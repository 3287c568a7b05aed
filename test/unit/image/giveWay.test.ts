import { readFile } from 'node:fs';

import { giveWay } from '../../../nodes/SocialPublishing/image/giveWay';
import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { resample } from '../../../nodes/SocialPublishing/image/resample/resample';
import { inTurn } from '../../../nodes/SocialPublishing/image/turns';
import { scene } from '../../corpus/scene';
import { countRounds } from './eventLoop';

// A busy machine may take long for a picture.
jest.setTimeout(60_000);

const limits = { maxWidth: 2048, maxHeight: 2048, quality: 85 };

it('pauses let timers, immediates and input run', async () => {
	const ran: string[] = [];
	setTimeout(() => ran.push('timer'), 0);
	setImmediate(() => ran.push('immediate'));
	readFile(__filename, () => ran.push('input'));
	// Counts pauses, not time: on a busy machine, any time may pass in one of them.
	for (let pause = 0; pause < 1_000_000 && ran.length < 3; pause++) await giveWay();
	expect(ran.sort()).toEqual(['immediate', 'input', 'timer']);
});

describe('other work runs several times', () => {
	const [width, height] = [2000, 1500];
	const rgb = async () => await (await scene(width, height)).raw().toBuffer();

	it('while a picture is scaled', async () => {
		const bytes = await rgb();
		const pixels = { width, height, bytes, bytesPerPixel: 3, isGrey: false };
		const { rounds } = await countRounds(async () => await resample(pixels, 800, 600));
		expect(rounds).toBeGreaterThanOrEqual(3);
	});

	it('before each attempt to reach the size', async () => {
		const png = await (await scene(width, height)).png().toBuffer();
		const attempts = async (maxSizeBytes: number) =>
			await countRounds(
				async () => await preparePicture(png, 'a.png', { ...limits, maxSizeBytes }),
			);
		await attempts(10_000_000);
		const one = await attempts(10_000_000);
		const several = await attempts(Math.floor(one.result.bytes.length * 0.4));
		expect(several.result.report.to.quality).toBeLessThanOrEqual(65);
		expect(several.rounds).toBeGreaterThanOrEqual(one.rounds + 2);
	});

	it('while colours are converted', async () => {
		const photo = async (profile: string) =>
			await (await scene(width, height)).withIccProfile(profile).jpeg().toBuffer();
		const [p3, plain] = [await photo('p3'), await (await scene(width, height)).png().toBuffer()];
		const prepare = async (bytes: Buffer) =>
			await countRounds(async () => await preparePicture(bytes, 'photo', limits));
		await prepare(plain);
		expect((await prepare(p3)).rounds).toBeGreaterThanOrEqual((await prepare(plain)).rounds + 4);
	});
});

describe('pictures take turns', () => {
	it('one starts after the one before it is done', async () => {
		const events: string[] = [];
		const work = (name: string) => async () => {
			events.push(`${name} starts`);
			for (let pause = 0; pause < 3; pause++) await giveWay();
			events.push(`${name} ends`);
			return name;
		};
		expect(await Promise.all([inTurn(work('a')), inTurn(work('b'))])).toEqual(['a', 'b']);
		expect(events).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
	});

	it('also after a failure in the middle', async () => {
		const failing = inTurn(async () => {
			await giveWay();
			throw new Error('in the middle');
		});
		const next = inTurn(async () => await Promise.resolve('next'));
		await expect(failing).rejects.toThrow('in the middle');
		await expect(next).resolves.toBe('next');
	});

	it('a picture that nobody waits for any more does not hold up the next', async () => {
		const png = await (await scene(1500, 1000)).png().toBuffer();
		const abandoned = preparePicture(png, 'abandoned.png', limits);
		await Promise.race([abandoned, giveWay()]);
		const next = await preparePicture(png, 'next.png', limits);
		expect(next.bytes.equals((await abandoned).bytes)).toBe(true);
	});

	it('a damaged picture between two others fails alone', async () => {
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
