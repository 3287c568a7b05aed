/** Decoded pixels: 8 bits per channel, channels interleaved, rows from the top. */
export interface Pixels {
	width: number;
	height: number;
	bytes: Readonly<Uint8Array>;
	bytesPerPixel: number;
	isGray: boolean;
	/** The index of the opacity byte in a pixel; absent if the picture is opaque. */
	alphaIndex?: number;
}

/** For each position of the result: the source pixels that contribute to it, and their weights. */
export interface Weights {
	/** The first source pixel of each position. */
	firsts: Int32Array;
	/** The number of source pixels per position. */
	taps: number;
	/** `taps` rounded up to a multiple of four, because the kernel processes four at a time. */
	stride: number;
	/** `stride` weights per position: `taps` that add up to 1 in fixed point, then zeros. */
	values: Int16Array;
}

interface Kernel {
	memory: WebAssembly.Memory;
	flatten(
		source: number,
		target: number,
		count: number,
		bytesPerPixel: number,
		color: number,
		alpha: number,
		opaque: number,
	): void;
	horizontal(
		source: number,
		target: number,
		count: number,
		offsets: number,
		weights: number,
		taps: number,
	): void;
	vertical(rows: number, target: number, count: number, weights: number, taps: number): void;
}

/** Three bytes before a row is scaled horizontally, then three 16-bit numbers. */
export const BYTES_PER_PIXEL = 3;
const BYTES_PER_SCALED_PIXEL = 6;
const ALIGNMENT_BYTES = 16;
/** How far the kernel may read and write past the end of a buffer. */
const MARGIN_BYTES = 32;

/** Whether a pixel consists of exactly red, green and blue. */
export function isPlainRgb({
	bytesPerPixel,
	isGray,
	alphaIndex,
}: Pick<Pixels, 'bytesPerPixel' | 'isGray' | 'alphaIndex'>): boolean {
	return bytesPerPixel === BYTES_PER_PIXEL && !isGray && alphaIndex === undefined;
}

/** The kernel with its memory layout: weights, one source row, the same row as plain RGB, a ring of scaled rows. */
export class WorkArea {
	private readonly kernel = instantiateKernel();
	private readonly width: number;
	private end = 0;
	private readonly columnOffsets: number;
	private readonly columnWeights: number;
	private readonly rowWeights: number;
	private readonly rowAddresses: number;
	private readonly source: number;
	private readonly flat: number;
	private readonly ring: number;
	private readonly rowPitch: number;
	private readonly mixed: number;

	constructor(
		private readonly pixels: Pixels,
		private readonly columns: Weights,
		private readonly rows: Weights,
	) {
		this.width = columns.firsts.length;
		this.columnOffsets = this.reserve(this.width * 4);
		this.columnWeights = this.reserve(columns.values.byteLength);
		this.rowWeights = this.reserve(rows.values.byteLength);
		this.rowAddresses = this.reserve(rows.stride * 4);
		this.flat = this.reserve(pixels.width * BYTES_PER_PIXEL);
		this.source = isPlainRgb(pixels)
			? this.flat
			: this.reserve(pixels.width * pixels.bytesPerPixel);
		this.rowPitch = padded(this.width * BYTES_PER_SCALED_PIXEL);
		this.ring = this.reserve(rows.taps * this.rowPitch);
		this.mixed = this.reserve(this.width * BYTES_PER_PIXEL);

		const { memory } = this.kernel;
		memory.grow(Math.ceil(this.end / 65_536));
		new Int16Array(memory.buffer, this.columnWeights).set(columns.values);
		new Int16Array(memory.buffer, this.rowWeights).set(rows.values);
		new Int32Array(memory.buffer, this.columnOffsets).set(
			columns.firsts.map((first) => first * BYTES_PER_PIXEL),
		);
	}

	/** Scales one row of the source to the width of the result and keeps it for `mixRows`. */
	addRow(index: number): void {
		const { bytes, width, bytesPerPixel, isGray, alphaIndex } = this.pixels;
		const rowBytes = width * bytesPerPixel;
		const row = bytes.subarray(index * rowBytes, (index + 1) * rowBytes);
		new Uint8Array(this.kernel.memory.buffer).set(row, this.source);
		if (this.source !== this.flat) {
			this.kernel.flatten(
				this.source,
				this.flat,
				width,
				bytesPerPixel,
				isGray ? 0 : 0x00_02_01_00,
				(alphaIndex ?? 0) * 0x01_01_01_01,
				alphaIndex === undefined ? -1 : 0,
			);
		}
		this.kernel.horizontal(
			this.flat,
			this.ringAddress(index),
			this.width,
			this.columnOffsets,
			this.columnWeights,
			this.columns.stride,
		);
	}

