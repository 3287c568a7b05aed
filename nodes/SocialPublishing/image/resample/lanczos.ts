/** For each position of the result: the source pixels that contribute to it, and their weights. */
export interface Weights {
	/** The first source pixel of each position. */
	firsts: Int32Array;
	/** The number of source pixels per position. */
	taps: number;
	/** `taps` rounded up to a multiple of four, because the kernel processes four at a time. */
	stride: number;
	/** `stride` weights per position: `taps` that add up to `WEIGHT_ONE`, then zeros. */
	values: Int16Array;
}

/** The weights are fixed-point numbers with 14 fractional bits, because resample.wat multiplies integers. */
export const WEIGHT_ONE = 2 ** 14;
const LOBES = 3;

/**
 * Weights that scale a line of `sourceLength` pixels down to `length`: the Lanczos filter with three lobes,
 * stretched over the source so that every source pixel contributes.
 */
export function lanczosWeights(sourceLength: number, length: number): Weights {
	const ratio = sourceLength / length;
	// At the same length, each pixel is copied.
	const taps = ratio === 1 ? 1 : Math.min(sourceLength, Math.ceil(2 * LOBES * ratio));
	const firsts = new Int32Array(length);
	const stride = Math.ceil(taps / 4) * 4;
	const values = new Int16Array(length * stride);
	const exact = new Float64Array(taps);
	for (let position = 0; position < length; position++) {
		const centre = (position + 0.5) * ratio;
		const first = Math.round(centre - taps / 2);
		firsts[position] = Math.min(Math.max(first, 0), sourceLength - taps);
		for (let tap = 0; tap < taps; tap++) {
			exact[tap] = lanczos(((firsts[position] ?? 0) + tap + 0.5 - centre) / ratio);
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
