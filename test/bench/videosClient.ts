/*
 * n8n's process for `videos.bench.ts`: uploads videos, then downloads them, and prints how its memory grows.
 *
 * node --expose-gc videosClient.ts <Target as JSON> <number of videos> <bytes of each>
 */
import { byId, runBuilt, type Target } from './serviceRuns';

import { Readable } from 'node:stream';
import type { INodeExecutionData } from 'n8n-workflow';

import { storeBinary } from '../engine';
import { mp4 } from '../service/tests/mediaFiles';

const SAMPLE_EVERY_MS = 10;
const PART_BYTES = 16_384;

const toMb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

async function settledBytes(): Promise<number> {
	for (let round = 0; round < 3; round++) {
		globalThis.gc?.();
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	return process.memoryUsage.rss();
}

/** Prints how far the memory rises during the work, and how much of that is left after it. */
async function watch<T>(name: string, work: () => Promise<T>): Promise<T> {
	const beforeBytes = await settledBytes();
	let peakBytes = beforeBytes;
	const timer = setInterval(() => {
		peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
	}, SAMPLE_EVERY_MS);
	const result = await work();
	clearInterval(timer);
	const afterBytes = await settledBytes();
	console.log(
		`  ${name}: ${toMb(beforeBytes)} before, at most ${toMb(peakBytes - beforeBytes)} more, ${toMb(afterBytes - beforeBytes)} more afterwards`,
	);
	return result;
}

async function storedVideo(content: Buffer | Readable): Promise<INodeExecutionData> {
	return { json: {}, binary: { data: await storeBinary(content, 'bread.mp4', 'video/mp4') } };
}

/** A video in small parts: a whole one in memory would already have raised it. */
function* videoParts(sizeBytes: number): Generator<Buffer> {
	const head = mp4('avc1', 0);
	const dataBytes = sizeBytes - head.length;
	// The last box of the file is the one with the data.
	head.writeUInt32BE(8 + dataBytes, head.length - 8);
	yield head;
	for (let left = dataBytes; left > 0; left -= PART_BYTES) {
		yield Buffer.alloc(Math.min(left, PART_BYTES), 1);
	}
}

async function main(): Promise<void> {
	const [, , targetJson = '', count = '', sizeBytes = ''] = process.argv;
	const target: Target = JSON.parse(targetJson);
	const input: INodeExecutionData[] = [];
	for (let index = 0; index < Number(count); index++) {
		input.push(await storedVideo(Readable.from(videoParts(Number(sizeBytes)))));
	}
	// So that all code is loaded before.
	const [small] = (await runBuilt(target, 'media:upload', {}, [await storedVideo(mp4())])).items;
	if (small === undefined) throw new Error('The small video was not uploaded');
	await runBuilt(target, 'media:download', { mediaId: byId('={{ $json.id }}') }, [small]);

	const uploaded = await watch('up', async () => await runBuilt(target, 'media:upload', {}, input));
	const media = uploaded.items.map(({ json }) => ({ json }));
	const downloaded = await watch(
		'down',
		async () =>
			await runBuilt(target, 'media:download', { mediaId: byId('={{ $json.id }}') }, media),
	);
	const sizes = downloaded.items.map(({ binary }) => binary?.data?.bytes);
	if (sizes.length !== Number(count) || sizes.some((size) => size !== Number(sizeBytes))) {
		throw new Error(`Unexpected sizes: ${sizes.join()}`);
	}
	process.disconnect?.();
}

void main();
