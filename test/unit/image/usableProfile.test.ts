import { sRgbProfile, usableProfile } from '../../../nodes/SocialPublishing/image/rgbPicture';

const TAG_COUNT_OFFSET = 128;
const TAGS_OFFSET = 132;
const profile = () => Buffer.from(sRgbProfile);

it('usableProfile requires room for all tags', () => {
	const empty = (tagCount: number, roomFor: number) => {
		const bytes = Buffer.concat([profile().subarray(0, TAGS_OFFSET), Buffer.alloc(12 * roomFor)]);
		bytes.writeUInt32BE(tagCount, TAG_COUNT_OFFSET);
		return bytes;
	};
	expect(usableProfile(empty(0, 0))).toEqual(empty(0, 0));
	expect(usableProfile(empty(0, 0).subarray(0, -1))).toBeUndefined();
	expect(usableProfile(empty(2, 2))).toEqual(empty(2, 2));
	expect(usableProfile(empty(3, 2))).toBeUndefined();
});

it('usableProfile requires the signature acsp', () => {
	const bytes = profile();
	expect(usableProfile(bytes)).toEqual(bytes);
	bytes.write('ACSP', 36);
	expect(usableProfile(bytes)).toBeUndefined();
});

it.each(['D2B0', 'D2B1', 'D2B2', 'D2B3', 'B2D0', 'B2D3'])(
	'usableProfile hides the table %s from the codec',
	(name) => {
		const bytes = profile();
		bytes.write(name, TAGS_OFFSET);
		const usable = usableProfile(bytes);
		expect(usable?.includes(name)).toBe(false);
		expect(usable?.length).toBe(bytes.length);
		expect(bytes.includes(name)).toBe(true);
	},
);
