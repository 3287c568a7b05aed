import { convertPixels } from './colors';
import { readBitmap, rowBytes, type Bitmap } from './formats/bitmap';
import { usableProfile } from './formats/iccProfile';
import { CutOffError } from './imageErrors';
import { fit, type ImageLimits } from './limits';
import type { MagickLibrary } from './magickSession';
import { resample } from './resample/resample';
import type { Pixels } from './resample/resampleKernel';
import { yieldToEventLoop } from './yieldToEventLoop';

/** Pixels that are read between two pauses, in a few milliseconds. */
const PIXELS_PER_STEP = 500_000;
const RGBA_BYTES = 4;
const OPAQUE = 255;

/** The picture in a BMP, opaque and sRGB, within the limits, and its own dimensions. */
export async function decodeBitmap(magick: MagickLibrary, bytes: Buffer, limits: ImageLimits) {
	const bitmap = readBitmap(bytes);
	const { width, height } = bitmap;
	const size = fit(bitmap, false, limits);
	const pixels = await readBitmapPixels(bitmap);
	const picture = { ...size, rgb: await resample(pixels, size.width, size.height) };
	const profile = bitmap.profile && usableProfile(bitmap.profile);
	if (profile) await convertPixels(magick, picture, profile);
	return { picture, source: { width, height } };
}

/**
 * Reads the pixels of a BMP. ImageMagick shows many kinds wrongly: those of OS/2, those whose fourth byte means nothing, and
 * those with more or less than 8 bits of transparency.
 *
 * @throws CutOffError if runs of pixels end early
 */
async function readBitmapPixels(bitmap: Bitmap): Promise<Pixels> {
	const { width, height } = bitmap;
	const bytes = new Uint8Array(width * height * RGBA_BYTES);
	if (bitmap.isRunLength) await readRuns(bitmap, bytes);
	else await readRows(bitmap, bytes);
	return { width, height, bytes, bytesPerPixel: RGBA_BYTES, isGray: false, alphaIndex: 3 };
}

/** The start of a row in the result; a bitmap is stored from the bottom unless it states the opposite. */
function rowStart({ width, height, isTopDown }: Bitmap, y: number): number {
	return (isTopDown ? y : height - 1 - y) * width * RGBA_BYTES;
}

async function readRows(bitmap: Bitmap, result: Uint8Array): Promise<void> {
	const { width, height, data } = bitmap;
	const length = rowBytes(bitmap);
	const read = rowReader(bitmap, result);
	const rowsPerStep = Math.max(1, Math.floor(PIXELS_PER_STEP / width));
	for (let y = 0; y < height; y++) {
		read(data.subarray(y * length, (y + 1) * length), rowStart(bitmap, y));
		if ((y + 1) % rowsPerStep === 0) await yieldToEventLoop();
	}
	// Many programs leave the alpha of an opaque picture empty.
	if (bitmap.masks[3] !== 0 && isInvisible(result)) {
		for (let offset = 3; offset < result.length; offset += RGBA_BYTES) result[offset] = OPAQUE;
	}
}

function isInvisible(rgba: Uint8Array): boolean {
	for (let offset = 3; offset < rgba.length; offset += RGBA_BYTES)
		if (rgba[offset] !== 0) return false;
	return true;
}

type RowReader = (row: Buffer, start: number) => void;

function rowReader(bitmap: Bitmap, result: Uint8Array): RowReader {
	const { width, bitsPerPixel, palette } = bitmap;
	if (bitsPerPixel <= 8) {
		const perByte = 8 / bitsPerPixel;
		const mask = 2 ** bitsPerPixel - 1;
		return (row, start) => {
			for (let x = 0; x < width; x++) {
				const byte = row[Math.floor(x / perByte)] ?? 0;
				const index = (byte >>> (8 - bitsPerPixel * ((x % perByte) + 1))) & mask;
				copyColor(palette, index, result, start + x * RGBA_BYTES);
			}
		};
	}
	if (bitsPerPixel === 24) {
		return (row, start) => {
			for (let x = 0, from = 0, to = start; x < width; x++, from += 3, to += RGBA_BYTES) {
				result[to] = row[from + 2] ?? 0;
				result[to + 1] = row[from + 1] ?? 0;
				result[to + 2] = row[from] ?? 0;
				result[to + 3] = OPAQUE;
			}
		};
	}
	const channels = bitmap.masks.map(readChannel).filter(({ mask }) => mask !== 0);
	return (row, start) => {
		for (let x = 0, to = start; x < width; x++, to += RGBA_BYTES) {
			const pixel = bitsPerPixel === 16 ? row.readUInt16LE(2 * x) : row.readUInt32LE(4 * x);
			result[to + 3] = OPAQUE;
			for (const { index, mask, shift, scale } of channels) {
				result[to + index] = Math.round(((pixel & mask) >>> shift) * scale);
			}
		}
	};
}

/** How to read a channel of any number of bits. */
function readChannel(mask: number, index: number) {
	const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
	return { index, mask, shift, scale: OPAQUE / (mask >>> shift) };
}

function copyColor(palette: Uint8Array, index: number, result: Uint8Array, to: number): void {
	const from = index * RGBA_BYTES;
	result[to] = palette[from] ?? 0;
	result[to + 1] = palette[from + 1] ?? 0;
	result[to + 2] = palette[from + 2] ?? 0;
	result[to + 3] = OPAQUE;
}

/** Pixels that no run covers stay transparent. */
async function readRuns(bitmap: Bitmap, result: Uint8Array): Promise<void> {
	const { width, height, data, bitsPerPixel, palette } = bitmap;
	let offset = 0;
	let x = 0;
	let y = 0;
	const next = (): number => {
		const byte = data[offset++];
		if (byte === undefined) throw new CutOffError('the runs');
		return byte;
	};
	/** Sets the next pixel, unless it is outside the picture. */
	const put = (color: readonly number[], shift = 0) => {
		if (x < width) {
			const to = rowStart(bitmap, y) + x * RGBA_BYTES;
			const [first = 0, green = 0, red = 0] = color;
			if (bitsPerPixel === 24) result.set([red, green, first, OPAQUE], to);
			else copyColor(palette, bitsPerPixel === 4 ? (first >>> shift) & 15 : first, result, to);
		}
		x++;
	};
	const readColor = () => (bitsPerPixel === 24 ? [next(), next(), next()] : [next()]);
	const nibble = (index: number) => (index % 2 === 0 ? 4 : 0);
	let pause = PIXELS_PER_STEP;
	while (y < height) {
		const count = next();
		if (count > 0) {
			const color = readColor();
			const end = x + count;
			for (let index = 0; index < count && x < width; index++) put(color, nibble(index));
			x = end;
		} else {
			const code = next();
			if (code === 0) [x, y] = [0, y + 1];
			else if (code === 1) return;
			else if (code === 2) [x, y] = [x + next(), y + next()];
			else {
				const start = offset;
				let color: number[] = [];
				for (let index = 0; index < code; index++) {
					if (bitsPerPixel !== 4 || index % 2 === 0) color = readColor();
					put(color, nibble(index));
				}
				offset += (offset - start) % 2;
			}
		}
		if ((pause -= count + 1) > 0) continue;
		pause = PIXELS_PER_STEP;
		await yieldToEventLoop();
	}
}
