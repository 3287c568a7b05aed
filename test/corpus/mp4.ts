import { bytes } from './bytes';

/** Creates a box of an ISO base media file: length, type, content. */
export function box(type: string, ...contents: Buffer[]): Buffer {
	const content = Buffer.concat(contents);
	const header = Buffer.alloc(8);
	header.writeUInt32BE(8 + content.length, 0);
	header.write(type, 4, 'latin1');
	return Buffer.concat([header, content]);
}

/** Creates a box whose content starts with a version and three bytes of flags. */
export const fullBox = (type: string, version: number, flags: number, ...contents: Buffer[]) =>
	box(type, bytes(version, 0, 0, flags), ...contents);

/** Creates a track with a handler type (`vide`, `soun`) and one sample format (`avc1`, `hvc1`, `mp4a`, …). */
export function track(handler: string, format: string): Buffer {
	const versionAndFlags = Buffer.alloc(4);
	return box(
		'trak',
		box('tkhd', Buffer.alloc(84)),
		box(
			'mdia',
			box('hdlr', Buffer.alloc(8), Buffer.from(handler, 'latin1'), Buffer.alloc(13)),
			box(
				'minf',
				box(
					'stbl',
					box('stsd', versionAndFlags, Buffer.from([0, 0, 0, 1]), box(format, Buffer.alloc(78))),
				),
			),
		),
	);
}

interface Mp4Options {
	brand?: string;
	tracks?: Buffer[];
	dataBytes?: number;
	descriptionFirst?: boolean;
}

/** Creates a minimal MP4 file; its media data consists of zeros. */
export function mp4({
	brand = 'isom',
	tracks = [track('vide', 'avc1'), track('soun', 'mp4a')],
	dataBytes = 5000,
	descriptionFirst = false,
}: Mp4Options = {}): Buffer {
	const type = box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1'));
	const description = box('moov', box('mvhd', Buffer.alloc(100)), ...tracks);
	const data = box('mdat', Buffer.alloc(dataBytes));
	return Buffer.concat(descriptionFirst ? [type, description, data] : [type, data, description]);
}
