/** The contents of a JPEG header. */
export interface JpegHeader {
	width: number;
	height: number;
	components: number;
	/** Names of the segments that carry metadata. */
	metadata: string[];
}

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const COMMENT = 0xfe;
const APP0 = 0xe0;
const APP15 = 0xef;
/** Adobe's marker states the colour transform for decoders; it is not metadata. */
const APP14 = 0xee;

/** Baseline, extended and progressive frames; the other types are not used on the web. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/** Reads a whole JPEG file up to its end marker; throws with the reason if it is not valid. */
export function readJpeg(bytes: Buffer): JpegHeader {
	if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff00 + SOI) throw new Error('is not a JPEG');
	let frame: Omit<JpegHeader, 'metadata'> | undefined;
	const metadata: string[] = [];
	let offset = 2;
	for (;;) {
		const marker = markerAt(bytes, offset);
		offset += 2;
		if (marker === EOI) break;
		const length = offset + 2 <= bytes.length ? bytes.readUInt16BE(offset) : 0;
		if (length < 2 || offset + length > bytes.length) throw new Error('is a truncated JPEG');
		const content = bytes.subarray(offset + 2, offset + length);
		offset += length;
		if (OTHER_FRAMES.has(marker)) throw new Error('is a type of JPEG that is not accepted');
		if (FRAMES.has(marker)) frame ??= readFrame(content);
		const name = metadataName(marker, content);
		if (name) metadata.push(name);
		if (marker === SOS) offset = endOfScan(bytes, offset);
	}
	if (offset !== bytes.length) throw new Error('has bytes after the end of the picture');
	if (!frame) throw new Error('is a JPEG without a picture');
	return { ...frame, metadata };
}

function markerAt(bytes: Buffer, offset: number): number {
	if (offset + 2 > bytes.length) throw new Error('is a truncated JPEG');
	const marker = bytes.readUInt8(offset + 1);
	if (bytes.readUInt8(offset) !== 0xff || marker === 0 || marker === 0xff) {
		throw new Error('is a damaged JPEG');
	}
	return marker;
}

function readFrame(content: Buffer): Omit<JpegHeader, 'metadata'> {
	if (content.length < 6) throw new Error('is a damaged JPEG');
	return {
		height: content.readUInt16BE(1),
		width: content.readUInt16BE(3),
		components: content.readUInt8(5),
	};
}

function metadataName(marker: number, content: Buffer): string | undefined {
	if (marker === COMMENT) return 'comment';
	if (marker < APP0 || marker > APP15 || marker === APP14) return undefined;
	const starts = (text: string) => content.subarray(0, text.length).toString('latin1') === text;
	if (marker === APP0) return starts('JFIF\0') ? undefined : 'APP0';
	if (starts('Exif\0')) return 'EXIF';
	if (starts('http://ns.adobe.com/')) return 'XMP';
	if (starts('ICC_PROFILE\0')) return 'ICC profile';
	if (starts('Photoshop 3.0\0')) return 'IPTC';
	return `APP${marker - APP0}`;
}

/** Skips compressed data; 0xff 0x00 and restart markers belong to it. */
function endOfScan(bytes: Buffer, start: number): number {
	for (
		let offset = bytes.indexOf(0xff, start);
		offset !== -1;
		offset = bytes.indexOf(0xff, offset)
	) {
		const next = bytes[offset + 1];
		if (next === undefined) break;
		const isData = next === 0 || (next >= 0xd0 && next <= 0xd7);
		if (!isData && next !== 0xff) return offset;
		offset += isData ? 2 : 1;
	}
	throw new Error('is a truncated JPEG');
}
