import sharp, { type Sharp } from 'sharp';
import { randomNumbers } from './mutate';

const GRAIN_SEED = 1;
const GRAIN_SIDE_PIXELS = 256;

/** A drawing with colors that differ between Display P3 and sRGB, soft gradients and hard edges. */
const drawing = (width: number, height: number) => `
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 400 300" preserveAspectRatio="none">
	<defs>
		<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#1a6fd4"/><stop offset="1" stop-color="#f2d9b0"/></linearGradient>
		<linearGradient id="hill" x2="1" y2="1"><stop stop-color="#0f7a30"/><stop offset="1" stop-color="#8fd01c"/></linearGradient>
	</defs>
	<rect width="400" height="300" fill="url(#sky)"/>
	<path d="M0 210 Q120 120 230 200 T400 170 V300 H0 Z" fill="url(#hill)"/>
	<circle cx="90" cy="70" r="34" fill="#ffd21f"/>
	<rect x="250" y="150" width="70" height="80" fill="#d3122a"/>
	<rect x="262" y="166" width="18" height="24" fill="#fff"/>
	<path d="M240 152 L285 110 L330 152 Z" fill="#3a2416"/>
</svg>`;

const drawn = new Map<string, Promise<Buffer>>();

/** A synthetic photo with fine texture, in opaque RGB; the corpus needs no files. */
export async function scene(width: number, height: number): Promise<Sharp> {
	const pixels = await once(
		`opaque ${width} ${height}`,
		async () => await drawScene(width, height),
	);
	return sharp(pixels, { raw: { width, height, channels: 3 }, limitInputPixels: false });
}

/** The same photo with a soft edge: opaque in the middle, transparent in the corners. */
export async function transparentScene(width: number, height: number): Promise<Sharp> {
	const pixels = await once(`transparent ${width} ${height}`, async () => {
		const alpha = await drawAlpha(width, height);
		return await (
			await scene(width, height)
		)
			.joinChannel(alpha, { raw: { width, height, channels: 1 } })
			.raw()
			.toBuffer();
	});
	return sharp(pixels, { raw: { width, height, channels: 4 }, limitInputPixels: false });
}

async function once(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
	const pixels = drawn.get(key) ?? draw();
	drawn.set(key, pixels);
	return await pixels;
}

/** The same photo without its texture, for comparison with a stored file. */
export function plainScene(width: number, height: number): Sharp {
	return sharp(Buffer.from(drawing(width, height)), { limitInputPixels: false, unlimited: true })
		.resize(width, height, { fit: 'fill' })
		.removeAlpha();
}

async function drawScene(width: number, height: number): Promise<Buffer> {
	const grain = drawGrain(Math.min(width, GRAIN_SIDE_PIXELS), Math.min(height, GRAIN_SIDE_PIXELS));
	return await plainScene(width, height)
		.composite([{ ...grain, tile: true, blend: 'soft-light' }])
		.removeAlpha()
		.raw()
		.toBuffer();
}

/** Fine texture around a medium gray. It is the same in every process, so that files damaged at random are, too. */
function drawGrain(width: number, height: number) {
	const random = randomNumbers(GRAIN_SEED);
	// The sum of several numbers is close to a normal distribution, with a standard deviation of 20.
	const value = () => 128 - 60 + random(41) + random(41) + random(41);
	const input = Buffer.from(Array.from({ length: width * height * 3 }, value));
	return { input, raw: { width, height, channels: 3 } } as const;
}

async function drawAlpha(width: number, height: number): Promise<Buffer> {
	const mask = `
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
	<radialGradient id="fade"><stop offset="0.5" stop-color="#fff"/><stop offset="1" stop-color="#000"/></radialGradient>
	<rect width="100%" height="100%" fill="url(#fade)"/>
</svg>`;
	return await sharp(Buffer.from(mask)).resize(width, height).extractChannel(0).raw().toBuffer();
}
