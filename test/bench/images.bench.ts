/*
 * Prepares large pictures with the node and with sharp, in turn, and prints how much longer the node takes, and for how
 * long n8n can do nothing else meanwhile. For a case that misses a goal, or for each with --profile, it prints the time
 * of each step. Then prints the peak memory of a process that prepares one 48-megapixel photo, and fails if that is
 * too much. Times never fail it, because other work on the machine affects them.
 *
 * npm run build && npx tsx test/bench/images.bench.ts
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { prepareWithSharp, psnr } from '../corpus/compare';
import { scene } from '../corpus/scene';
import { bundleImage, type ImageBundle } from './imageBundle';
import { imageCases, type ImageCase } from './imageCases';
import { longestHoldMs, probeKnownBlock } from './imageHold';
import { describeSpread, medianOf } from './interleave';
import { profileOnce, type Image, type Profile } from './imageProfile';

const limits = { maxWidth: 2048, maxHeight: 2048, quality: 85 };
const ROUNDS = 11;
const PROFILE_ROUNDS = 5;
/** Runs before the measurement, for V8 to optimize the code. */
const WARM_UP_ROUNDS = 3;
const GOAL_HOLD_MS = 100;
const KNOWN_BLOCK_MS = 50;
const MAX_PEAK_BYTES = 250_000_000;
const PROFILES_ALL = process.argv.includes('--profile');

async function durationMs(work: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}

async function compare(image: Image, { name, goalRatio, make }: ImageCase): Promise<void> {
	const source = await (await make()).toBuffer();
	const withNode = async () => (await image.preparePicture(source, name, limits)).bytes;
	const withSharp = async () => await prepareWithSharp(source, limits);
	for (let round = 0; round < WARM_UP_ROUNDS; round++) await withNode();
	const decibels = await psnr(await withNode(), await withSharp());

	const rounds: Array<{ nodeMs: number; sharpMs: number; holdMs: number }> = [];
	for (let round = 0; round < ROUNDS; round++) {
		const nodeMs = await durationMs(withNode);
		const sharpMs = await durationMs(withSharp);
		rounds.push({ nodeMs, sharpMs, holdMs: await longestHoldMs(withNode) });
	}
	const ratios = rounds.map(({ nodeMs, sharpMs }) => nodeMs / sharpMs);
	const holds = rounds.map(({ holdMs }) => holdMs);
	// Other work on the machine affects the shortest time the least.
	const shortestMs = Math.min(...rounds.map(({ nodeMs }) => nodeMs));
	const shortestSharpMs = Math.min(...rounds.map(({ sharpMs }) => sharpMs));
	console.log(
		[
			name.padEnd(22),
			`${(source.length / 1e6).toFixed(1)} MB`.padStart(8),
			`${shortestMs.toFixed(0)} ms`.padStart(8),
			`${shortestSharpMs.toFixed(0)} ms`.padStart(8),
			describeSpread(ratios).padStart(20),
			(shortestMs / shortestSharpMs).toFixed(2).padStart(8),
			(goalRatio === undefined ? '–' : `≤ ${goalRatio}`).padStart(6),
			describeSpread(holds, 0).padStart(17),
			`${decibels.toFixed(1)} dB`.padStart(8),
		].join(' '),
	);
	const missesGoal = medianOf(ratios) > (goalRatio ?? Infinity) || medianOf(holds) > GOAL_HOLD_MS;
	if (missesGoal || PROFILES_ALL) console.log(`  ${await describeSteps(image, source)}`);
}

async function describeSteps(image: Image, source: Buffer): Promise<string> {
	const profiles: Profile[] = [];
	for (let round = 0; round < PROFILE_ROUNDS; round++) {
		profiles.push(await profileOnce(image, source, limits));
	}
	const step = (name: keyof Profile) =>
		`${name} ${medianOf(profiles.map((profile) => profile[name])).toFixed(0)} ms`;
	return (['start', 'decode', 'scale', 'convert', 'encode'] as const).map(step).join(', ');
}

/** Measured in a separate process, because a peak cannot be reset. */
async function peakBytes({ path }: ImageBundle): Promise<number> {
	const photo = join(dirname(path), 'photo.jpg');
	writeFileSync(photo, await (await scene(8000, 6000)).jpeg({ quality: 92 }).toBuffer());
	const script = `
		const { readFileSync } = require('node:fs');
		const { preparePicture } = require(${JSON.stringify(path)});
		preparePicture(readFileSync(${JSON.stringify(photo)}), 'photo.jpg', ${JSON.stringify(limits)})
			.then(() => console.log(readFileSync('/proc/self/status', 'utf8')));`;
	const status = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
	// Not resourceUsage(): it includes memory from before the process ran Node.js.
	return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

async function main(): Promise<void> {
	const bundle = await bundleImage();
	try {
		const image = bundle.load();
		const probedMs = await probeKnownBlock(KNOWN_BLOCK_MS);
		console.log(`The probe shows a block of ${KNOWN_BLOCK_MS} ms as ${probedMs.toFixed(1)} ms.`);
		console.log(
			`${''.padEnd(22)}              shortest time      ratio to sharp                  holds the loop, ms`,
		);
		console.log(
			`${''.padEnd(22)}   source     node    sharp  median (10 to 90 %) shortest   goal  goal ≤ ${GOAL_HOLD_MS}     PSNR`,
		);
		for (const each of imageCases) await compare(image, each);
		const peak = await peakBytes(bundle);
		console.log(
			`48 MP JPEG, peak memory: ${(peak / 1e6).toFixed(0)} of ${MAX_PEAK_BYTES / 1e6} MB`,
		);
		if (!(peak <= MAX_PEAK_BYTES)) process.exitCode = 1;
	} finally {
		bundle.remove();
	}
}

void main();
