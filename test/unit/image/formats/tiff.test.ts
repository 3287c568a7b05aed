import fc from 'fast-check';

import { readHeader } from '../../../../nodes/SocialPublishing/image/formats/header';
import { CutOffError, DamagedError } from '../../../../nodes/SocialPublishing/image/imageErrors';
import { littleEndian, text, uint16, uint32 } from '../../../corpus/bytes';

const SHORT = 3;
const LONG = 4;
const WIDTH = 256;
const HEIGHT = 257;
const PARTS = {
	strips: { offsets: 273, lengths: 279 },
	tiles: { offsets: 324, lengths: 325 },
};

interface Tag {
	tag: number;
	type: number;
	values: number[];
}

/** TIFF 6.0, section 2. Values that do not fit into their entry come before the directory. */
function tiff(tags: Tag[], isLittleEndian: boolean, data = Buffer.alloc(0)): Buffer {
	const inOrder = (number: Buffer) => (isLittleEndian ? littleEndian(number) : number);
	let outside: Buffer = data;
	const entries = tags.map(({ tag, type, values }) => {
		const content = Buffer.concat(
			values.map((value) => inOrder(type === SHORT ? uint16(value) : uint32(value))),
		);
		let stored: Buffer = Buffer.concat([content, Buffer.alloc(4)]).subarray(0, 4);
		if (content.length > 4) {
			stored = inOrder(uint32(8 + outside.length));
			outside = Buffer.concat([outside, content]);
		}
		return Buffer.concat([
			...[tag, type].map((n) => inOrder(uint16(n))),
			inOrder(uint32(values.length)),
			stored,
		]);
	});
	return Buffer.concat([
		text(isLittleEndian ? 'II' : 'MM'),
		inOrder(uint16(42)),
		inOrder(uint32(8 + outside.length)),
		outside,
		inOrder(uint16(entries.length)),
		...entries,
	]);
}

const read = (...parameters: Parameters<typeof tiff>) => readHeader('tiff', tiff(...parameters));
const one = (tag: number, value: number, type = LONG): Tag => ({ tag, type, values: [value] });
const size = [one(WIDTH, 30), one(HEIGHT, 20)];
const anyOrder = fc.boolean();
const anyType = fc.constantFrom(SHORT, LONG);

it('readHeader reads the dimensions of a TIFF in either byte order', () => {
	const length = fc.nat(0xffff);
	fc.assert(
		fc.property(length, length, anyType, anyType, anyOrder, (width, height, type, other, order) => {
			const tags = [one(254, 7), one(WIDTH, width, type), one(HEIGHT, height, other), one(258, 9)];
			expect(read(tags, order)).toMatchObject({ width, height });
		}),
	);
	expect(read([one(WIDTH, 70_000), one(HEIGHT, 80_000)], false)).toMatchObject({
		width: 70_000,
		height: 80_000,
	});
});

it.each([
	['width', [one(HEIGHT, 5)]],
	['height', [one(WIDTH, 5)]],
	['size', []],
])('readHeader reports a TIFF without its %s as damaged', (_name, tags) => {
	expect(() => read(tags, true)).toThrow(DamagedError);
});

it('readHeader reports a TIFF without the end of its directory as cut off', () => {
	expect(() => readHeader('tiff', tiff(size, true).subarray(0, -1))).toThrow(CutOffError);
	expect(() => readHeader('tiff', text('II*\0\0\0\0'))).toThrow(CutOffError);
});

it('readHeader ignores TIFF tags of unknown types', () => {
	expect(read([{ tag: 33_432, type: 2, values: [1, 2, 3] }, ...size], true)).toMatchObject({
		width: 30,
		height: 20,
	});
});

describe.each(Object.entries(PARTS))(
	'readHeader, for a TIFF in %s,',
	(_name, { offsets, lengths }) => {
		it('requires all the data', () => {
			const lengthsOfParts = fc.array(fc.integer({ min: 1, max: 10_000 }), {
				minLength: 1,
				maxLength: 4,
			});
			fc.assert(
				fc.property(lengthsOfParts, anyType, anyType, anyOrder, (parts, type, other, order) => {
					// Each part ends with the file.
					const make = (missing: number) => {
						const values = (total: number) => parts.map((length) => total - length + missing);
						const tags = (total: number): Tag[] => [
							...size,
							{ tag: offsets, type, values: values(total) },
							{ tag: lengths, type: other, values: parts },
						];
						const data = Buffer.alloc(Math.max(...parts));
						const total = tiff(tags(data.length), order, data).length;
						return tiff(tags(total), order, data);
					};
					expect(readHeader('tiff', make(0))).toMatchObject({ width: 30, height: 20 });
					expect(() => readHeader('tiff', make(1))).toThrow(CutOffError);
				}),
			);
		});

		it('checks as many parts as have both an offset and a length', () => {
			const place = (...values: number[]) => ({ tag: offsets, type: LONG, values });
			const length = (...values: number[]) => ({ tag: lengths, type: LONG, values });
			expect(() => read([...size, place(0), length(1, 1e6)], true)).not.toThrow();
			expect(() => read([...size, place(0, 1e6), length(1)], true)).not.toThrow();
			expect(() => read([...size, place(1e6)], true)).not.toThrow();
			expect(() => read([...size, length(1e6)], true)).not.toThrow();
			expect(() => read([...size, place(0, 1e6), length(1, 1)], true)).toThrow(CutOffError);
		});
	},
);
