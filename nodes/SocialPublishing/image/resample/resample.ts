import { giveWay } from '../giveWay';
import { lanczosWeights, type Weights } from './lanczos';
import { resampleKernel } from './resampleKernel';

/** Decoded pixels: 8 bits per channel, channels interleaved, rows from the top. */
export interface Pixels {
	width: number;
	height: number;
	bytes: Readonly<Uint8Array>;
	bytesPerPixel: number;
	isGrey: boolean;
	/** The index of the opacity byte in a pixel; absent if the picture is opaque. */
	alphaIndex?: number;
}

interface Kernel {
	memory: WebAssembly.Memory;
	flatten(
		source: number,
		target: number,
		count: number,
		bytesPerPixel: number,
		colour: number,
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
const BYTES_PER_PIXEL = 3;
const BYTES_PER_SCALED_PIXEL = 6;
const ALIGNMENT_BYTES = 16;
/** How far the kernel may read and write past the end of a buffer. */
const MARGIN_BYTES = 32;

/** How many pixels of the source are scaled between two pauses; takes a few milliseconds. */
const PIXELS_PER_STEP = 1_000_000;

/**
 * Scales pixels to `width` × `height` with the Lanczos filter and blends transparency with white. The result is RGB,
 * three bytes per pixel. Gives way in between.
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
		if ((y + 1) % rowsPerStep === 0) await giveWay();
	}
	return result;
}

/** Whether a pixel consists of exactly red, green and blue. */
export function isPlainRgb({
	bytesPerPixel,
	isGrey,
	alphaIndex,
}: Pick<Pixels, 'bytesPerPixel' | 'isGrey' | 'alphaIndex'>): boolean {
	return bytesPerPixel === BYTES_PER_PIXEL && !isGrey && alphaIndex === undefined;
}

/** The kernel with its memory layout: weights, one source row, the same row as plain RGB, a ring of scaled rows. */
class WorkArea {
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
		const { bytes, width, bytesPerPixel, isGrey, alphaIndex } = this.pixels;
		const rowBytes = width * bytesPerPixel;
		const row = bytes.subarray(index * rowBytes, (index + 1) * rowBytes);
		new Uint8Array(this.kernel.memory.buffer).set(row, this.source);
		if (this.source !== this.flat) {
			this.kernel.flatten(
				this.source,
				this.flat,
				width,
				bytesPerPixel,
				isGrey ? 0 : 0x00_02_01_00,
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
