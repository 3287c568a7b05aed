import sharp, { type Sharp } from 'sharp';
import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { jpegMarkers } from '../../corpus/compare';
import { scene, transparentScene } from '../../corpus/scene';

const limits = { maxWidth: 400, maxHeight: 400, quality: 85 };

it('preparePicture turns a progressive JPEG into a baseline JPEG without metadata', async () => {
	const jpeg = await (
		await scene(300, 200)
	)
		.withExif({ IFD0: { Copyright: 'somebody' } })
		.jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
		.toBuffer();
	const { bytes } = await preparePicture(jpeg, 'progressive.jpg', limits);
	expect(jpegMarkers(bytes)).toEqual(['e0', 'db', 'db', 'c0', 'c4', 'c4', 'c4', 'c4', 'da']);
	expect(await sharp(bytes).metadata()).toMatchObject({ chromaSubsampling: '4:2:0' });
});

describe('preparePicture', () => {
	const make = async () => (await scene(300, 200)).jpeg({ quality: 80 });

	it('returns a JPEG unchanged if it meets the requirements', async () => {
		const jpeg = await (await make()).toBuffer();
		const { bytes, report } = await preparePicture(jpeg, 'ready.jpeg', limits);
		expect(bytes.equals(jpeg)).toBe(true);
		expect(report).toMatchObject({ changed: false, text: expect.stringContaining('unchanged') });
	});

	it('returns a JPEG unchanged even if its quality is higher', async () => {
		const jpeg = await (await make()).jpeg({ quality: 98 }).toBuffer();
		const { bytes } = await preparePicture(jpeg, 'ready.jpg', limits);
		expect(bytes.equals(jpeg)).toBe(true);
	});

	it('returns a JPEG unchanged if it has prepared it before', async () => {
		const png = await (await transparentScene(900, 700)).png().toBuffer();
		const { bytes } = await preparePicture(png, 'a.png', limits);
		expect((await preparePicture(bytes, 'a.jpg', limits)).bytes.equals(bytes)).toBe(true);
	});

	it.each<[string, (jpeg: Sharp) => Sharp]>([
		['too large', (jpeg) => jpeg.resize(401, 100, { fit: 'fill' })],
		['progressive', (jpeg) => jpeg.jpeg({ quality: 80, progressive: true })],
		['gray', (jpeg) => jpeg.toColourspace('b-w')],
		['turned', (jpeg) => jpeg.withMetadata({ orientation: 3 })],
		['tagged with EXIF', (jpeg) => jpeg.withExif({ IFD0: { Copyright: 'Someone' } })],
		['tagged with XMP', (jpeg) => jpeg.withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')],
		['tagged with a profile', (jpeg) => jpeg.withIccProfile('srgb')],
	])('changes a JPEG that is %s', async (_name, change) => {
		const jpeg = await change(await make()).toBuffer();
		const { bytes, report } = await preparePicture(jpeg, 'photo.jpg', limits);
		expect(report.changed).toBe(true);
		expect(jpegMarkers(bytes)).toEqual(expect.not.arrayContaining(['e1', 'e2', 'ed', 'fe', 'c2']));
	});

	it.each([
		['a comment', Buffer.from('fffe0006706f656d', 'hex')],
		['IPTC', Buffer.from('\xff\xed\0\x10Photoshop 3.0\0', 'latin1')],
	])('removes %s from a JPEG', async (_name, segment) => {
		const jpeg = await (await make()).toBuffer();
		const marked = Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
		const { bytes } = await preparePicture(marked, 'photo.jpg', limits);
		expect(jpegMarkers(bytes)).toEqual(expect.not.arrayContaining(['fe', 'ed']));
	});

	it('removes data after the end of a JPEG', async () => {
		const jpeg = Buffer.concat([await (await make()).toBuffer(), Buffer.from('motion photo')]);
		const { bytes } = await preparePicture(jpeg, 'photo.jpg', limits);
		expect(bytes.includes('motion photo')).toBe(false);
	});
});
