import sharp from 'sharp';

/** Prepares a picture with sharp, within the same limits: the reference result. */
export async function prepareWithSharp(
	bytes: Buffer,
	limits: { maxWidth: number; maxHeight: number; quality: number },
): Promise<Buffer> {
	return await sharp(bytes, { limitInputPixels: false })
		.autoOrient()
		.resize(limits.maxWidth, limits.maxHeight, { fit: 'inside', withoutEnlargement: true })
		.flatten({ background: '#fff' })
		.toColourspace('srgb')
		.jpeg({ quality: limits.quality })
		.toBuffer();
}

/** Peak signal-to-noise ratio of two pictures with the same dimensions, in decibels; Infinity if they are equal. */
export async function psnr(one: Buffer, other: Buffer): Promise<number> {
	const [a, b] = await Promise.all([rgb(one), rgb(other)]);
	if (a.info.width !== b.info.width || a.info.height !== b.info.height) {
		throw new Error(`${a.info.width}×${a.info.height} is not ${b.info.width}×${b.info.height}`);
	}
	let sum = 0;
	a.data.forEach((value, index) => (sum += (value - (b.data[index] ?? 0)) ** 2));
	return 10 * Math.log10(255 ** 2 / (sum / a.data.length));
}

async function rgb(bytes: Buffer) {
	return await sharp(bytes)
		.removeAlpha()
		.toColourspace('srgb')
		.raw()
		.toBuffer({ resolveWithObject: true });
}

/** The markers of a JPEG up to its first scan, in hexadecimal: `['e0', 'db', 'c0', …]`. */
export function jpegMarkers(bytes: Buffer): string[] {
	const markers: string[] = [];
	for (let offset = 2; bytes[offset] === 0xff; offset += 2 + bytes.readUInt16BE(offset + 2)) {
		markers.push((bytes[offset + 1] ?? 0).toString(16));
	}
	return markers;
}
