import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { bytes, text, uint16, uint32 } from './bytes';
import { box, fullBox } from './mp4';

/** The top left tile of `files/phone.heic`: 512×512 pixels in H.265. */
export interface Tile {
	/** The decoder's configuration, without the header of its `hvcC` box. */
	configuration: Buffer;
	/** One unit, after its length in four bytes. */
	data: Buffer;
}

export const TILE_LENGTH = 512;

export function phoneTile(): Tile {
	const photo = readFileSync(join(__dirname, 'files/phone.heic'));
	const contentOf = (type: string) => {
		const start = photo.indexOf(text(type)) + 4;
		return photo.subarray(start, start - 8 + photo.readUInt32BE(start - 8));
	};
	const [configuration, media] = [contentOf('hvcC'), contentOf('mdat')];
	return { configuration, data: media.subarray(0, 4 + media.readUInt32BE(0)) };
}

/**
 * The same tile, with the decoder's parameter sets at the start of its data, too, as the cameras of Sony write it.
 *
 * @param isOnlyInside removes them from the configuration
 */
export function parametersInside({ configuration, data }: Tile, isOnlyInside = false): Tile {
	const start = 22;
	const sets: Buffer[] = [];
	let offset = start + 1;
	for (let list = 0; list < (configuration[start] ?? 0); list++) {
		const count = configuration.readUInt16BE(offset + 1);
		offset += 3;
		for (let set = 0; set < count; set++) {
			const length = configuration.readUInt16BE(offset);
			sets.push(uint32(length), configuration.subarray(offset + 2, offset + 2 + length));
			offset += 2 + length;
		}
	}
	const empty = Buffer.concat([configuration.subarray(0, start), bytes(0)]);
	return {
		configuration: isOnlyInside ? empty : configuration,
		data: Buffer.concat([...sets, data]),
	};
}

/** A HEIC with one picture, and others that share its data. */
export function heic({ configuration, data }: Tile, others = 0): Buffer {
	const ids = Array.from({ length: 1 + others }, (_, index) => index + 1);
	const item = (id: number) => fullBox('infe', 2, 0, uint16(id), uint16(0), text('hvc1\0'));
	const extent = fullBox('ispe', 0, 0, uint32(TILE_LENGTH), uint32(TILE_LENGTH));
	const properties = box('ipco', box('hvcC', configuration), extent);
	const association = (id: number) => Buffer.concat([uint16(id), bytes(2, 0x81, 2)]);
	const associations = fullBox('ipma', 0, 0, uint32(ids.length), ...ids.map(association));
	const fileType = box('ftyp', text('heic\0\0\0\0mif1heic'));
	const meta = (start: number) => {
		const location = (id: number) =>
			Buffer.concat([...[id, 0, 1].map(uint16), uint32(start), uint32(data.length)]);
		return fullBox(
			'meta',
			0,
			0,
			fullBox('hdlr', 0, 0, uint32(0), text('pict'), Buffer.alloc(13)),
			fullBox('pitm', 0, 0, uint16(1)),
			fullBox('iinf', 0, 0, uint16(ids.length), ...ids.map(item)),
			box('iprp', properties, associations),
			fullBox('iloc', 0, 0, bytes(0x44, 0), uint16(ids.length), ...ids.map(location)),
		);
	};
	const start = fileType.length + meta(0).length + 8;
	return Buffer.concat([fileType, meta(start), box('mdat', data)]);
}
