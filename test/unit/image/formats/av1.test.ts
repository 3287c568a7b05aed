import fc from 'fast-check';

import { readAv1Frames } from '../../../../nodes/SocialPublishing/image/formats/av1';
import { ByteReader } from '../../../../nodes/SocialPublishing/image/formats/binaryReader';
import { CutOffError, DamagedError } from '../../../../nodes/SocialPublishing/image/imageErrors';
import { bits, golomb, toBytes } from '../../../corpus/bits';
import { bytes } from '../../../corpus/bytes';

const SEQUENCE_HEADER = 1;
const TEMPORAL_DELIMITER = 2;
const METADATA = 5;

const flag = fc.boolean();
const one = (value: boolean) => (value ? '1' : '0');
/** Bits that do not matter. */
const rest = (count: number) => '1'.repeat(count);

const anyTiming = fc.record({
	ticksPerPicture: fc.option(fc.nat(100_000)),
	delayBits: fc.option(fc.integer({ min: 1, max: 32 })),
});
const operatingPoint = fc.record({ level: fc.nat(31), hasModel: flag, hasDelay: flag });
const fullHeader = fc.record({
	timing: fc.option(anyTiming),
	hasDelays: flag,
	points: fc.array(operatingPoint, { minLength: 1, maxLength: 32 }),
});

/** AV1 specification, 5.5.1 and the following: the fields that a reduced header omits. */
const fullFields = fullHeader.map(({ timing, hasDelays, points }) => {
	const parts: string[] = [one(timing !== null)];
	if (timing) {
		parts.push(rest(64), one(timing.ticksPerPicture !== null));
		if (timing.ticksPerPicture !== null) parts.push(golomb(timing.ticksPerPicture));
		parts.push(one(timing.delayBits !== null));
		if (timing.delayBits !== null) parts.push(bits(timing.delayBits - 1, 5), rest(42));
	}
	parts.push(one(hasDelays), bits(points.length - 1, 5));
	for (const { level, hasModel, hasDelay } of points) {
		parts.push(rest(12), bits(level, 5), rest(level > 7 ? 1 : 0));
		const delayBits = timing?.delayBits ?? undefined;
		if (delayBits !== undefined) parts.push(one(hasModel), rest(hasModel ? 2 * delayBits + 1 : 0));
		if (hasDelays) parts.push(one(hasDelay), rest(hasDelay ? 4 : 0));
	}
	return parts.join('');
});
const reducedFields = fc.constant(rest(5));

const lengthOf = (bitCount: number) => fc.integer({ min: 1, max: 2 ** bitCount });
const dimension = fc
	.integer({ min: 1, max: 16 })
	.chain((count) => lengthOf(count).map((value) => ({ count, value })));

const sequence = fc
	.tuple(
		fc.oneof(
			fullFields.map((fields) => `0${fields}`),
			reducedFields.map((fields) => `1${fields}`),
		),
		dimension,
		dimension,
	)
	.map(([fields, width, height]) => ({
		size: { width: width.value, height: height.value },
		content: toBytes(
			rest(4),
			fields,
			bits(width.count - 1, 4),
			bits(height.count - 1, 4),
			bits(width.value - 1, width.count),
			bits(height.value - 1, height.count),
		),
	}));

/** A number in groups of seven bits; `length` may be larger than necessary. */
function leb128(value: number, length: number): Buffer {
	const groups = Array.from({ length }, (_, index) => Math.floor(value / 2 ** (7 * index)) % 128);
	return Buffer.from(groups.map((group, index) => (index < length - 1 ? group | 0x80 : group)));
}

const unit = (type: number, content: Buffer, { extended = false, sizeBytes = 2 } = {}) =>
	Buffer.concat([
		bytes((type << 3) | (extended ? 4 : 0) | (sizeBytes > 0 ? 2 : 0)),
		bytes(...(extended ? [0xff] : [])),
		leb128(content.length, sizeBytes),
		content,
	]);
const anyLayout = fc.record({ extended: flag, sizeBytes: fc.integer({ min: 2, max: 8 }) });
const lastLayout = fc.record({ extended: flag, sizeBytes: fc.constantFrom(0, 2, 8) });
const otherUnit = fc
	.tuple(
		fc.constantFrom(TEMPORAL_DELIMITER, METADATA, 15),
		fc.uint8Array({ maxLength: 300 }),
		anyLayout,
	)
	.map(([type, content, layout]) => unit(type, Buffer.from(content), layout));

const framesOf = (data: Buffer) => readAv1Frames(new ByteReader(data));
const sizeOf = (data: Buffer) => framesOf(data)?.size;

it('readAv1Frames reads the size of the frames', () => {
	fc.assert(
		fc.property(
			fc.array(otherUnit, { maxLength: 3 }),
			sequence,
			lastLayout,
			(others, { content, size }, layout) => {
				const data = Buffer.concat([...others, unit(SEQUENCE_HEADER, content, layout)]);
				expect(sizeOf(data)).toEqual(size);
				expect(() => sizeOf(data.subarray(0, -1))).toThrow(CutOffError);
			},
		),
		{ numRuns: 300 },
	);
});

it('readAv1Frames finds no frame without a sequence header', () => {
	fc.assert(
		fc.property(fc.array(otherUnit, { maxLength: 3 }), (others) => {
			expect(sizeOf(Buffer.concat(others))).toBeUndefined();
		}),
	);
});

const HEADER = unit(SEQUENCE_HEADER, toBytes(rest(4), `1${rest(5)}`, bits(0, 8), '00'));

it('readAv1Frames reads at most 256 units', () => {
	const delimiters = (count: number) =>
		Array<Buffer>(count).fill(unit(TEMPORAL_DELIMITER, Buffer.alloc(0)));
	expect(sizeOf(Buffer.concat([...delimiters(255), HEADER]))).toEqual({ width: 1, height: 1 });
	expect(() => sizeOf(Buffer.concat([...delimiters(256), HEADER]))).toThrow(DamagedError);
});

it('readAv1Frames counts the frames and returns the largest size', () => {
	const frame = unit(6, Buffer.alloc(4));
	const frameHeader = unit(3, Buffer.alloc(4));
	const large = unit(
		SEQUENCE_HEADER,
		toBytes(rest(4), `1${rest(5)}`, bits(15, 4), bits(15, 4), bits(799, 16), bits(599, 16)),
	);
	const data = Buffer.concat([HEADER, frame, large, frameHeader, frame, HEADER]);
	expect(framesOf(data)).toEqual({ size: { width: 800, height: 600 }, frames: 3 });
});

it('readAv1Frames reads at most eight bytes of a length', () => {
	const endless = Buffer.concat([bytes((TEMPORAL_DELIMITER << 3) | 2), Buffer.alloc(8, 0x80)]);
	expect(sizeOf(Buffer.concat([endless, HEADER]))).toEqual({ width: 1, height: 1 });
});
