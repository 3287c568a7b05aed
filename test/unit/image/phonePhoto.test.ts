import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { jpegMarkers, prepareWithSharp, psnr } from '../../corpus/compare';
import { heic, parametersInside, phoneTile } from '../../corpus/heic';
import { plainScene } from '../../corpus/scene';

const limits = { maxWidth: 500, maxHeight: 480, quality: 85 };
/** An ignored profile results in 24, a missing or repeated rotation in less. */
const SMALLEST_PSNR = 35;

it('preparePicture prepares a HEIC photo with tiles, Display P3, and a rotation that is stated twice', async () => {
	const heic = readFileSync(join(__dirname, '../../corpus/files/phone.heic'));
	const { bytes, fileName, report } = await preparePicture(heic, 'IMG_0001.HEIC', limits);
	const oracle = await prepareWithSharp(
		await plainScene(1000, 750).rotate(90).png().toBuffer(),
		limits,
	);

	expect(fileName).toBe('IMG_0001.jpg');
	expect(report.text).toMatch(/^750×1000 HEIC, 8 KB → 360×480 JPEG, \d+ KB$/);
	expect(jpegMarkers(bytes)).not.toContain('e2');
	expect(await psnr(bytes, oracle)).toBeGreaterThan(SMALLEST_PSNR);
});

it.each([1, 6])(
	'preparePicture prepares an AVIF photo with orientation %i and Display P3',
	async (orientation) => {
		const avif = await plainScene(1000, 750)
			.withMetadata({ orientation })
			.withIccProfile('p3')
			.avif({ quality: 80, effort: 0 })
			.toBuffer();
		const { bytes } = await preparePicture(avif, 'photo.avif', limits);
		const oracle = await prepareWithSharp(avif, limits);
		expect(await sharp(bytes).metadata()).not.toHaveProperty('icc');
		expect(await psnr(bytes, oracle)).toBeGreaterThan(SMALLEST_PSNR);
	},
);

it.each([
	['also', false],
	['only', true],
])(
	'preparePicture prepares a HEIC of a camera that has the parameters of its decoder %s inside the data',
	async (_name, isOnlyInside) => {
		const tile = phoneTile();
		const photo = await preparePicture(heic(tile), 'DSC00001.HIF', limits);
		const inside = heic(parametersInside(tile, isOnlyInside));
		const { bytes, report } = await preparePicture(inside, 'DSC00001.HIF', limits);
		expect(bytes.equals(photo.bytes)).toBe(true);
		expect(report.text).toMatch(/^512×512 HEIC/);
	},
);
