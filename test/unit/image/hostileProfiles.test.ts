import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { sRgbProfile } from '../../../nodes/SocialPublishing/image/rgbPicture';
import { scene } from '../../corpus/scene';

const limits = { maxWidth: 400, maxHeight: 400, quality: 85 };

/** Counts the profiles that the codec's library reads; a damaged one can take it minutes. */
let converted: jest.SpyInstance;
beforeEach(async () => {
	const { MagickImage } = await import('../../../nodes/SocialPublishing/vendor/magick');
	converted = jest.spyOn(MagickImage.prototype, 'transformColorSpace').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

it.each([
	['is too short', Buffer.from('acsp')],
	['is not a profile', Buffer.from('no profile at all'.repeat(20))],
	[
		'announces billions of tags',
		(() => {
			const profile = Buffer.from(sRgbProfile);
			profile.writeUInt32BE(0xffff_ffff, 128);
			return profile;
		})(),
	],
])(
	'preparePicture ignores a profile that %s, and keeps it from the codec',
	async (_name, profile) => {
		const plain = await (await scene(900, 600)).jpeg().toBuffer();
		const expected = await preparePicture(plain, 'photo.jpg', limits);
		const { bytes } = await preparePicture(withProfile(plain, profile), 'photo.jpg', limits);
		expect(bytes.equals(expected.bytes)).toBe(true);
		expect(converted).not.toHaveBeenCalled();
	},
);

it('preparePicture lets the codec read a valid profile', async () => {
	const plain = await (await scene(900, 600)).jpeg().toBuffer();
	await preparePicture(withProfile(plain, sRgbProfile), 'photo.jpg', limits);
	expect(converted).toHaveBeenCalled();
});

function withProfile(jpeg: Buffer, profile: Uint8Array): Buffer {
	const segment = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\x01\x01', 'latin1');
	segment.writeUInt16BE(segment.length - 2 + profile.length, 2);
	return Buffer.concat([jpeg.subarray(0, 2), segment, profile, jpeg.subarray(2)]);
}
