import { ByteReader } from '../../../../nodes/SocialPublishing/image/formats/binaryReader';
import { readJpegHeader } from '../../../../nodes/SocialPublishing/image/formats/jpeg';
import { CutOffError, DamagedError } from '../../../../nodes/SocialPublishing/image/imageErrors';
import { bytes, text } from '../../../corpus/bytes';
import { segment } from '../../../corpus/jpegSegments';

const frame = ({ marker = 0xc0, components = 3 } = {}) =>
	segment(marker, Buffer.concat([bytes(8, 0, 9, 0, 8, components), Buffer.alloc(3 * components)]));
const scan = (data = Buffer.alloc(3), components = 3) =>
	Buffer.concat([segment(0xda, Buffer.concat([bytes(components), Buffer.alloc(9)])), data]);
const START = bytes(0xff, 0xd8);
const END = bytes(0xff, 0xd9);
const read = (...parts: Buffer[]) =>
	readJpegHeader(new ByteReader(Buffer.concat([START, ...parts])));
const plain = [segment(0xdb, Buffer.alloc(65)), frame(), segment(0xc4, Buffer.alloc(20))];

it('readJpegHeader counts the scans', () => {
	const cmyk = frame({ marker: 0xc2, components: 4 });
	expect(read(segment(0xe0, text('JFIF')), cmyk, scan(), scan(), END)).toEqual({
		scans: 2,
		isPlain: false,
	});
	expect(read(segment(0xfe, END), frame(), scan(), END)).toMatchObject({ scans: 1 });
	expect(read(frame(), scan(), END, scan())).toMatchObject({ scans: 1 });
});

it('readJpegHeader recognizes a JPEG with nothing but a baseline picture', () => {
	const jfif = segment(0xe0, text('JFIF\0\x01\x01\0\0\x01\0\x01\0\0'));
	expect(read(...plain, scan(), END).isPlain).toBe(true);
	expect(read(jfif, ...plain, segment(0xdd, bytes(0, 4)), scan(), END).isPlain).toBe(true);
});

it.each<[string, Buffer[]]>([
	['another kind of frame', [frame({ marker: 0xc1 }), scan(), END]],
	['one component', [frame({ components: 1 }), scan(Buffer.alloc(3), 1), END]],
	['four components', [frame({ components: 4 }), scan(Buffer.alloc(3), 4), END]],
	['a scan that lacks a component', [...plain, scan(Buffer.alloc(3), 2), END]],
	['two scans', [...plain, scan(), scan(), END]],
	['no scan', [...plain, END]],
	['no frame', [scan(), END]],
	['two frames', [...plain, frame(), scan(), END]],
	['no end marker', [...plain, scan()]],
	['data after its end', [...plain, scan(), END, bytes(0)]],
	['a comment', [...plain, segment(0xfe, text('hello')), scan(), END]],
	['a comment after its scan', [...plain, scan(), segment(0xfe, text('hello')), END]],
	['a thumbnail', [segment(0xe0, Buffer.alloc(17, 'JFIF\0')), ...plain, scan(), END]],
	['another APP0 segment', [segment(0xe0, Buffer.alloc(14, 'JFXX\0')), ...plain, scan(), END]],
])('readJpegHeader does not take a JPEG with %s for a plain one', (_name, parts) => {
	expect(read(...parts).isPlain).toBe(false);
});

it('readJpegHeader finds the end of a JPEG after anything that a scan may contain', () => {
	const markers = [0x01, 0xd0, 0xd3, 0xd7, 0xd8].map((marker) => bytes(0x12, 0xff, marker, 0x34));
	const escaped = bytes(0xff, 0, 0xd9, 0xff, 0xff, 0, 0x56);
	const data = Buffer.concat([escaped, ...markers, bytes(0xff, 0xff, 0xff)]);
	expect(read(...plain, scan(data), END).isPlain).toBe(true);
	expect(read(...plain, scan(data), END.subarray(0, 1)).isPlain).toBe(false);
});

it.each<[string, Buffer[]]>([
	['in a length', [frame(), bytes(0xff, 0xfe, 0)]],
	['in a frame', [frame().subarray(0, 6)]],
])('readJpegHeader reports a JPEG that ends %s as cut off', (_name, parts) => {
	expect(() => read(...parts)).toThrow(CutOffError);
});

it('readJpegHeader accepts at most 16,384 segments', () => {
	const empty = (count: number) => Buffer.alloc(4 * count, bytes(0xff, 0xfe, 0, 2));
	expect(read(empty(16_000), frame(), scan(), END).scans).toBe(1);
	expect(() => read(empty(16_385))).toThrow(DamagedError);
});
