import type { PictureKind } from './formats/detect';
import { readPngChunks } from './formats/png';
import { readWebPChunks } from './formats/webP';

/** What decides the pixels, the colors and the orientation of a PNG. */
const PNG_CHUNKS = new Set('IHDR PLTE tRNS IDAT IEND gAMA cHRM sRGB iCCP sBIT eXIf'.split(' '));
const PNG_SIGNATURE_BYTES = 8;
const RIFF_HEADER_BYTES = 12;

/**
 * A file with nothing but its first picture. The codec reads all there is: it unfolds each text of a PNG, of which a
 * small file can hold gigabytes, and decodes the frames of a WebP. Returns `bytes` itself for other formats.
 */
export function onlyPicture(kind: PictureKind, bytes: Buffer): Buffer {
	if (kind === 'png') return onlyChunks(bytes);
	return kind === 'webp' ? onlyFirstFrame(bytes) : bytes;
}

function onlyChunks(png: Buffer): Buffer {
	const chunks = [...readPngChunks(png)];
	const kept = chunks.filter(({ type }) => PNG_CHUNKS.has(type));
	if (kept.length === chunks.length) return png;
	const signature = png.subarray(0, PNG_SIGNATURE_BYTES);
	return Buffer.concat([signature, ...kept.map(({ bytes }) => bytes)]);
}

function onlyFirstFrame(webP: Buffer): Buffer {
	const chunks = [...readWebPChunks(webP)];
	const first = chunks.findIndex(({ type }) => type === 'ANMF');
	const kept = chunks.filter(({ type }, index) => type !== 'ANMF' || index === first);
	if (kept.length === chunks.length) return webP;
	const header = Buffer.from(webP.subarray(0, RIFF_HEADER_BYTES));
	const content = Buffer.concat(kept.map(({ bytes }) => bytes));
	header.writeUInt32LE(content.length + 4, 4); // what follows this number
	return Buffer.concat([header, content]);
}
