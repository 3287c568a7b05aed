import { resampleKernel } from './resampleKernel';
import { lanczosWeights, type Weights } from './lanczos';

/** Decoded pixels: 8 bits a channel, channels side by side, rows from the top. */
export interface Pixels {
	width: number;
	height: number;
	bytes: Readonly<Uint8Array>;
	bytesPerPixel: number;
	isGrey: boolean;
	/** Which byte of a pixel is its opacity. */
	alphaIndex?: number;
}

interface Kernel {
	memory: WebAssembly.Memory;
	widen(
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

const BYTES_PER_WORK_PIXEL = 16;

/**
 * Scales pixels to `width` × `height` with the Lanczos filter, laying transparency onto white; the
 * result is RGB, three bytes a pixel.
 *
 * ImageMagick can do this too, in about four times the time: its loops are general and work on one
 * number at a time, the ones in resample.wat on four.
 */
export function resample(pixels: Pixels, width: number, height: number): Uint8Array {
	if (isResult(pixels, width, height)) return pixels.bytes.slice();
	const columns = lanczosWeights(pixels.width, width);
	const rows = lanczosWeights(pixels.height, height);
	const work = new WorkArea(pixels, columns, rows);
	const result = new Uint8Array(width * height * 3);
	let nextRow = 0;
	for (let y = 0; y < height; y++) {
		const firstRow = rows.firsts[y] ?? 0;
		for (nextRow = Math.max(nextRow, firstRow); nextRow < firstRow + rows.taps; nextRow++) {
			work.addRow(nextRow);
		}
		result.set(work.mixRows(y, firstRow), y * width * 3);
	}
	return result;
}

/** Whether nothing is to be done. */
function isResult(pixels: Pixels, width: number, height: number): boolean {
	const isRgb = pixels.bytesPerPixel === 3 && !pixels.isGrey && pixels.alphaIndex === undefined;
	return isRgb && pixels.width === width && pixels.height === height;
}

/** The kernel with its memory laid out: weights, one source row as bytes and as numbers, a ring of rows. */
class WorkArea {
	private readonly kernel = instantiateKernel();
	private readonly width: number;
	private end = 0;
	private readonly columnOffsets: number;
	private readonly columnWeights: number;
	private readonly rowWeights: number;
	private readonly rowAddresses: number;
	private readonly source: number;
	private readonly wide: number;
	private readonly ring: number;
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
		this.rowAddresses = this.reserve(rows.taps * 4);
		this.source = this.reserve(pixels.width * pixels.bytesPerPixel);
		this.wide = this.reserve(pixels.width * BYTES_PER_WORK_PIXEL);
		this.ring = this.reserve(rows.taps * this.width * BYTES_PER_WORK_PIXEL);
		this.mixed = this.reserve(this.width * 3);

		const { memory } = this.kernel;
		memory.grow(Math.ceil(this.end / 65_536));
		new Float32Array(memory.buffer, this.columnWeights).set(columns.values);
		new Float32Array(memory.buffer, this.rowWeights).set(rows.values);
		new Int32Array(memory.buffer, this.columnOffsets).set(
			columns.firsts.map((first) => first * BYTES_PER_WORK_PIXEL),
		);
	}

	/** Scales one row of the source to the width of the result and keeps it for `mixRows`. */
	addRow(index: number): void {
		const { bytes, width, bytesPerPixel, isGrey, alphaIndex } = this.pixels;
		const rowBytes = width * bytesPerPixel;
		const row = bytes.subarray(index * rowBytes, (index + 1) * rowBytes);
		new Uint8Array(this.kernel.memory.buffer).set(row, this.source);
		this.kernel.widen(
			this.source,
			this.wide,
			width,
			bytesPerPixel,
			isGrey ? 0 : 0x00_02_01_00,
			(alphaIndex ?? 0) * 0x01_01_01_01,
			alphaIndex === undefined ? -1 : 0,
		);
		this.kernel.horizontal(
			this.wide,
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
		const addresses = new Int32Array(buffer, this.rowAddresses, taps);
		for (let tap = 0; tap < taps; tap++) addresses[tap] = this.ringAddress(firstRow + tap);
		const weights = this.rowWeights + y * stride * 4;
		this.kernel.vertical(this.rowAddresses, this.mixed, this.width, weights, taps);
		return new Uint8Array(buffer, this.mixed, this.width * 3);
	}

	private ringAddress(row: number): number {
		return this.ring + (row % this.rows.taps) * this.width * BYTES_PER_WORK_PIXEL;
	}

	/** Aligned, with room for the three pixels that the kernel reads and writes past the end. */
	private reserve(sizeBytes: number): number {
		const address = this.end;
		this.end += Math.ceil(sizeBytes / BYTES_PER_WORK_PIXEL + 3) * BYTES_PER_WORK_PIXEL;
		return address;
	}
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
		'memory' in exports && 'widen' in exports && 'horizontal' in exports && 'vertical' in exports
	);
}
