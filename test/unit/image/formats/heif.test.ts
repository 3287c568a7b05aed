import { ByteReader } from '../../../../nodes/SocialPublishing/image/formats/binaryReader';
import { readHeifHeader } from '../../../../nodes/SocialPublishing/image/formats/heif';
import { CutOffError, DamagedError } from '../../../../nodes/SocialPublishing/image/imageErrors';
import { bits, golomb, toBytes } from '../../../corpus/bits';
import { bytes, text, uint16, uint32 } from '../../../corpus/bytes';
import { box, fullBox } from '../../../corpus/mp4';

type Dimensions = [width: number, height: number];

const extent = ([width, height]: Dimensions) =>
	fullBox('ispe', 0, 0, uint32(width), uint32(height));

/** A configuration of H.265 with one parameter set. */
function hevc(dimensions: Dimensions): Buffer {
	const set = parameterSet(dimensions);
	return box('hvcC', Buffer.alloc(22), bytes(1, 33, 0, 1), uint16(set.length), set);
}
function parameterSet([width, height]: Dimensions): Buffer {
	const fields = [bits(0, 23 + 1 + 96), golomb(0), golomb(1), golomb(width), golomb(height)];
	// All ones, because there must not be two zero bytes in a row.
	return toBytes(...fields.map((field, index) => (index === 0 ? ONES : field)));
}
/** A configuration without parameter sets, whose units state their length in one byte. */
const emptyHevc = box('hvcC', Buffer.alloc(22), bytes(0));
/** Data with the parameter set, and the first slices of some pictures. */
function hevcData(dimensions: Dimensions, pictures = 1): Buffer {
	const set = Buffer.concat([bytes(33 << 1, 1), parameterSet(dimensions).subarray(2)]);
	const slice = bytes(4, 1 << 1, 1, 0x80, 0);
	return Buffer.concat([bytes(set.length), set, ...Array<Buffer>(pictures).fill(slice)]);
}
const ONES = `${'1'.repeat(20)}000${'1'.repeat(97)}`;

/** AV1 data: a reduced sequence header. */
function av1([width, height]: Dimensions): Buffer {
	const sizes = [bits(15, 4), bits(15, 4), bits(width - 1, 16), bits(height - 1, 16)];
	return Buffer.concat([bytes(1 << 3), toBytes('00001', bits(0, 5), ...sizes)]);
}

const types = (type: string) =>
	fullBox('iinf', 0, 0, uint16(1), fullBox('infe', 2, 0, uint16(1), uint16(0), text(`${type}\0`)));
const location = (start: number, length: number) =>
	fullBox(
		'iloc',
		0,
		0,
		bytes(0x44, 0),
		uint16(1),
		uint16(1),
		uint16(0),
		uint16(1),
		uint32(start),
		uint32(length),
	);

const properties = (...boxes: Buffer[]) =>
	box('iprp', box('ipco', ...boxes), fullBox('ipma', 0, 0));
interface Item {
	type?: string;
	data?: Buffer;
}
/** A file with one item. */
function file(boxes: Buffer[], { type = 'hvc1', data = Buffer.alloc(9) }: Item = {}): Buffer {
	const fileType = box('ftyp', text('heic\0\0\0\0mif1'));
	const meta = (start: number) =>
		fullBox('meta', 0, 0, types(type), ...boxes, location(start, data.length));
	const start = fileType.length + meta(0).length + 8;
	return Buffer.concat([fileType, meta(start), box('mdat', data)]);
}
const readHeic = (bytes: Buffer) => readHeifHeader(new ByteReader(bytes));
const read = (...parameters: Parameters<typeof file>) => readHeic(file(...parameters));

const PREVIEW: Dimensions = [700, 10];
const PICTURE: Dimensions = [1000, 750];
const TILE: Dimensions = [512, 512];

it.each([[[PREVIEW, PICTURE, TILE]], [[PICTURE, TILE, PREVIEW]], [[TILE, PREVIEW, PICTURE]]])(
	'readHeifHeader reads the dimensions of the largest item of a HEIC: %j',
	(extents) => {
		const boxes = properties(...extents.map(extent), box('colr', Buffer.alloc(20, 0xff)));
		expect(read([boxes])).toMatchObject({ width: 1000, height: 750 });
	},
);

