import { bytes, uint16 } from './bytes';

/** A segment of a JPEG: marker, length, content. */
export const segment = (marker: number, content: Buffer) =>
	Buffer.concat([bytes(0xff, marker), uint16(2 + content.length), content]);

/** A JPEG with more segments at its start. */
export const insert = (jpeg: Buffer, ...segments: Buffer[]) =>
	Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
