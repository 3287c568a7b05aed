import sharp from 'sharp';
import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';

const limits = { maxWidth: 1080, maxHeight: 1080, quality: 85 };

it('turns a transparent PNG into a JPEG on white', async () => {
	const png = await sharp({
		create: {
			width: 1600,
			height: 1200,
			channels: 4,
			background: { r: 255, g: 0, b: 0, alpha: 0 },
		},
	})
		.png()
		.toBuffer();
	const prepared = await preparePicture(png, 'logo.png', limits);
	expect(prepared.report.text).toMatch(/^1600×1200 PNG, \d+ KB → 1080×810 JPEG, \d+ KB$/);
	expect(prepared.fileName).toBe('logo.jpg');
	const { dominant } = await sharp(prepared.bytes).stats();
	expect(dominant.r + dominant.g + dominant.b).toBeGreaterThan(740);
	const again = await preparePicture(prepared.bytes, 'logo.jpg', limits);
	expect(again.bytes.equals(prepared.bytes)).toBe(true);
	expect(again.report.changed).toBe(false);
});
