import fc from 'fast-check';
import sharp from 'sharp';

import {
	isSRgbProfile,
	sRgbProfile,
} from '../../../nodes/SocialPublishing/image/formats/iccProfile';
import { scene } from '../../corpus/scene';

describe('isSRgbProfile', () => {
	const ofSharp = async (name: string) => {
		const jpeg = await (await scene(9, 9)).withIccProfile(name).jpeg().toBuffer();
		return (await sharp(jpeg).metadata()).icc ?? Buffer.alloc(0);
	};
	/** Replaces the curves of our own profile. */
	const withCurve = (curve: Buffer) => {
		const profile = Buffer.from(sRgbProfile);
		for (let at = profile.indexOf('para'); at >= 0; at = profile.indexOf('para', at + 4)) {
			curve.copy(profile, at);
		}
		return profile;
	};
	const gamma = (value: number) => {
		const curve = Buffer.from('curv\0\0\0\0\0\0\0\x01\0\0', 'latin1');
		curve.writeUInt16BE(Math.round(value * 256), 12);
		return curve;
	};

	it('accepts profiles that describe sRGB', async () => {
		expect(isSRgbProfile(Buffer.from(sRgbProfile))).toBe(true);
		expect(isSRgbProfile(await ofSharp('srgb'))).toBe(true);
	});

	it('refuses any other profile', async () => {
		expect(isSRgbProfile(await ofSharp('p3'))).toBe(false);
		expect(isSRgbProfile(withCurve(gamma(2.2)))).toBe(false);
		expect(isSRgbProfile(withCurve(gamma(1)))).toBe(false);
		expect(isSRgbProfile(Buffer.from('no profile at all'))).toBe(false);
	});

	it('never fails, however a profile is damaged', async () => {
		const profile = await ofSharp('srgb');
		fc.assert(
			fc.property(
				fc.nat(profile.length - 1),
				fc.uint8Array({ minLength: 1, maxLength: 8 }),
				fc.nat(profile.length),
				(offset, change, length) => {
					const damaged = Buffer.from(profile);
					damaged.set(change.subarray(0, damaged.length - offset), offset);
					expect(typeof isSRgbProfile(damaged.subarray(0, length))).toBe('boolean');
				},
			),
			{ numRuns: 500 },
		);
	});
});
