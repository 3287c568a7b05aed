import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { sRgbProfile } from '../../../nodes/SocialPublishing/image/sRgbProfile';
import { scene } from '../../corpus/scene';
import { shortestDurationMs } from './shortestDuration';

// A busy machine may take long for a picture.
jest.setTimeout(60_000);

const limits = { maxWidth: 400, maxHeight: 400, quality: 85 };
const LONGEST_MS = 1000;

it.each([
	['is too short', Buffer.from('acsp')],
	['is no profile', Buffer.from('no profile at all'.repeat(20))],
	[
		'announces billions of tags',
		(() => {
			const profile = Buffer.from(sRgbProfile());
			profile.writeUInt32BE(0xffff_ffff, 128);
			return profile;
		})(),
	],
])('a profile that %s takes no time and changes nothing', async (_name, profile) => {
	const plain = await (await scene(900, 600)).jpeg().toBuffer();
	const segment = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\x01\x01', 'latin1');
	segment.writeUInt16BE(segment.length - 2 + profile.length, 2);
	const photo = Buffer.concat([plain.subarray(0, 2), segment, profile, plain.subarray(2)]);
	const expected = await preparePicture(plain, 'photo.jpg', limits);
	const prepare = async () => {
		const { bytes } = await preparePicture(photo, 'photo.jpg', limits);
		expect(bytes.equals(expected.bytes)).toBe(true);
	};
	expect(await shortestDurationMs(prepare, LONGEST_MS)).toBeLessThan(LONGEST_MS);
});