	/** One row of the result, valid until the next call. */
	mixRows(y: number, firstRow: number): Uint8Array {
		const { taps, stride } = this.rows;
		const { buffer } = this.kernel.memory;
		const addresses = new Int32Array(buffer, this.rowAddresses, stride);
		// The weights after `taps` are zero, so the rows there do not matter.
		for (let tap = 0; tap < stride; tap++) addresses[tap] = this.ringAddress(firstRow + tap);
		this.kernel.vertical(
			this.rowAddresses,
			this.mixed,
			this.width * BYTES_PER_PIXEL,
			this.rowWeights + y * stride * Int16Array.BYTES_PER_ELEMENT,
			taps,
		);
		return new Uint8Array(buffer, this.mixed, this.width * BYTES_PER_PIXEL);
	}

	private ringAddress(row: number): number {
		return this.ring + (row % this.rows.taps) * this.rowPitch;
	}

	private reserve(sizeBytes: number): number {
		const address = this.end;
		this.end += padded(sizeBytes);
		return address;
	}
}

function padded(sizeBytes: number): number {
	return Math.ceil((sizeBytes + MARGIN_BYTES) / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
}

let kernelModule: WebAssembly.Module | undefined;

function instantiateKernel(): Kernel {
	kernelModule ??= new WebAssembly.Module(Buffer.from(resampleKernel, 'base64'));
	const { exports } = new WebAssembly.Instance(kernelModule);
	if (!isKernel(exports)) throw new Error('The resampling kernel lacks a function');
	return exports;
}

function isKernel(exports: WebAssembly.Exports | Kernel): exports is Kernel {
	return (
		'memory' in exports && 'flatten' in exports && 'horizontal' in exports && 'vertical' in exports
	);
}

/** The binary of `resample.wat`, in base64. A test assembles the source and compares. */
export const resampleKernel =
	'AGFzbQEAAAABHANgB39/f39/f38AYAZ/f39/f38AYAV/f39/fwADBAMAAQIFAwEAAQcsBAZtZW1vcnkCAAdmbGF0dGVuAAAKaG9yaXpvbnRhbAABCHZlcnRpY2FsAAIKkAYDwAECAnsBfyABIAJBA2xqIQkDQCAA/VwCACEH/Qz/AP8A/wD/AP8A/wD/AP8AIAcgBP0R/Q79iQH9kQEgByAF/RH9DiAG/RH9UP2JAf2VAf0MgACAAIAAgACAAIAAgACAAP2OASEIIAggCEEI/Y0B/Y4BQQj9jQEhCCAB/Qz/AP8A/wD/AP8A/wD/AP8AIAj9kQH9DAAAAAAAAAAAAAAAAAAAAAD9Zv1aAgAAIAAgA2ohACABQQNqIQEgASAJSQ0ACwvsAQIDewN/IAEgAkEGbGohCgNA/QyAAAAAgAAAAIAAAACAAAAAIQb9DAAAAAAAAAAAAAAAAAAAAAAhByAAIAMoAgBqIQkgBCAFQQF0aiELA0AgCf0ABAAhCCAGIAj9DACAA4ABgASAAoAFgICAgID9DiAE/QkCAP26Af2uASEGIAcgCP0MBoAJgAeACoAIgAuAgICAgP0OIAT9CQIE/boB/a4BIQcgCUEMaiEJIARBCGohBCAEIAtJDQALIAYgB/2uAUEI/awBIQYgASAGIAb9hQH9WwMAACADQQRqIQMgAUEGaiEBIAEgCkkNAAsL3QICB3sHfyABIAJqIQwgACAEQQJ0aiEPA0D9DAAACAAAAAgAAAAIAAAACAAhBSAFIQYgBSEHIAUhCCAAIQ4gAyEQA0AgDigCACANaiERIA4oAgQgDWohEiAQ/QkCACEJIBH9AAQAIQogEv0ABAAhCyAFIAogC/0NAAEQEQIDEhMEBRQVBgcWFyAJ/boB/a4BIQUgBiAKIAv9DQgJGBkKCxobDA0cHQ4PHh8gCf26Af2uASEGIBH9AAQQIQogEv0ABBAhCyAHIAogC/0NAAEQEQIDEhMEBRQVBgcWFyAJ/boB/a4BIQcgCCAKIAv9DQgJGBkKCxobDA0cHQ4PHh8gCf26Af2uASEIIBBBBGohECAOQQhqIQ4gDiAPSQ0ACyABIAVBFP2sASAGQRT9rAH9hQEgB0EU/awBIAhBFP2sAf2FAf1m/QsEACABQRBqIQEgDUEgaiENIAEgDEkNAAsL';
