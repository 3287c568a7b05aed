import { readHeader } from '../../../../nodes/SocialPublishing/image/formats/header';
import { CutOffError, DamagedError } from '../../../../nodes/SocialPublishing/image/imageErrors';
import { bytes, text, uint16 } from '../../../corpus/bytes';
import { segment } from '../../../corpus/jpegSegments';

const frame = (width: number, height: number, { marker = 0xc0, components = 3 } = {}) =>
	segment(
		marker,
		Buffer.concat([
			bytes(8),
			uint16(height),
			uint16(width),
			bytes(components),
			Buffer.alloc(3 * components),
		]),
	);
const scan = (data = Buffer.alloc(3)) => Buffer.concat([segment(0xda, Buffer.alloc(10)), data]);
const START = bytes(0xff, 0xd8);
const END = bytes(0xff, 0xd9);
const read = (...parts: Buffer[]) => readHeader('jpeg', Buffer.concat([START, ...parts]));

it('readHeader reads the frame and counts the scans of a JPEG', () => {
	const stated = { marker: 0xc2, components: 4 };
	const found = read(segment(0xe0, text('JFIF')), frame(300, 200, stated), scan(), scan(), END);
	expect(found).toMatchObject({ width: 300, height: 200 });
	expect(found.jpeg).toMatchObject({
		width: 300,
		height: 200,
		components: 4,
		scans: 2,
	});
});

it('readHeader locates each segment and the end of a JPEG', () => {
	const { jpeg } = read(segment(0xfe, text('hello')), frame(8, 8), scan(), END, text('rest'));
	expect(jpeg?.segments).toEqual([
		{ marker: 0xfe, start: 6, end: 11 },
		{ marker: 0xc0, start: 15, end: 30 },
		{ marker: 0xda, start: 34, end: 44 },
	]);
	expect(jpeg?.end).toBe(49);
});

it.each([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc7, 0xc9, 0xcb, 0xcd, 0xcf])(
	'readHeader reads the segment %i of a JPEG as a frame',
	(marker) => {
		const other = frame(999, 999, { marker: 0xcf });
		expect(read(frame(8, 9, { marker }), other, scan(), END)).toMatchObject({
			width: 8,
			height: 9,
		});
	},
);

it.each([0xbf, 0xc4, 0xc8, 0xcc, 0xdb, 0xdc])(
	'readHeader does not read the segment %i of a JPEG as a frame',
	(marker) => {
		const other = frame(999, 999, { marker });
		expect(read(other, frame(8, 9), scan(), END)).toMatchObject({ width: 8, height: 9 });
		expect(() => read(other, scan(), END)).toThrow(DamagedError);
	},
);

it('readHeader finds the end of a JPEG after anything that a scan may contain', () => {
	const markers = [0x01, 0xd0, 0xd3, 0xd7, 0xd8].map((marker) => bytes(0x12, 0xff, marker, 0x34));
	const escaped = bytes(0xff, 0, 0xd9, 0xff, 0xff, 0, 0x56);
	const data = Buffer.concat([escaped, ...markers, bytes(0xff, 0xff, 0xff)]);
	const { jpeg } = read(frame(8, 8), scan(data), END);
	expect(jpeg).toMatchObject({ scans: 1, segments: [{ marker: 0xc0 }, { marker: 0xda }] });
	expect(jpeg?.end).toBe(2 + 19 + 14 + data.length + 2);
});

it.each<[string, Buffer[]]>([
	['a frame', [scan(), END]],
	['a scan', [frame(8, 8), END]],
	['anything', [END]],
])('readHeader reports a JPEG without %s as damaged', (_name, parts) => {
	expect(() => read(...parts)).toThrow(DamagedError);
});

it('readHeader reports a JPEG segment with a length below 2 as damaged', () => {
	const sized = (length: number) => Buffer.concat([bytes(0xff, 0xfe), uint16(length)]);
	expect(() => read(sized(2), frame(8, 8), scan(), END)).not.toThrow();
	expect(() => read(sized(1), frame(8, 8), scan(), END)).toThrow(DamagedError);
});

it('readHeader reports a JPEG frame with a length that does not fit its components as damaged', () => {
	const [whole, none] = [frame(8, 8), frame(8, 8, { components: 0 })];
	const stating = (components: number) => Buffer.from(whole).fill(components, 9, 10);
	expect(() => read(stating(3), scan(), END)).not.toThrow();
	for (const wrong of [stating(2), stating(4), stating(137), none]) {
		expect(() => read(wrong, scan(), END)).toThrow(DamagedError);
	}
});

it.each<[string, Buffer[]]>([
	['before its end marker', [frame(8, 8), scan()]],
	['in its end marker', [frame(8, 8), scan(), END.subarray(0, 1)]],
	['in a segment', [frame(8, 8), segment(0xfe, text('hello')).subarray(0, -1)]],
	['in a length', [frame(8, 8), bytes(0xff, 0xfe, 0)]],
	['after its start', []],
])('readHeader reports a JPEG that ends %s as cut off', (_name, parts) => {
	expect(() => read(...parts)).toThrow(CutOffError);
});

it('readHeader accepts at most 64 scans in a JPEG', () => {
	const scans = (count: number) => Array<Buffer>(count).fill(scan());
	expect(read(frame(8, 8), ...scans(64), END).jpeg?.scans).toBe(64);
	expect(() => read(frame(8, 8), ...scans(65), END)).toThrow(DamagedError);
});

/** No encoder stores more than 2048 pixels in a byte. */
it('readHeader refuses a JPEG with more pixels than its data can hold', () => {
	const overhead = 2 + 19 + 14 + 2;
	const sized = (width: number, height: number) =>
		read(frame(width, height), scan(Buffer.alloc(100 - overhead)), END);
	expect(sized(2048, 100)).toMatchObject({ width: 2048, height: 100 });
	expect(() => sized(2049, 100)).toThrow(DamagedError);
	expect(() => sized(2048, 101)).toThrow(DamagedError);
});
