import { createHash } from 'crypto';
import fc from 'fast-check';

import {
	hashFile,
	readForward,
	readWhole,
	type SourceFile,
} from '../../../nodes/SocialPublishing/media/sourceFile';
import { readPropertyNames } from '../../../nodes/SocialPublishing/properties/parameters';
import { chunksOf, countedFile } from './countedFile';

describe('a file', () => {
	const sizes = fc.array(fc.nat(20), { maxLength: 8 });
	const fileOf = (chunkSizes: number[]): SourceFile => ({
		name: 'file',
		sizeBytes: chunkSizes.reduce((sum, size) => sum + size, 0),
		open: async () => await Promise.resolve(chunksOf(chunkSizes)),
	});
	const content = (sizeBytes: number) =>
		Buffer.from(Array.from({ length: sizeBytes }, (_, index) => index % 251));

	it('can be read as a whole and hashed, whatever its chunks', async () => {
		await fc.assert(
			fc.asyncProperty(sizes, async (chunkSizes) => {
				const file = fileOf(chunkSizes);
				const whole = content(file.sizeBytes);
				expect(await readWhole(file)).toEqual(whole);
				expect(await hashFile(file)).toBe(createHash('sha256').update(whole).digest('hex'));
			}),
		);
	});

	it('can be read forward with peek and skip, whatever its chunks', async () => {
		const steps = fc.array(
			fc.record({ step: fc.constantFrom('peek', 'skip'), length: fc.nat(30) }),
		);
		await fc.assert(
			fc.asyncProperty(sizes, steps, async (chunkSizes, all) => {
				const file = fileOf(chunkSizes);
				await readForward(file, async (reader) => {
					let rest = content(file.sizeBytes);
					for (const { step, length } of all) {
						if (step === 'peek') {
							expect(await reader.peek(length)).toEqual(rest.subarray(0, length));
							continue;
						}
						await reader.skip(length);
						rest = rest.subarray(length);
					}
				});
			}),
		);
	});

	it('is read no further than necessary, and closed', async () => {
		const { file, work } = countedFile('file', content(1_000), 10);
		const read = readForward(file, async (reader) => {
			await reader.skip(15);
			return await reader.peek(5);
		});
		expect(await read).toHaveLength(5);
		expect(work).toEqual({ openings: 1, readBytes: 20, open: 0 });
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
])('readPropertyNames(%j) returns %j', (value, expected) => {
	expect(readPropertyNames(value, 'Fields')).toEqual(expected);
});
