import { readHeader } from '../../../../nodes/SocialPublishing/image/formats/header';
import { CutOffError, DamagedError } from '../../../../nodes/SocialPublishing/image/imageErrors';
import { bytes, text, uint32 } from '../../../corpus/bytes';

const CHECKSUM = Buffer.alloc(4);
const signature = text('\x89PNG\r\n\x1a\n');
const chunk = (type: string, content = Buffer.alloc(0)) =>
	Buffer.concat([uint32(content.length), text(type), content, CHECKSUM]);
const start = (width: number, height: number, bitDepth: number, colorType: number) =>
	chunk(
		'IHDR',
		Buffer.concat([uint32(width), uint32(height), bytes(bitDepth, colorType, 0, 0, 0)]),
	);
const png = (...chunks: Buffer[]) => readHeader('png', Buffer.concat([signature, ...chunks]));
const data = (length: number) => chunk('IDAT', Buffer.alloc(length));
const end = chunk('IEND');

it('readHeader reads the dimensions of a PNG', () => {
	expect(png(start(70_000, 3, 8, 2), chunk('tEXt', text('a\0b')), data(900), end)).toMatchObject({
		width: 70_000,
		height: 3,
	});
});

it('readHeader accepts data after the end of a PNG', () => {
	expect(() => png(start(1, 1, 8, 2), data(9), end, text('rest'))).not.toThrow();
});

it.each([
	['without an end', [start(1, 1, 8, 2), data(9)]],
	['that ends in a checksum', [start(1, 1, 8, 2), data(9), end.subarray(0, -1)]],
	['that ends in its data', [start(1, 1, 8, 2), data(9).subarray(0, -5)]],
	['that ends in its header', [start(1, 1, 8, 2).subarray(0, 15)]],
])('readHeader reports a PNG %s as cut off', (_name, chunks) => {
	expect(() => png(...chunks)).toThrow(CutOffError);
});

it.each([
	['without a header', [chunk('tEXt', start(1, 1, 8, 2).subarray(8, -4)), data(9), end]],
	['of an unknown color type', [start(1, 1, 8, 5), data(9), end]],
	['without data', [start(1, 1, 8, 2), end]],
])('readHeader reports a PNG %s as damaged', (_name, chunks) => {
	expect(() => png(...chunks)).toThrow(DamagedError);
});

/** Deflate, the compression of PNG, expands a byte to at most 1032. */
it.each([
	['gray', 0, 8, 1032],
	['RGB', 2, 8, 344],
	['palette', 3, 1, 8256],
	['palette of 16 colors', 3, 4, 2064],
	['gray with transparency', 4, 8, 516],
	['RGB with transparency', 6, 16, 129],
])(
	'readHeader refuses a PNG with more pixels than its data can hold: %s',
	(_name, type, bitDepth, pixelsPerByte) => {
		const width = 3 * pixelsPerByte;
		expect(png(start(width, 5, bitDepth, type), data(7), data(8), end)).toMatchObject({
			width,
			height: 5,
		});
		expect(() => png(start(width + 1, 5, bitDepth, type), data(7), data(8), end)).toThrow(
			DamagedError,
		);
	},
);
