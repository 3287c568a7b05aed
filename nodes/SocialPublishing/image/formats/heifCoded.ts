import { DamagedError } from '../imageErrors';
import { findBox, readBoxes, type Box } from './boxes';
import type { ByteReader } from './byteReader';
import { readExtents, readItemTypes } from './heifItems';

/** A picture or tile as a codec has encoded it. */
export interface CodedItem {
	id: number;
	type: string;
	data: Buffer;
}

const CODED_TYPES = new Set(['av01', 'hvc1', 'hev1']);
/** Items that the decoder composes of others. */
const COMPOSED_TYPES = new Set(['grid', 'iovl', 'iden']);

/**
 * The coded items of a `meta` box. Also checks that the data of every item is in the file.
 *
 * @throws DamagedError if items share data, with which a small file could announce any amount of it
 */
export function* readCodedItems(reader: ByteReader, meta: Box): Generator<CodedItem> {
	let item: { id: number; type: string; parts: Buffer[] } | undefined;
	let totalBytes = 0;
	const finish = ({ parts, ...rest }: NonNullable<typeof item>) => ({
		...rest,
		data: Buffer.concat(parts),
	});
	for (const { item: id, type, start, length } of readExtents(reader, meta)) {
		if (!CODED_TYPES.has(type)) continue;
		totalBytes += length;
		if (totalBytes > reader.length) throw new DamagedError('items that share data');
		if (item && item.id !== id) {
			yield finish(item);
			item = undefined;
		}
		item ??= { id, type, parts: [] };
		item.parts.push(reader.bytes.subarray(start, start + length));
	}
	if (item) yield finish(item);
}

/** Refuses items composed of composed items: with each level, a decoder's work could double. */
export function refuseNesting(reader: ByteReader, meta: Box): void {
	const references = findBox(reader, meta, 'iref');
	if (!references) return;
	const types = readItemTypes(reader, meta);
	const isComposed = (id: number) => COMPOSED_TYPES.has(types.get(id) ?? '');
	const idSize = reader.uint8(references.start) === 0 ? 2 : 4;
	for (const box of readBoxes(reader, references.start + 4, references.end)) {
		if (box.type !== 'dimg' || !isComposed(reader.uint(box.start, idSize))) continue;
		for (let offset = box.start + idSize + 2; offset + idSize <= box.end; offset += idSize) {
			if (isComposed(reader.uint(offset, idSize))) throw new DamagedError('nested items');
		}
	}
}
