/** The relevant contents of an MP4 header. */
export interface Mp4Header {
	/** Sample formats of the video tracks, such as avc1. */
	videoFormats: string[];
	width: number;
	height: number;
}

interface Box {
	type: string;
	content: Buffer;
}

/** Reads an MP4 file; throws with the reason if it is not valid. */
export function readMp4(bytes: Buffer): Mp4Header {
	if (bytes.length < 12 || bytes.toString('latin1', 4, 8) !== 'ftyp')
		throw new Error('is not an MP4');
	const movie = boxes(bytes).find(({ type }) => type === 'moov');
	if (!movie) throw new Error('is an MP4 without a movie header');
	const videos = boxes(movie.content)
		.filter(({ type }) => type === 'trak')
		.flatMap(({ content }) => videoOf(content));
	const [first] = videos;
	if (!first) throw new Error('is an MP4 without a video');
	const { width, height } = first;
	return { width, height, videoFormats: videos.map(({ format }) => format) };
}

function videoOf(track: Buffer) {
	const media = inner(track, 'mdia');
	const handler = media && inner(media, 'hdlr');
	if (handler?.toString('latin1', 8, 12) !== 'vide') return [];
	const information = inner(media ?? Buffer.alloc(0), 'minf');
	const table = information && inner(information, 'stbl');
	// Version, flags and the number of entries come before the entries, which are boxes again.
	const descriptions = table && inner(table, 'stsd');
	return boxes(descriptions?.subarray(8) ?? Buffer.alloc(0)).map(({ type, content }) => {
		if (content.length < 28) throw new Error('is a damaged MP4');
		return { format: type, width: content.readUInt16BE(24), height: content.readUInt16BE(26) };
	});
}

function inner(content: Buffer, type: string): Buffer | undefined {
	return boxes(content).find((box) => box.type === type)?.content;
}

/** Splits `bytes` into boxes; throws if the sizes do not add up. */
function boxes(bytes: Buffer): Box[] {
	const found: Box[] = [];
	for (let offset = 0; offset < bytes.length; ) {
		if (offset + 8 > bytes.length) throw new Error('is a truncated MP4');
		const short = bytes.readUInt32BE(offset);
		if (short === 1 && offset + 16 > bytes.length) throw new Error('is a truncated MP4');
		// A size of 1 means that a 64-bit size follows; 0 means up to the end.
		const size =
			short === 1
				? Number(bytes.readBigUInt64BE(offset + 8))
				: short === 0
					? bytes.length - offset
					: short;
		const header = short === 1 ? 16 : 8;
		if (size < header || offset + size > bytes.length) throw new Error('is a truncated MP4');
		const type = bytes.toString('latin1', offset + 4, offset + 8);
		found.push({ type, content: bytes.subarray(offset + header, offset + size) });
		offset += size;
	}
	return found;
}
