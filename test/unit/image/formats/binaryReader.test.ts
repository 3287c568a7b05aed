import fc from 'fast-check';

import {
	BitReader,
	ByteReader,
} from '../../../../nodes/SocialPublishing/image/formats/binaryReader';
import { CutOffError } from '../../../../nodes/SocialPublishing/image/imageErrors';
import { bits, golomb, toBytes } from '../../../corpus/bits';
import { bytes, littleEndian, text, uint } from '../../../corpus/bytes';

describe('ByteReader', () => {
	const before = text('??');

	it('reads numbers in either byte order', () => {
		fc.assert(
			fc.property(fc.nat(0xff), fc.nat(0xffff), fc.nat(), (one, two, four) => {
				const numbers = [uint(one, 1), uint(two, 2), uint(four, 4)];
				for (const isLittle of [false, true]) {
					const stored = isLittle ? numbers.map(littleEndian) : numbers;
					const reader = new ByteReader(Buffer.concat([before, ...stored]), isLittle);
					expect(reader.length).toBe(9);
					expect(reader.uint8(2)).toBe(one);
					expect(reader.uint16(3)).toBe(two);
					expect(reader.uint32(5)).toBe(four);
				}
			}),
		);
	});

	it('reads numbers of any length', () => {
		fc.assert(
			fc.property(fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 8), fc.maxSafeNat(), (length, random) => {
				const number = random % 2 ** (8 * length);
				const reader = new ByteReader(Buffer.concat([before, uint(number, length)]));
				expect(reader.uint(2, length)).toBe(number);
			}),
		);
	});

	it('reads text', () => {
		expect(new ByteReader(text('a picture')).text(2, 3)).toBe('pic');
	});

	it.each<[string, (reader: ByteReader, offset: number) => unknown, number]>([
		['uint8', (reader, offset) => reader.uint8(offset), 1],
		['uint16', (reader, offset) => reader.uint16(offset), 2],
		['uint32', (reader, offset) => reader.uint32(offset), 4],
		['a long number', (reader, offset) => reader.uint(offset, 8), 8],
		['a number of any length', (reader, offset) => reader.uint(offset, 5), 5],
		['text', (reader, offset) => reader.text(offset, 6), 6],
	])('refuses to read outside the file: %s', (_name, read, length) => {
		const reader = new ByteReader(Buffer.alloc(20));
		expect(() => read(reader, 20 - length)).not.toThrow();
		expect(() => read(reader, 20 - length + 1)).toThrow(CutOffError);
		expect(() => read(reader, -1)).toThrow(CutOffError);
	});
});

describe('BitReader', () => {
	it('reads numbers one after the other, wherever they start', () => {
		const number = fc
			.nat(32)
			.chain((count) =>
				fc.nat(2 ** 31 - 1).map((random) => ({ count, value: random % 2 ** count })),
			);
		fc.assert(
			fc.property(fc.array(number), fc.nat(40), fc.nat(2 ** 31 - 2), (numbers, skipped, last) => {
				const reader = new BitReader(
					toBytes(
						...numbers.map(({ value, count }) => bits(value, count)),
						'1'.repeat(skipped),
						golomb(last),
						'10',
					),
				);
				for (const { count, value } of numbers) expect(reader.bits(count)).toBe(value);
				reader.skip(skipped);
				expect(reader.exponentialGolomb()).toBe(last);
				expect([reader.flag(), reader.flag()]).toEqual([true, false]);
			}),
		);
	});

	it.each([0, 1, 2, 2 ** 31 - 1, 2 ** 32 - 2])(
		'reads the exponential-Golomb number %d',
		(number) => {
			expect(new BitReader(toBytes(golomb(number))).exponentialGolomb()).toBe(number);
		},
	);

	it('reads too many leading zeros as the largest exponential-Golomb number', () => {
		expect(new BitReader(Buffer.alloc(100)).exponentialGolomb()).toBe(2 ** 32 - 1);
	});

	it('refuses to read past the end', () => {
		const reader = new BitReader(bytes(0xff));
		expect(reader.bits(8)).toBe(255);
		expect(() => reader.bits(1)).toThrow(CutOffError);
	});
});
