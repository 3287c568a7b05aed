/** For each position of the result: which neighbours of the source make it up, and by how much. */
export interface Weights {
	/** The first neighbour of each position. */
	firsts: Int32Array;
	/** How many neighbours each position has. */
	taps: number;
	/** `taps` rounded up to a multiple of four, as the kernel works on them. */
	stride: number;
	/** `stride` numbers for each position: `taps` that add up to 1, then zeros. */
	values: Float32Array;
}

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
	const values = new Float32Array(length * stride);
	for (let position = 0; position < length; position++) {
		const centre = (position + 0.5) * ratio;
		const first = Math.round(centre - taps / 2);
		firsts[position] = Math.min(Math.max(first, 0), sourceLength - taps);
		const line = values.subarray(position * stride, position * stride + taps);
		for (let tap = 0; tap < taps; tap++) {
			line[tap] = lanczos(((firsts[position] ?? 0) + tap + 0.5 - centre) / ratio);
		}
		const sum = line.reduce((total, value) => total + value, 0);
		line.forEach((value, tap) => (line[tap] = value / sum));
	}
	return { firsts, taps, stride, values };
}

function lanczos(x: number): number {
	return Math.abs(x) < LOBES ? sinc(x) * sinc(x / LOBES) : 0;
}

function sinc(x: number): number {
	return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}
