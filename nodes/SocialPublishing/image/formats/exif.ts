import { readTags } from './tiff';

const ORIENTATION = 274;
const PREFIX_BYTES = 6; // "Exif", and two zeros

/**
 * The orientation in the content of an EXIF segment, 1 to 8 in a valid file.
 *
 * @returns undefined if it states none, 'unreadable' if it is damaged
 */
export function readExifOrientation(content: Buffer): number | 'unreadable' | undefined {
	try {
		return readTags(content.subarray(PREFIX_BYTES)).get(ORIENTATION)?.at(0);
	} catch {
		return 'unreadable';
	}
}
