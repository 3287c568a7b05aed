import sharp from 'sharp';

/** A small picture that the service accepts as it is. */
export async function jpeg(width = 320, height = 200): Promise<Buffer> {
	return await sharp({ create: { width, height, channels: 3, background: '#c0763a' } })
		.jpeg({ quality: 80 })
		.toBuffer();
}

/** The same picture in a format that has to be converted. */
export async function png(): Promise<Buffer> {
	const picture = sharp(await jpeg());
	return await picture.png().toBuffer();
}
