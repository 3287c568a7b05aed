/*
 * Prepares large pictures with the node and with sharp, in turn, and prints how much longer the node takes. Then
 * prints the peak memory of a process that prepares one 48-megapixel photo. Fails if a limit is exceeded.
 *
 * npm run build && npx tsx test/bench/images.bench.ts
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from 'esbuild';

import { preparePicture } from '../../nodes/SocialPublishing/image/prepare';
import { prepareWithSharp, psnr } from '../corpus/compare';
import { scene, transparentScene } from '../corpus/scene';
import './loadWasm';

const limits = { maxWidth: 2048, maxHeight: 2048, quality: 85 };
const ROUNDS = 9;
/** Runs before the measurement, for V8 to optimize the code. */
const WARM_UP_ROUNDS = 3;
const NODES = join(__dirname, '../../nodes/SocialPublishing');
const BUILT_CODEC = join(__dirname, '../../dist/nodes/SocialPublishing/vendor/magick.js');
const MAX_PEAK_BYTES = 250_000_000;

const cases = [
	{
		name: '12 MP JPEG',
		maxRatio: 2.5,
		make: async () => (await scene(4000, 3000)).jpeg({ quality: 92 }),
	},
	{
		name: '12 MP phone JPEG',
		maxRatio: 2.5,
		make: async () =>
			(await scene(4000, 3000))
				.withMetadata({ orientation: 6 })
				.withIccProfile('p3')
				.jpeg({ quality: 92 }),
	},
	{
		name: '48 MP JPEG',
		maxRatio: 2.5,
		make: async () => (await scene(8000, 6000)).jpeg({ quality: 92 }),
	},
	{ name: '4 MP PNG', maxRatio: 4, make: async () => (await scene(2000, 2000)).png() },
	{
		name: '4 MP PNG, transparent',
		maxRatio: 4,
		make: async () => (await transparentScene(2000, 2000)).png(),
	},
	{ name: '12 MP PNG', maxRatio: 4, make: async () => (await scene(4000, 3000)).png() },
	{ name: '4 MP WebP', maxRatio: 4, make: async () => (await scene(2000, 2000)).webp() },
	{
		name: '4 MP WebP, transparent',
		maxRatio: 4,
		make: async () => (await transparentScene(2000, 2000)).webp(),
	},
];

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
	const start = performance.now();
	const result = await work();
	return { ms: performance.now() - start, result };
}

async function warmUp(): Promise<void> {
	for (const { name, make } of cases) {
		const source = await (await make()).toBuffer();
		for (let round = 0; round < WARM_UP_ROUNDS; round++) await preparePicture(source, name, limits);
	}
}

async function compare({ name, maxRatio, make }: (typeof cases)[number]): Promise<boolean> {
	const source = await (await make()).toBuffer();
	const nodeMs: number[] = [];
	const sharpMs: number[] = [];
	let decibels = 0;
	for (let round = 0; round < ROUNDS; round++) {
		const node = await timed(async () => await preparePicture(source, name, limits));
		const sharp = await timed(async () => await prepareWithSharp(source, limits));
		nodeMs.push(node.ms);
		sharpMs.push(sharp.ms);
		if (round === 0) decibels = await psnr(node.result.bytes, sharp.result);
	}
	// Other work on the machine affects the shortest time the least.
	const [shortestMs, shortestSharpMs] = [Math.min(...nodeMs), Math.min(...sharpMs)];
	const ratio = shortestMs / shortestSharpMs;
	console.log(
		[
			name.padEnd(24),
			`${(source.length / 1e6).toFixed(1)} MB`.padStart(8),
			`${shortestMs.toFixed(0)} ms`.padStart(8),
			`${shortestSharpMs.toFixed(0)} ms`.padStart(8),
			`${ratio.toFixed(2)} of ${maxRatio}`.padStart(12),
			`${decibels.toFixed(1)} dB`.padStart(9),
		].join(' '),
	);
	return ratio <= maxRatio;
}

/** Measured in a separate process, because a peak cannot be reset, and with the built codec, which is larger. */
async function peakBytes(): Promise<number> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-images-'));
	const photo = join(folder, 'photo.jpg');
	writeFileSync(photo, await (await scene(8000, 6000)).jpeg({ quality: 92 }).toBuffer());
	const prepare = join(folder, 'prepare.js');
	await build({
		entryPoints: [join(NODES, 'image/prepare.ts')],
		outfile: prepare,
		bundle: true,
		format: 'cjs',
		platform: 'node',
		alias: { '../vendor/magick': BUILT_CODEC },
		external: [BUILT_CODEC],
		supported: { 'dynamic-import': false },
	});
	const script = `
		const { readFileSync } = require('node:fs');
		const { preparePicture } = require(${JSON.stringify(prepare)});
		preparePicture(readFileSync(${JSON.stringify(photo)}), 'photo.jpg', ${JSON.stringify(limits)})
			.then(() => console.log(readFileSync('/proc/self/status', 'utf8')));`;
	try {
		const status = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
		// Not resourceUsage(): it includes memory from before the process ran Node.js.
		return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

async function main(): Promise<void> {
	await warmUp();
	console.log(`${''.padEnd(24)}  source     node    sharp        ratio      PSNR`);
	let isWithinLimits = true;
	for (const each of cases) isWithinLimits = (await compare(each)) && isWithinLimits;
	const peak = await peakBytes();
	console.log(`48 MP JPEG, peak memory: ${(peak / 1e6).toFixed(0)} of ${MAX_PEAK_BYTES / 1e6} MB`);
	if (!isWithinLimits || !(peak <= MAX_PEAK_BYTES)) process.exitCode = 1;
}

void main();
