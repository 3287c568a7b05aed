import sharp from 'sharp';

/** A JPEG without metadata. */
export function jpeg(width = 40, height = 30) {
	return sharp({ create: { width, height, channels: 3, background: '#c84' } }).jpeg();
}

function box(type: string, ...contents: Buffer[]): Buffer {
	const content = Buffer.concat(contents);
	const header = Buffer.alloc(8);
	header.writeUInt32BE(content.length + 8);
	header.write(type, 4, 'latin1');
	return Buffer.concat([header, content]);
}

/** The skeleton of an MP4 file: a video track in `format`, and media data of a given size. */
export function mp4(format = 'avc1', dataBytes = 100): Buffer {
	const handler = Buffer.alloc(24);
	handler.write('vide', 8, 'latin1');
	const sample = Buffer.alloc(70);
	sample.writeUInt16BE(320, 24);
	sample.writeUInt16BE(180, 26);
	const oneEntry = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]);
	const table = box('stbl', box('stsd', oneEntry, box(format, sample)));
	const media = box('mdia', box('hdlr', handler), box('minf', table));
	return Buffer.concat([
		box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1')),
		box('moov', box('trak', media)),
		box('mdat', Buffer.alloc(dataBytes, 1)),
	]);
}
