import { createHash } from 'crypto';
import fc from 'fast-check';

import {
	hashFile,
	readStart,
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

	it('has a start of any length, whatever its chunks', async () => {
		await fc.assert(
			fc.asyncProperty(sizes, fc.nat(200), async (chunkSizes, length) => {
				const file = fileOf(chunkSizes);
				const whole = content(file.sizeBytes);
				expect(await readStart(file, length)).toEqual(whole.subarray(0, length));
			}),
		);
	});

	it('is read no further than necessary, and closed', async () => {
		const { file, work } = countedFile('file', content(1_000), 10);
		expect(await readStart(file, 15)).toHaveLength(15);
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
