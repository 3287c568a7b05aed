import fc from 'fast-check';

import { splitIntoParts } from '../../../nodes/SocialPublishing/media/inputFile';
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
