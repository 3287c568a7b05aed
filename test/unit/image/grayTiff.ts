import { bits, toBytes } from '../../corpus/bits';
import { text, uint16LE, uint32LE } from '../../corpus/bytes';

export const WIDTH = 32;
export const HEIGHT = 8;
/** The lightest gray, as a share of white. */
export const HIGHEST = 0.9;

/** A TIFF with one strip. The tags have numbers of two bytes. */
export function tiff(tags: Array<[tag: number, ...values: number[]]>, data: Buffer): Buffer {
	let outside = Buffer.alloc(0);
	const entries = tags.map(([tag, ...values]) => {
		const content = Buffer.concat(values.map(uint16LE));
		const isInside = content.length <= 4;
		const stored = isInside
			? Buffer.concat([content, Buffer.alloc(4)]).subarray(0, 4)
			: uint32LE(8 + data.length + outside.length);
		if (!isInside) outside = Buffer.concat([outside, content]);
		return Buffer.concat([uint16LE(tag), uint16LE(3), uint32LE(values.length), stored]);
	});
	const start = 8 + data.length + outside.length;
	return Buffer.concat([
		text('II*\0'),
		uint32LE(start),
		data,
		outside,
		uint16LE(entries.length),
		...entries,
		uint32LE(0),
	]);
}

/** Numbers of any depth, in rows that end on a whole byte. Those of 16, 24 and 32 bits are little-endian. */
function pack(values: number[], depth: number): Buffer {
	if (depth > 8 && depth % 8 === 0) {
		return Buffer.concat(values.map((value) => uint32LE(value).subarray(0, depth / 8)));
	}
	return toBytes(...values.map((value) => bits(value, depth)));
}

/** From black on the left to light gray on the right, counted from black or from white. */
export function gradient(depth: number, isFromWhite: boolean): Buffer {
	const most = 2 ** depth - 1;
	const row = Array.from({ length: WIDTH }, (_, x) => {
		const value = Math.round((most * HIGHEST * x) / (WIDTH - 1));
		return isFromWhite ? most - value : value;
	});
	const data = Buffer.concat(Array<Buffer>(HEIGHT).fill(pack(row, depth)));
	return tiff(grayTags(depth, isFromWhite ? 0 : 1, data.length), data);
}

/** The tags of an uncompressed picture with one number per pixel. */
export const grayTags = (
	depth: number,
	interpretation: number,
	length: number,
): Array<[number, ...number[]]> => [
	[256, WIDTH],
	[257, HEIGHT],
	[258, depth],
	[259, 1],
	[262, interpretation],
	[273, 8],
	[277, 1],
	[278, HEIGHT],
	[279, length],
];

/** Black, and half transparent at the right. The gray counts from white. */
export function transparent(depth: number): Buffer {
	const most = 2 ** depth - 1;
	const row = Array.from({ length: WIDTH }, (_, x) => [most, x < WIDTH / 2 ? most : most >>> 1]);
	const data = Buffer.concat(Array<Buffer>(HEIGHT).fill(pack(row.flat(), depth)));
	const tags = grayTags(depth, 0, data.length).map(([tag, ...values]): [number, ...number[]] => {
		if (tag === 258) return [tag, depth, depth];
		return tag === 277 ? [tag, 2] : [tag, ...values];
	});
	return tiff([...tags, [338, 2]], data);
}
