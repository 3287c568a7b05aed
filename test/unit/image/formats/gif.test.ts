import { readHeader } from '../../../../nodes/SocialPublishing/image/formats/header';
import { CutOffError, DamagedError } from '../../../../nodes/SocialPublishing/image/imageErrors';
import { bytes, text, uint16LE } from '../../../corpus/bytes';

/** A color table of 2, 4, 8, … colors, and the flags that announce it. */
const table = (sizeCode: number) => ({
	flags: 0x80 | sizeCode,
	colors: Buffer.alloc(3 * 2 ** (sizeCode + 1), 7),
});
const noTable = { flags: 7, colors: Buffer.alloc(0) };
const canvas = (width: number, height: number, { flags, colors } = noTable) =>
	Buffer.concat([text('GIF89a'), uint16LE(width), uint16LE(height), bytes(flags, 0, 0), colors]);
const blocks = (...lengths: number[]) =>
	Buffer.concat([
		...lengths.map((length) => Buffer.concat([bytes(length), Buffer.alloc(length, 9)])),
		bytes(0),
	]);
const comment = Buffer.concat([bytes(0x21, 0xfe), blocks(255, 3)]);
const control = Buffer.concat([bytes(0x21, 0xf9), blocks(4)]);
const frame = (
	[left, top, width, height]: [number, number, number, number],
	{ flags, colors } = noTable,
	data = blocks(255, 80),
) =>
	Buffer.concat([
		bytes(0x2c),
		...[left, top, width, height].map(uint16LE),
		bytes(flags),
		colors,
		bytes(8), // the code size
		data,
	]);
const gif = (...parts: Buffer[]) => readHeader('gif', Buffer.concat(parts));

it('readHeader reads the dimensions of the canvas of a GIF', () => {
	expect(gif(canvas(1000, 700), frame([0, 0, 30, 20]))).toMatchObject({ width: 1000, height: 700 });
});

it('readHeader extends the canvas of a GIF to its first frame', () => {
	expect(gif(canvas(10, 10), frame([300, 2, 400, 3]))).toMatchObject({ width: 700, height: 10 });
	expect(gif(canvas(10, 10), frame([2, 300, 3, 400]))).toMatchObject({ width: 10, height: 700 });
});

it.each([0, 3, 7])(
	'readHeader finds the frame of a GIF after extensions and color tables of size %i',
	(size) => {
		const parts = [
			canvas(10, 10, table(size)),
			comment,
			control,
			frame([0, 0, 20, 30], table(size)),
		];
		expect(gif(...parts)).toMatchObject({ width: 20, height: 30 });
		expect(() => gif(Buffer.concat(parts).subarray(0, -1))).toThrow(CutOffError);
	},
);

it('readHeader needs no data after the first frame of a GIF', () => {
	expect(gif(canvas(5, 5), frame([0, 0, 5, 5]), text('rest'))).toMatchObject({
		width: 5,
		height: 5,
	});
});

it('readHeader reports a GIF without a frame as damaged', () => {
	expect(() => gif(canvas(10, 10), comment, bytes(0x3b))).toThrow(DamagedError);
});

it.each([
	['in its colors', [canvas(10, 10, table(2)).subarray(0, -1)]],
	['in an extension', [canvas(10, 10), comment.subarray(0, -1)]],
	['in its data', [canvas(10, 10), frame([0, 0, 5, 5]).subarray(0, -20)]],
	['before its data', [canvas(10, 10), frame([0, 0, 5, 5], noTable, Buffer.alloc(0))]],
])('readHeader reports a GIF that ends %s as cut off', (_name, parts) => {
	expect(() => gif(...parts)).toThrow(CutOffError);
});
