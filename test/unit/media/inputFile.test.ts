import { createHash } from 'crypto';
import fc from 'fast-check';

import {
	hashFile,
	readRange,
	readWhole,
	splitIntoParts,
	type InputFile,
} from '../../../nodes/SocialPublishing/media/inputFile';
import { readPropertyNames } from '../../../nodes/SocialPublishing/properties/parameters';

async function* chunksOf(sizes: number[]): AsyncIterable<Buffer> {
	let next = 0;
	for (const size of sizes) yield Buffer.from(Array.from({ length: size }, () => next++ % 251));
}

it('parts contain all bytes in order, all of the requested size except the last', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.nat(40)), fc.integer({ min: 1, max: 50 }), async (sizes, size) => {
			const parts: Buffer[] = [];
			for await (const part of splitIntoParts(chunksOf(sizes), size)) parts.push(part);
			const whole: Buffer[] = [];
			for await (const chunk of chunksOf(sizes)) whole.push(chunk);
			expect(Buffer.concat(parts)).toEqual(Buffer.concat(whole));
			expect(parts.slice(0, -1).every(({ length }) => length === size)).toBe(true);
			const last = parts.at(-1)?.length ?? size;
			expect(last).toBeGreaterThan(0);
			expect(last).toBeLessThanOrEqual(size);
		}),
	);
});

describe('a file', () => {
	const sizes = fc.array(fc.nat(20), { maxLength: 8 });
	const fileOf = (chunkSizes: number[]): InputFile => ({
		name: 'file',
		sizeBytes: chunkSizes.reduce((sum, size) => sum + size, 0),
		open: async () => await Promise.resolve(chunksOf(chunkSizes)),
	});
	const content = (sizeBytes: number) =>
		Buffer.from(Array.from({ length: sizeBytes }, (_, index) => index % 251));

	it('is read in whole', async () => {
		await fc.assert(
			fc.asyncProperty(sizes, async (chunkSizes) => {
				const file = fileOf(chunkSizes);
				const whole = content(file.sizeBytes);
				expect(await readWhole(file)).toEqual(whole);
				expect(await hashFile(file)).toBe(createHash('sha256').update(whole).digest('hex'));
			}),
		);
	});

	it('is read in part', async () => {
		await fc.assert(
			fc.asyncProperty(sizes, fc.nat(100), fc.nat(100), async (chunkSizes, offset, length) => {
				const file = fileOf(chunkSizes);
				const part = content(file.sizeBytes).subarray(offset, offset + length);
				expect(await readRange(file, offset, length)).toEqual(part);
			}),
		);
	});

	it('is read no further than necessary', async () => {
		let chunks = 0;
		async function* endless(): AsyncIterable<Buffer> {
			for (;;) {
				chunks++;
				yield Buffer.alloc(10);
			}
		}
		const file = {
			name: 'file',
			sizeBytes: 1e9,
			open: async () => await Promise.resolve(endless()),
		};
		expect(await readRange(file, 15, 5)).toHaveLength(5);
		expect(chunks).toBe(2);
	});
});

it.each([
	['data', ['data']],
	[' data , picture,', ['data', 'picture']],
	[
		['data', 'picture'],
		['data', 'picture'],
	],
	['', []],
	[undefined, []],
])('names of binary fields: %j', (value, expected) => {
	expect(readPropertyNames(value, 'Fields')).toEqual(expected);
});
