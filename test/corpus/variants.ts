import type { Sharp } from 'sharp';
import { bitmap } from './bitmap';
import { scene, transparentScene } from './scene';

export interface Variant {
	name: string;
	extension: string;
	/** Stored dimensions. */
	width: number;
	height: number;
	make(): Promise<Buffer>;
	/** The same picture in a format that sharp can read, if it cannot read this one. */
	makeForSharp?(): Promise<Buffer>;
}

type Encode = (picture: Sharp) => Sharp;

const WIDTH = 264;
const HEIGHT = 198;

const opaqueFormats: Record<string, Encode> = {
	'JPEG, baseline': (picture) => picture.jpeg({ quality: 95 }),
	'JPEG, progressive': (picture) => picture.jpeg({ quality: 95, progressive: true }),
	'JPEG, 4:4:4': (picture) => picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }),
	'PNG, 8 bits': (picture) => picture.png(),
	'WebP, lossy': (picture) => picture.webp({ quality: 95 }),
	'TIFF, LZW': (picture) => picture.tiff({ compression: 'lzw' }),
};
const transparentFormats: Record<string, Encode> = {
	'PNG, 8 bits': (picture) => picture.png(),
	'WebP, lossy': (picture) => picture.webp({ quality: 95 }),
	'WebP, lossless': (picture) => picture.webp({ lossless: true }),
	'TIFF, deflate': (picture) => picture.tiff({ compression: 'deflate' }),
};
/** Formats for which sharp stores no orientation or profile, or for which one combination is enough. */
const otherFormats: Record<string, Encode> = {
	'JPEG, gray': (picture) => picture.greyscale().jpeg({ quality: 95 }),
	'PNG, gray': (picture) => picture.greyscale().png(),
	'PNG, 16 bits': (picture) => picture.toColourspace('rgb16').png(),
	'PNG, palette': (picture) => picture.png({ palette: true }),
	'PNG, interlaced': (picture) => picture.png({ progressive: true }),
	GIF: (picture) => picture.gif(),
	'TIFF, uncompressed': (picture) => picture.tiff({ compression: 'none' }),
	'TIFF, tiled': (picture) => picture.tiff({ tile: true }),
	AVIF: (picture) => picture.avif({ quality: 90, effort: 0 }),
	'AVIF, 4:4:4': (picture) => picture.avif({ quality: 90, effort: 0, chromaSubsampling: '4:4:4' }),
};
const cmykFormats: Record<string, Encode> = {
	'JPEG, CMYK': (picture) => picture.jpeg({ quality: 95 }),
	'TIFF, CMYK': (picture) => picture.tiff({ compression: 'lzw' }),
};
const orientations = [1, 2, 3, 4, 5, 6, 7, 8];
/** The orientations to combine with each profile: phones write Display P3 in any orientation. */
const orientationsByProfile = { none: orientations, p3: orientations, srgb: [1] };

/** Every combination of format, orientation, alpha and profile that sharp can write, and BMP. */
export function variants(): Variant[] {
	return [
		...oriented('opaque', scene, opaqueFormats),
		...oriented('transparent', transparentScene, transparentFormats),
		...Object.entries(otherFormats).map(([name, encode]) =>
			variant(name, async () => encode(await scene(WIDTH, HEIGHT))),
		),
		...['GIF', 'AVIF', 'PNG, 16 bits', 'PNG, palette', 'PNG, gray'].map((name) =>
			variant(`${name}, transparent`, async () =>
				(otherFormats[name] ?? ((picture) => picture))(await transparentScene(WIDTH, HEIGHT)),
			),
		),
		...Object.entries(cmykFormats).map(([name, encode]) =>
			variant(`${name}, with its profile`, async () =>
				encode((await scene(WIDTH, HEIGHT)).toColourspace('cmyk').withIccProfile('cmyk')),
			),
		),
		...[false, true].map((isTopDown) => ({
			name: `BMP, ${isTopDown ? 'from the top' : 'from the bottom'}`,
			extension: 'bmp',
			width: WIDTH,
			height: HEIGHT,
			make: async () => {
				const pixels = await (await scene(WIDTH, HEIGHT)).raw().toBuffer();
				return bitmap({ width: WIDTH, height: HEIGHT, pixels }, { isTopDown });
			},
			makeForSharp: async () => await (await scene(WIDTH, HEIGHT)).png().toBuffer(),
		})),
	];
}

function oriented(kind: string, draw: typeof scene, formats: Record<string, Encode>): Variant[] {
	return Object.entries(formats).flatMap(([name, encode]) =>
		Object.entries(orientationsByProfile).flatMap(([profile, orientations]) =>
			orientations.map((orientation) =>
				variant(`${name}, ${kind}, orientation ${orientation}, profile ${profile}`, async () => {
					const picture = (await draw(WIDTH, HEIGHT))
						.withMetadata({ orientation })
						.withExifMerge({ IFD0: { Copyright: 'Corpus', Model: 'Phone' } })
						.withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>');
					return encode(profile === 'none' ? picture : picture.withIccProfile(profile));
				}),
			),
		),
	);
}

function variant(name: string, make: () => Promise<Sharp>): Variant {
	const extension = name.split(',')[0]?.toLowerCase() ?? '';
	return {
		name,
		extension,
		width: WIDTH,
		height: HEIGHT,
		make: async () => await (await make()).toBuffer(),
	};
}
