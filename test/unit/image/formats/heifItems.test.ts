import fc from 'fast-check';

import { ByteReader } from '../../../../nodes/SocialPublishing/image/formats/binaryReader';
import {
	readCodedItems,
	type CodedItem,
} from '../../../../nodes/SocialPublishing/image/formats/heifItems';
import { CutOffError, DamagedError } from '../../../../nodes/SocialPublishing/image/imageErrors';
import { bytes, text, uint, uint16 } from '../../../corpus/bytes';
import { box, fullBox } from '../../../corpus/mp4';

const FILE = 0;
const DATA_BOX = 1;
const OTHER_ITEM = 2;

interface Layout {
	version: number;
	offsetSize: number;
	lengthSize: number;
	baseSize: number;
	indexSize: number;
}
interface Item {
	id: number;
	method: number;
	base: number;
	extents: Array<{ start: number; length: number }>;
}

const sizeOfField = fc.constantFrom(0, 4, 8);
const byteOfField = (size: number) => (size === 0 ? fc.constant(0) : fc.nat(90));

const anyLayout: fc.Arbitrary<Layout> = fc
	.record({
		version: fc.nat(2),
		offsetSize: sizeOfField,
		lengthSize: sizeOfField,
		baseSize: sizeOfField,
		indexSize: sizeOfField,
	})
	.filter(({ offsetSize, lengthSize }) => offsetSize + lengthSize > 0);
const located = anyLayout.chain((layout) =>
	fc.record({
		layout: fc.constant(layout),
		items: fc.uniqueArray(
			fc.record<Item>({
				id: fc.nat(layout.version < 2 ? 0xffff : 0xffff_ffff),
				method:
					layout.version === 0 ? fc.constant(FILE) : fc.constantFrom(FILE, DATA_BOX, OTHER_ITEM),
				base: byteOfField(layout.baseSize),
				extents: fc.array(
					fc.record({
						start: byteOfField(layout.offsetSize),
						length: byteOfField(layout.lengthSize),
					}),
					{ maxLength: 3 },
				),
			}),
			{ maxLength: 4, selector: ({ id }) => id },
		),
	}),
);

/** ISO/IEC 14496-12, 8.11.3. Bits that a version does not use may have any value. */
function locations(layout: Layout, items: Item[], itemCount = items.length): Buffer {
	const { version, offsetSize, lengthSize, baseSize, indexSize } = layout;
	const idSize = version < 2 ? 2 : 4;
	return fullBox(
		'iloc',
		version,
		0,
		bytes((offsetSize << 4) | lengthSize, (baseSize << 4) | indexSize),
		uint(itemCount, idSize),
		...items.map(({ id, method, base, extents }) =>
			Buffer.concat([
				uint(id, idSize),
				...(version > 0 ? [uint16(0xfff0 | method)] : []),
				uint16(0xffff), // the file that has the data: this one in practice
				uint(base, baseSize),
				uint16(extents.length),
				...extents.flatMap(({ start, length }) => [
					Buffer.alloc(version > 0 ? indexSize : 0, 0xff),
					uint(start, offsetSize),
					uint(length, lengthSize),
				]),
			]),
		),
	);
}

/** ISO/IEC 14496-12, 8.11.6. Version 3 of an entry has longer ids. */
const typesOf = (items: Array<{ id: number; type: string }>, version: number) => {
	const [entryVersion, idSize] = version === 0 ? [2, 2] : [3, 4];
	const entries = items.map(({ id, type }) =>
		fullBox('infe', entryVersion, 0, uint(id, idSize), uint16(0xffff), text(`${type}name\0`)),
	);
	return fullBox('iinf', version, 0, uint(entries.length, version === 0 ? 2 : 4), ...entries);
};

/** The coded items of a file that starts with `boxes`, followed by `rest`. */
function read(boxes: Buffer[], rest = Buffer.alloc(0)): CodedItem[] {
	const content = Buffer.concat(boxes);
	const reader = new ByteReader(Buffer.concat([content, rest]));
	return [...readCodedItems(reader, { type: 'meta', start: 0, end: content.length })];
}

const counting = (length: number) => Buffer.from(Array.from({ length }, (_, index) => index % 251));

it('readCodedItems finds the data of every coded item, in every layout', () => {
	fc.assert(
		fc.property(located, fc.nat(3), fc.nat(3), ({ layout, items }, untyped, other) => {
			const typed = items
				.slice(untyped)
				.map(({ id }, index) => ({ id, type: index === other ? 'Exif' : 'hvc1' }));
			const coded = typed.filter(({ type }) => type === 'hvc1').map(({ id }) => id);
			const types = typesOf(typed, layout.version < 2 ? 0 : 1);
			const boxes = [box('idat', counting(200)), types, locations(layout, items)];
			const file = Buffer.concat([...boxes, counting(300)]);
			const dataOf = ({ method, base, extents }: Item) =>
				extents.map(({ start, length }) => {
					const from = (method === DATA_BOX ? 8 : 0) + base + start;
					return file.subarray(from, from + length);
				});
			expect(read(boxes, counting(300))).toEqual(
				items
					.filter(({ id, method, extents }) => {
						return coded.includes(id) && method !== OTHER_ITEM && extents.length > 0;
					})
					.map((each) => ({ id: each.id, type: 'hvc1', data: Buffer.concat(dataOf(each)) })),
			);
		}),
		{ numRuns: 300 },
	);
});

const PLAIN = { version: 1, offsetSize: 4, lengthSize: 4, baseSize: 0, indexSize: 0 };
const item = (method: number, ...extents: Item['extents']) => ({ id: 1, method, base: 0, extents });

const coded = typesOf([{ id: 1, type: 'av01' }], 0);

it('readCodedItems finds nothing without item types, or without the data box that a location refers to, and does not fail', () => {
	const extent = { start: 5, length: 2 };
	expect(read([locations(PLAIN, [item(FILE, extent)])])).toEqual([]);
	expect(read([coded, locations(PLAIN, [item(FILE, extent)])])).toHaveLength(1);
	expect(read([coded, locations(PLAIN, [item(DATA_BOX, extent)])])).toEqual([]);
});

it('readCodedItems reads no more items and extents than the box contains', () => {
	const many = locations(PLAIN, [item(FILE, { start: 0, length: 1 })], 9);
	expect(read([coded, many])).toHaveLength(1);
	const one = locations(PLAIN, [item(FILE, { start: 0, length: 1 })]);
	one.writeUInt16BE(9, one.length - 10);
	expect(read([coded, one]).map(({ data }) => data.length)).toEqual([1]);
});

it('readCodedItems reports a file that ends before its data as cut off', () => {
	const size = locations(PLAIN, [item(FILE, { start: 0, length: 0 })]).length;
	const ending = (length: number) => locations(PLAIN, [item(FILE, { start: size, length })]);
	expect(read([ending(40)], Buffer.alloc(40))).toEqual([]);
	expect(() => read([ending(40)], Buffer.alloc(39))).toThrow(CutOffError);
});

it('readCodedItems reports a file without locations as damaged', () => {
	expect(() => read([typesOf([], 0)])).toThrow(DamagedError);
});

it('readCodedItems refuses extents that take no bytes, because the file does not bound their number', () => {
	const empty = { ...PLAIN, offsetSize: 0, lengthSize: 0 };
	const extents = Array.from({ length: 2 }, () => ({ start: 0, length: 0 }));
	expect(() => read([locations(empty, [item(FILE, ...extents)])])).toThrow(DamagedError);
});
