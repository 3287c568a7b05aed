import fc from 'fast-check';
import sharp from 'sharp';

import { ByteReader } from '../../../nodes/SocialPublishing/image/formats/binaryReader';
import { readJpegHeader } from '../../../nodes/SocialPublishing/image/formats/jpeg';
import { passThrough } from '../../../nodes/SocialPublishing/image/passThrough';
import { sRgbProfile } from '../../../nodes/SocialPublishing/image/formats/iccProfile';
import { insert, segment } from '../../corpus/jpegSegments';

const limits = { maxWidth: 100, maxHeight: 100, quality: 60 };
const profile = Buffer.from(sRgbProfile);

/** A segment with a part of a profile: the number of the part, and the number of parts. */
const part = (number: number, count: number, content: Buffer) =>
	segment(
		0xe2,
		Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([number, count]), content]),
	);
const slices = [profile.subarray(0, 99), profile.subarray(99, 300), profile.subarray(300)];
const parts = slices.map((slice, index) => part(index + 1, slices.length, slice));

let jpeg: Buffer;
beforeAll(async () => {
	const create = { width: 9, height: 9, channels: 3, background: '#369' } as const;
	jpeg = await sharp({ create }).jpeg().toBuffer();
});

/** Whether a picture with these parts looks the same without its profile. */
function needsNoProfile(...segments: Buffer[]): boolean {
	const picture = insert(jpeg, ...segments);
	const passed = passThrough(picture, readJpegHeader(new ByteReader(picture)), limits);
	return passed?.equals(jpeg) ?? false;
}

describe('a JPEG with an sRGB profile in several segments', () => {
	it('loses the profile, in whatever order the segments are', () => {
		const order = fc.shuffledSubarray(parts, { minLength: parts.length });
		fc.assert(fc.property(order, (ordered) => expect(needsNoProfile(...ordered)).toBe(true)));
	});

	it('is encoded again if a segment is missing or repeated', () => {
		for (const each of parts) {
			expect(needsNoProfile(...parts.filter((other) => other !== each))).toBe(false);
			expect(needsNoProfile(...parts, each)).toBe(false);
		}
	});

	it('is encoded again if a segment belongs to another profile', () => {
		for (const [index, slice] of slices.entries()) {
			expect(needsNoProfile(...parts.with(index, part(index + 1, 4, slice)))).toBe(false);
			expect(needsNoProfile(...parts.with(index, part(9, 3, slice)))).toBe(false);
		}
	});
});
