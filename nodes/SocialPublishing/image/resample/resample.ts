import { yieldToEventLoop } from '../yieldToEventLoop';
import { BYTES_PER_PIXEL, WorkArea, type Pixels, type Weights } from './resampleKernel';

/** The weights are fixed-point numbers with 14 fractional bits, because resample.wat multiplies integers. */
const WEIGHT_ONE = 2 ** 14;
const LOBES = 3;

/** Pixels of the source that are scaled between two pauses, in a few milliseconds. */
const PIXELS_PER_STEP = 1_000_000;

/**
 * Scales pixels to `width` × `height` with the Lanczos filter and blends transparency with white. The result is RGB,
 * three bytes per pixel. Yields to the event loop in between.
 *
 * ImageMagick can do this as well, but takes about eight times as long: its general loops process one number at a
 * time, those in resample.wat eight.
 */
export async function resample(pixels: Pixels, width: number, height: number): Promise<Uint8Array> {
	const columns = lanczosWeights(pixels.width, width);
	const rows = lanczosWeights(pixels.height, height);
	const work = new WorkArea(pixels, columns, rows);
	const result = new Uint8Array(width * height * BYTES_PER_PIXEL);
	const rowsPerStep = Math.max(
		1,
		Math.floor((PIXELS_PER_STEP * height) / (pixels.width * pixels.height)),
	);
	let nextRow = 0;
	for (let y = 0; y < height; y++) {
		const firstRow = rows.firsts[y] ?? 0;
		for (nextRow = Math.max(nextRow, firstRow); nextRow < firstRow + rows.taps; nextRow++) {
			work.addRow(nextRow);
		}
		result.set(work.mixRows(y, firstRow), y * width * BYTES_PER_PIXEL);
		if ((y + 1) % rowsPerStep === 0) await yieldToEventLoop();
	}
	return result;
}

/**
 * Weights that scale a line of `sourceLength` pixels down to `length`: the Lanczos filter with three lobes,
 * stretched over the source so that every source pixel contributes.
 */
function lanczosWeights(sourceLength: number, length: number): Weights {
	const ratio = sourceLength / length;
	// At the same length, each pixel is copied.
	const taps = ratio === 1 ? 1 : Math.min(sourceLength, Math.ceil(2 * LOBES * ratio));
	const firsts = new Int32Array(length);
	const stride = Math.ceil(taps / 4) * 4;
	const values = new Int16Array(length * stride);
	const exact = new Float64Array(taps);
	for (let position = 0; position < length; position++) {
		const center = (position + 0.5) * ratio;
		const first = Math.round(center - taps / 2);
		firsts[position] = Math.min(Math.max(first, 0), sourceLength - taps);
		for (let tap = 0; tap < taps; tap++) {
			exact[tap] = lanczos(((firsts[position] ?? 0) + tap + 0.5 - center) / ratio);
		}
		values.set(fixedPointWeights(exact), position * stride);
	}
	return { firsts, taps, stride, values };
}

/** Fixed-point weights that add up to exactly `WEIGHT_ONE`: each rounding error is carried to the next weight. */
function fixedPointWeights(exact: Float64Array): Int16Array {
	const sum = exact.reduce((total, value) => total + value, 0);
	let [exactTotal, total] = [0, 0];
	return Int16Array.from(exact, (value) => {
		exactTotal += (value / sum) * WEIGHT_ONE;
		const weight = Math.round(exactTotal) - total;
		total += weight;
		return weight;
	});
}

function lanczos(x: number): number {
	return Math.abs(x) < LOBES ? sinc(x) * sinc(x / LOBES) : 0;
}

function sinc(x: number): number {
	return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}
