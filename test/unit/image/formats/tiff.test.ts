import fc from 'fast-check';

import { checkTiff } from '../../../../nodes/SocialPublishing/image/formats/tiff';
import { CutOffError, DamagedError } from '../../../../nodes/SocialPublishing/image/imageErrors';
import { littleEndian, text, uint16, uint32 } from '../../../corpus/bytes';

const SHORT = 3;
const LONG = 4;
const WIDTH = 256;
const HEIGHT = 257;
const TILE_OFFSETS = 324;
const TILE_BYTE_COUNTS = 325;

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

const check = (...parameters: Parameters<typeof tiff>) => checkTiff(tiff(...parameters));
const one = (tag: number, value: number, type = LONG): Tag => ({ tag, type, values: [value] });
const size = [one(WIDTH, 30), one(HEIGHT, 20)];
const anyOrder = fc.boolean();
const anyType = fc.constantFrom(SHORT, LONG);

it('checkTiff reports a TIFF without the end of its directory as cut off', () => {
	expect(() => checkTiff(tiff(size, true).subarray(0, -13))).toThrow(CutOffError);
	expect(() => checkTiff(text('II*\0\0\0\0'))).toThrow(CutOffError);
});

it('checkTiff requires all tiles', () => {
	const lengthsOfTiles = fc.array(fc.integer({ min: 1, max: 10_000 }), {
		minLength: 1,
		maxLength: 4,
	});
	fc.assert(
		fc.property(lengthsOfTiles, anyType, anyType, anyOrder, (tiles, type, other, order) => {
			// Each tile ends with the file.
			const make = (missing: number) => {
				const values = (total: number) => tiles.map((length) => total - length + missing);
				const tags = (total: number): Tag[] => [
					...size,
					{ tag: TILE_OFFSETS, type, values: values(total) },
					{ tag: TILE_BYTE_COUNTS, type: other, values: tiles },
				];
				const data = Buffer.alloc(Math.max(...tiles));
				const total = tiff(tags(data.length), order, data).length;
				return tiff(tags(total), order, data);
			};
			expect(() => checkTiff(make(0))).not.toThrow();
			expect(() => checkTiff(make(1))).toThrow(CutOffError);
		}),
	);
});

it('checkTiff accepts at most 262,144 tiles', () => {
	const tiles = (count: number): Tag => ({
		tag: TILE_OFFSETS,
		type: SHORT,
		values: Array<number>(count).fill(0),
	});
	expect(() => check([...size, tiles(262_144)], true)).not.toThrow();
	expect(() => check([...size, tiles(262_145)], true)).toThrow(DamagedError);
});