it.each<[string, Buffer[]]>([
	['its properties', []],
	['the list of its properties', [box('iprp', fullBox('ipma', 0, 0))]],
	['its dimensions', [properties(hevc(TILE))]],
])('readHeifHeader reports a HEIC without %s as damaged', (_name, boxes) => {
	expect(() => read(boxes)).toThrow(DamagedError);
});

it('readHeifHeader reports a HEIC without a meta box as damaged', () => {
	expect(() => readHeic(box('ftyp', text('heic\0\0\0\0mif1')))).toThrow(DamagedError);
});

it('readHeifHeader reports a HEIC without its last byte as cut off', () => {
	const whole = file([properties(extent(TILE))]);
	expect(readHeic(whole)).toMatchObject({ width: 512, height: 512 });
	expect(() => readHeic(whole.subarray(0, -1))).toThrow(CutOffError);
});

/** Codecs encode whole blocks of up to 128 pixels. */
describe.each<[string, (frame: Dimensions) => ReturnType<typeof read>]>([
	['H.265', (frame) => read([properties(hevc(TILE), hevc(frame), extent(PICTURE))])],
	[
		'H.265 with its parameters in the data',
		(frame) => read([properties(emptyHevc, extent(PICTURE))], { data: hevcData(frame) }),
	],
	['AV1', (frame) => read([properties(extent(PICTURE))], { type: 'av01', data: av1(frame) })],
])('a frame in %s', (_name, readFrame) => {
	it.each<Dimensions>([TILE, PICTURE, [1127, 877]])(
		'may have %i×%i pixels in a picture of 1000×750',
		(...frame) => {
			expect(readFrame(frame)).toMatchObject({ width: 1000, height: 750 });
		},
	);

	it.each<Dimensions>([
		[1128, 750],
		[1000, 878],
		[1128, 1],
		[1, 878],
	])('must not have %i×%i pixels in a picture of 1000×750', (...frame) => {
		expect(() => readFrame(frame)).toThrow(DamagedError);
	});
});

it('readHeifHeader counts the pixels of all pictures in H.265 data with their parameters', () => {
	const boxes = [properties(emptyHevc, extent(PICTURE))];
	expect(read(boxes, { data: hevcData(TILE, 5) }).decodedPixels).toBe(5 * 512 * 512);
});

it('readHeifHeader ignores data that is not an AV1 sequence header', () => {
	const boxes = [properties(extent(PICTURE))];
	expect(read(boxes, { type: 'Exif', data: av1([9000, 9000]) })).toMatchObject({
		width: 1000,
		height: 750,
	});
	const other = { type: 'av01', data: bytes(2 << 3) };
	expect(read(boxes, other)).toMatchObject({ width: 1000, height: 750 });
});

describe('a box of a HEIC', () => {
	const fileType = box('ftyp', text('heic\0\0\0\0mif1'));
	const whole = file([properties(extent(PICTURE))]);
	const rest = whole.subarray(fileType.length);

	it('can state its length in eight bytes', () => {
		const long = Buffer.concat([
			uint32(1),
			text('free'),
			uint32(0),
			uint32(16 + 3),
			Buffer.alloc(3),
		]);
		// The file states a position 19 bytes before its data, which is in the file, too.
		const moved = Buffer.concat([fileType, long, rest]);
		expect(readHeic(moved)).toMatchObject({ width: 1000, height: 750 });
	});

	it('can extend to the end of the file', () => {
		const last = Buffer.from(rest);
		last.writeUInt32BE(0, 0);
		expect(readHeic(Buffer.concat([fileType, last]))).toMatchObject({
			width: 1000,
			height: 750,
		});
	});

	it('is at least as long as its header, whatever it states', () => {
		const moved = Buffer.concat([fileType, uint32(3), text('free'), rest]);
		expect(readHeic(moved)).toMatchObject({ width: 1000, height: 750 });
	});

	it('must not be longer than the file', () => {
		const long = Buffer.concat([fileType, uint32(9), text('free')]);
		expect(() => readHeic(long)).toThrow(CutOffError);
	});

	it('is ignored after 4096 boxes side by side', () => {
		const empty = (count: number) => Buffer.alloc(8 * count, box('free'));
		expect(() => readHeic(Buffer.concat([fileType, empty(4094), rest]))).not.toThrow();
		expect(() => readHeic(Buffer.concat([fileType, empty(4095), rest]))).toThrow(DamagedError);
	});
});
