import fc from 'fast-check';

import { ByteReader } from '../../../../nodes/SocialPublishing/image/formats/binaryReader';
import {
	readExtents,
	type Extent,
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

/** The extents of a file that starts with `boxes`, followed by `rest`. */
function read(boxes: Buffer[], rest = Buffer.alloc(0)): Extent[] {
	const content = Buffer.concat(boxes);
	const reader = new ByteReader(Buffer.concat([content, rest]));
	return [...readExtents(reader, { type: 'meta', start: 0, end: content.length })];
}

it('readExtents locates the data of every item, in every layout', () => {
	fc.assert(
		fc.property(located, fc.nat(3), ({ layout, items }, untyped) => {
			const typed = items.slice(untyped).map(({ id, method }) => ({ id, type: `t${method}  ` }));
			const data = box('idat', Buffer.alloc(200));
			const types = typesOf(typed, layout.version < 2 ? 0 : 1);
			const found = read([data, types, locations(layout, items)], Buffer.alloc(300));
			const origin = (method: number) => (method === DATA_BOX ? 8 : 0);
			expect(found).toEqual(
				items.flatMap(({ id, method, base, extents }) =>
					extents
						.filter(() => method !== OTHER_ITEM)
						.map(({ start, length }) => ({
							item: id,
							type: typed.find((entry) => entry.id === id)?.type ?? '',
							start: origin(method) + base + start,
							length,
						})),
				),
			);
		}),
		{ numRuns: 300 },
	);
});

const PLAIN = { version: 1, offsetSize: 4, lengthSize: 4, baseSize: 0, indexSize: 0 };
const item = (method: number, ...extents: Item['extents']) => ({ id: 1, method, base: 0, extents });

it('readExtents needs neither item types nor a data box', () => {
	const extent = { start: 5, length: 2 };
	expect(read([locations(PLAIN, [item(FILE, extent)])])).toEqual([
		{ item: 1, type: '', ...extent },
	]);
	expect(read([locations(PLAIN, [item(DATA_BOX, extent)])])).toEqual([]);
});

it('readExtents reads no more items and extents than the box contains', () => {
	const many = locations(PLAIN, [item(FILE, { start: 0, length: 1 })], 9);
	expect(read([many])).toHaveLength(1);
	const one = locations(PLAIN, [item(FILE, { start: 0, length: 1 })]);
	one.writeUInt16BE(9, one.length - 10);
	expect(read([one])).toHaveLength(1);
});

it('readExtents reports a file that ends before its data as cut off', () => {
	const size = locations(PLAIN, [item(FILE, { start: 0, length: 0 })]).length;
	const ending = (length: number) => locations(PLAIN, [item(FILE, { start: size, length })]);
	expect(read([ending(40)], Buffer.alloc(40))).toHaveLength(1);
	expect(() => read([ending(40)], Buffer.alloc(39))).toThrow(CutOffError);
});

it('readExtents reports a file without locations as damaged', () => {
	expect(() => read([typesOf([], 0)])).toThrow(DamagedError);
});

it('readExtents refuses extents that take no bytes, because the file does not bound their number', () => {
	const empty = { ...PLAIN, offsetSize: 0, lengthSize: 0 };
	const extents = Array.from({ length: 2 }, () => ({ start: 0, length: 0 }));
	expect(() => read([locations(empty, [item(FILE, ...extents)])])).toThrow(DamagedError);
});
