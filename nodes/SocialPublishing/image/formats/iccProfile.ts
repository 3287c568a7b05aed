const TAG_COUNT_OFFSET = 128;
const TAGS_OFFSET = 132;
const TAG_BYTES = 12;

/**
 * Whether bytes are an ICC profile with room for all the tags that it announces. The codec's library would read every
 * announced tag, and there can be billions.
 */
function isProfile(bytes: Buffer): boolean {
	if (bytes.length < TAGS_OFFSET || bytes.toString('latin1', 36, 40) !== 'acsp') return false;
	return bytes.readUInt32BE(TAG_COUNT_OFFSET) <= (bytes.length - TAGS_OFFSET) / TAG_BYTES;
}

/**
 * A copy of a profile in which the codec's library does not find the tables of floating-point numbers (`D2B0` and the
 * like). They may have any number of steps for each color, and every profile has other tables as well. Undefined if the
 * bytes are no profile.
 */
export function usableProfile(bytes: Buffer): Buffer | undefined {
	if (!isProfile(bytes)) return undefined;
	const copy = Buffer.from(bytes);
	const end = TAGS_OFFSET + TAG_BYTES * copy.readUInt32BE(TAG_COUNT_OFFSET);
	for (let entry = TAGS_OFFSET; entry < end; entry += TAG_BYTES) {
		const isFloatTable = /^(D2B|B2D)[0-3]$/.test(copy.toString('latin1', entry, entry + 4));
		if (isFloatTable) copy.write('-', entry, 'latin1');
	}
	return copy;
}

/**
 * The color space to which pictures are converted: sRGB (IEC 61966-2-1) as an ICC profile of version 4, in base64. It states
 * its primaries, D50 as its white, and the curve of sRGB as a formula.
 */
export const sRgbProfile: Uint8Array = Buffer.from(
	[
		'AAAB6AAAAAAEIAAAbW50clJHQiBYWVogB+oAAQABAAAAAAAAYWNzcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPbW',
		'AAEAAAAA0y0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJZGVzYwAAAPAAAAAk',
		'Y3BydAAAARQAAAAkd3RwdAAAATgAAAAUclhZWgAAAUwAAAAUZ1hZWgAAAWAAAAAUYlhZWgAAAXQAAAAUclRSQwAAAYgAAAAg',
		'Z1RSQwAAAagAAAAgYlRSQwAAAcgAAAAgbWx1YwAAAAAAAAABAAAADGVuVVMAAAAIAAAAHABzAFIARwBCbWx1YwAAAAAAAAAB',
		'AAAADGVuVVMAAAAGAAAAHABDAEMAMAAAWFlaIAAAAAAAAPbWAAEAAAAA0y1YWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAA',
		'AABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9wYXJhAAAAAAADAAAAAmZmAADypwAADVkAABPQAAAKW3BhcmEAAAAA',
		'AAMAAAACZmYAAPKnAAANWQAAE9AAAApbcGFyYQAAAAAAAwAAAAJmZgAA8qcAAA1ZAAAT0AAACls=',
	].join(''),
	'base64',
);
