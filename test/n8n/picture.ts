import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

const IMAGES_FOLDER = path.join(__dirname, '..', '..', 'docs', 'images');

/** A page with all pictures must still load quickly. */
const LARGEST_PICTURE_BYTES = 150_000;

/**
 * Saves a screenshot as a picture of the documentation, with fewer colours, which makes it a quarter of the size.
 *
 * @param name path below `docs/images`, without `.png`
 * @throws if the picture is still too large
 */
export async function savePicture(name: string, screenshot: Buffer): Promise<void> {
	const picture = await sharp(screenshot)
		.png({ palette: true, colours: 128, effort: 10 })
		.toBuffer();
	if (picture.length > LARGEST_PICTURE_BYTES) {
		throw new Error(`${name}.png has ${picture.length} bytes, over ${LARGEST_PICTURE_BYTES}`);
	}
	const file = path.join(IMAGES_FOLDER, `${name}.png`);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, picture);
}
