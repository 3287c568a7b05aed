import fc from 'fast-check';

import { ByteReader } from '../../../../nodes/SocialPublishing/image/formats/binaryReader';
import { readHevcSizes } from '../../../../nodes/SocialPublishing/image/formats/hevc';
import { CutOffError } from '../../../../nodes/SocialPublishing/image/imageErrors';
import { bits, golomb, toBytes } from '../../../corpus/bits';
import { bytes, uint16 } from '../../../corpus/bytes';

const VIDEO_PARAMETERS = 32;
const SEQUENCE_PARAMETERS = 33;
const PICTURE_PARAMETERS = 34;

const bit = fc.constantFrom('0', '1');
const length = fc.integer({ min: 1, max: 65_535 });
/** Whether a sub-layer states a profile, in 88 bits, and a level, in 8. */
const subLayer = fc.record({ profile: bit, level: bit });

/** The fields of H.265, 7.3.2.2, up to the dimensions. Unused bits may have any value. */
const parameterSet = fc
	.record({
		unused: bit,
		subLayers: fc.array(subLayer, { maxLength: 6 }),
		id: fc.nat(255),
		chromaFormat: fc.nat(3),
		width: length,
		height: length,
	})
	.map(({ unused, subLayers, id, chromaFormat, width, height }) => {
		const any = (count: number) => unused.repeat(count);
		const content = toBytes(
			bits(SEQUENCE_PARAMETERS, 7) + any(9), // the unit's header
			any(4), // the id of the video parameter set
			bits(subLayers.length, 3),
			any(1 + 96), // nesting, profile and level
			...subLayers.map(({ profile, level }) => profile + level),
			any(subLayers.length > 0 ? 2 * (8 - subLayers.length) : 0),
			...subLayers.map(({ profile, level }) => any(88 * Number(profile) + 8 * Number(level))),
			golomb(id),
			golomb(chromaFormat),
			any(chromaFormat === 3 ? 1 : 0),
			golomb(width),
			golomb(height),
		);
		return { size: { width, height }, content: escaped(content) };
	});

/** H.265, 7.4.1.1: a 3 keeps two zeros and a small number from looking like the start of a unit. */
function escaped(content: Buffer): Buffer {
	const result: number[] = [];
	for (const byte of content) {
		if (byte <= 3 && result.at(-1) === 0 && result.at(-2) === 0) result.push(3);
		result.push(byte);
	}
	return Buffer.from(result);
}

/** Parameter sets of one kind. The highest bit states whether the list is complete. */
const list = (kind: number, contents: Buffer[], isComplete = 0) =>
	Buffer.concat([
		bytes(kind | (isComplete << 7)),
		uint16(contents.length),
		...contents.flatMap((content) => [uint16(content.length), content]),
	]);
const configuration = (...lists: Buffer[]) =>
	Buffer.concat([Buffer.alloc(22, 1), bytes(lists.length), ...lists]);
/** The sizes in a file with bytes before and after the configuration. */
function sizes(content: Buffer, after = Buffer.alloc(9, 1)) {
	const before = Buffer.alloc(30, 99);
	const reader = new ByteReader(Buffer.concat([before, content, after]));
	const box = { type: 'hvcC', start: before.length, end: before.length + content.length };
	return [...readHevcSizes(reader, box)];
}

const other = fc.uint8Array({ maxLength: 40 }).map((content) => Buffer.from(content));

it('readHevcSizes reads the size in every sequence parameter set', () => {
	fc.assert(
		fc.property(
			fc.array(parameterSet, { maxLength: 3 }),
			fc.array(other, { maxLength: 2 }),
			fc.nat(1),
			(sets, others, isComplete) => {
				const contents = sets.map(({ content }) => content);
				const found = sizes(
					configuration(
						list(VIDEO_PARAMETERS, others, isComplete),
						list(SEQUENCE_PARAMETERS, contents, isComplete),
						list(PICTURE_PARAMETERS, others, isComplete),
						list(SEQUENCE_PARAMETERS, contents.slice(1), isComplete),
					),
				);
				const expected = sets.map(({ size }) => size);
				expect(found).toEqual([...expected, ...expected.slice(1)]);
			},
		),
		{ numRuns: 1000 },
	);
});

it('readHevcSizes reports a parameter set that is cut off', () => {
	fc.assert(
		fc.property(parameterSet, ({ content }) => {
			const whole = configuration(list(SEQUENCE_PARAMETERS, [content]));
			const nothing = Buffer.alloc(0);
			expect(sizes(whole, nothing)).toHaveLength(1);
			expect(() => sizes(whole.subarray(0, -1), nothing)).toThrow(CutOffError);
			const short = configuration(list(SEQUENCE_PARAMETERS, [content.subarray(0, -1)]));
			expect(() => sizes(short)).toThrow(CutOffError);
		}),
	);
});
