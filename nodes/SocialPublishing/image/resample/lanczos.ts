/** For each position of the result: which neighbours of the source make it up, and by how much. */
export interface Weights {
	/** The first neighbour of each position. */
	firsts: Int32Array;
	/** How many neighbours each position has. */
	taps: number;
	/** `taps` rounded up to a multiple of four, as the kernel works on them. */
	stride: number;
	/** `stride` numbers for each position: `taps` that add up to `WEIGHT_ONE`, then zeros. */
	values: Int16Array;
}

/** The weights are whole numbers with 14 binary places: resample.wat multiplies those, and not fractions. */
export const WEIGHT_ONE = 2 ** 14;
const LOBES = 3;

/**
 * Weights that scale a line of `sourceLength` pixels to `length`, at most as long. The Lanczos filter
 * with three lobes, stretched over the source, so that every source pixel counts.
 */
export function lanczosWeights(sourceLength: number, length: number): Weights {
	const ratio = sourceLength / length;
	// At the same length each pixel is its own and only neighbour.
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
		values.set(wholeWeights(exact), position * stride);
	}
	return { firsts, taps, stride, values };
}

/** In proportion, adding up to `WEIGHT_ONE` exactly: what rounding leaves goes to the next one. */
function wholeWeights(exact: Float64Array): Int16Array {
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
