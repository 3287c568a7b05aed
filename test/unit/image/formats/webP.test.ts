import fc from 'fast-check';

import { readHeader } from '../../../../nodes/SocialPublishing/image/formats/header';
import { CutOffError, DamagedError } from '../../../../nodes/SocialPublishing/image/imageErrors';
import { bytes, littleEndian, text, uint, uint16LE, uint32LE } from '../../../corpus/bytes';

const uint24LE = (value: number) => littleEndian(uint(value, 3));
const file = (chunk: string, content: Buffer) => {
	const chunks = Buffer.concat([text(`WEBP${chunk}`), uint32LE(content.length), content]);
	return Buffer.concat([text('RIFF'), uint32LE(chunks.length), chunks]);
};

/** The two highest bits state how to scale the picture for display, which no program does. */
const lossy = (width: number, height: number, scales: number) =>
	file(
		'VP8 ',
		Buffer.concat([
			bytes(0xff, 0xff, 0xff, 0x9d, 0x01, 0x2a),
			uint16LE(width | (scales << 14)),
			uint16LE(height | (scales << 14)),
		]),
	);
/** The highest bits state the transparency and the version. */
const lossless = (width: number, height: number, version: number) =>
	file(
		'VP8L',
		Buffer.concat([bytes(0x2f), uint32LE(width - 1 + (height - 1) * 2 ** 14 + version * 2 ** 28)]),
	);
const extended = (width: number, height: number, flags: number) =>
	file('VP8X', Buffer.concat([bytes(flags, 0, 0, 0), uint24LE(width - 1), uint24LE(height - 1)]));

it.each([
	['lossy', lossy, 2 ** 14 - 1, 3],
	['lossless', lossless, 2 ** 14, 15],
	['extended', extended, 2 ** 24, 255],
])(
	'readHeader reads the dimensions of a WebP, and requires its last byte: %s',
	(_name, make, maximum, maximumRest) => {
		const length = fc.integer({ min: 1, max: maximum });
		fc.assert(
			fc.property(length, length, fc.nat(maximumRest), (width, height, rest) => {
				const picture = make(width, height, rest);
				expect(readHeader('webp', picture)).toMatchObject({ width, height });
				expect(() => readHeader('webp', picture.subarray(0, -1))).toThrow(CutOffError);
			}),
		);
	},
);

it('readHeader reports a WebP with an unknown first chunk as damaged', () => {
	expect(() => readHeader('webp', file('ALPH', Buffer.alloc(40)))).toThrow(DamagedError);
});
