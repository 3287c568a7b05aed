import type * as Magick from '../vendor/magick';
import { codecFailure } from './imageErrors';

export type MagickLibrary = typeof Magick;

/**
 * How far the codec's memory may grow for one picture. The WebAssembly module is compiled with this maximum, so
 * no file can exceed it, regardless of its header.
 */
export const CODEC_MEMORY_LIMIT_BYTES = 640 * 1024 * 1024;

const WASM_PAGE_BYTES = 65_536;
/** ImageMagick's own limits, for what the header checks do not cover: color profiles and the number of frames. */
const MAX_PROFILE_BYTES = 8n * 1024n * 1024n;
const MAX_FRAMES = 64n;

let compiled: Promise<{ magick: MagickLibrary; module: WebAssembly.Module }> | undefined;

/**
 * Runs `work` with ImageMagick ready. The library supports a single instance, so this must not be called again
 * before `work` is done: callers hold a lock (`withLock`).
 *
 * Every picture gets a new instance, which takes 10 to 25 ms. WebAssembly memory never shrinks, so only dropping the
 * instance frees it; this also keeps a crash from affecting the next picture.
 *
 * @throws CodecError if the codec fails; other errors from `work` pass through unchanged
 */
export async function withMagick<T>(work: (magick: MagickLibrary) => Promise<T>): Promise<T> {
	compiled ??= compileMagick().catch((error: unknown) => {
		compiled = undefined; // so that the next picture retries
		throw error;
	});
	const { magick, module } = await compiled;
	await magick.initializeImageMagick(module);
	limitResources(magick);
	try {
		return await work(magick);
	} catch (error) {
		throw isCodecFailure(magick, error) ? codecFailure(error) : error;
	} finally {
		forgetInstance(magick);
	}
}

async function compileMagick() {
	const magick = await import('../vendor/magick');
	const binary = await inflate(magick.readWasm());
	limitMemory(binary, CODEC_MEMORY_LIMIT_BYTES);
	return { magick, module: await WebAssembly.compile(binary) };
}

function limitResources({ ResourceLimits }: MagickLibrary): void {
	ResourceLimits.memory = BigInt(CODEC_MEMORY_LIMIT_BYTES);
	ResourceLimits.disk = 0n; // the module's "disk" is in memory as well
	ResourceLimits.maxProfileSize = MAX_PROFILE_BYTES;
	ResourceLimits.listLength = MAX_FRAMES;
}

/**
 * True for the library's own errors, traps, exhausted stacks, and C++ exceptions, which are not instances of `Error`.
 * WebAssembly's errors are recognized by name, because they may belong to a different realm.
 */
function isCodecFailure({ MagickError }: MagickLibrary, error: unknown): boolean {
	if (!(error instanceof Error)) return true;
	return error instanceof MagickError || ['RuntimeError', 'RangeError'].includes(error.name);
}

/** The library keeps its instance in a static accessor that its type declarations leave out. */
function forgetInstance({ ImageMagick }: MagickLibrary): void {
	Reflect.set(ImageMagick, '_api', undefined);
}

/**
 * The built package contains the module gzipped; the tests load the plain file. The chunks go into one array of the
 * final size, because simpler ways need three copies of the 15 MB.
 */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
	const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
	if (!isGzip) return bytes;
	// A gzip file ends with the length of its uncompressed content.
	const plain = new Uint8Array(
		new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4, true),
	);
	const { readable, writable } = new DecompressionStream('gzip');
	const writer = writable.getWriter();
	const written = writer.write(bytes).then(async () => await writer.close());
	const reader = readable.getReader();
	let offset = 0;
	for (let part = await reader.read(); !part.done; part = await reader.read()) {
		plain.set(part.value, offset);
		offset += part.value.length;
	}
	await written;
	return plain;
}

/**
 * Lowers the maximum in the module's memory section (WebAssembly binary format: section 5, one entry of
 * flag, minimum, maximum as LEB128), in place and without changing its length.
 */
function limitMemory(binary: Uint8Array, limitBytes: number): void {
	const memorySection = 5;
	let offset = 8; // after the magic number and the version
	const readNumber = (): number => {
		let value = 0;
		for (let shift = 0; ; shift += 7) {
			const byte = binary[offset++] ?? 0;
			value += (byte & 0x7f) * 2 ** shift;
			if (byte < 0x80) return value;
		}
	};
	while (offset < binary.length) {
		const section = readNumber();
		const length = readNumber();
		if (section === memorySection) {
			readNumber(); // the number of memories: 1
			const flags = readNumber();
			readNumber(); // the minimum
			if ((flags & 1) === 1) writePaddedNumber(binary, offset, limitBytes / WASM_PAGE_BYTES);
			return;
		}
		offset += length;
	}
}

/** Overwrites the LEB128 number at `offset` without changing its length in bytes. */
function writePaddedNumber(binary: Uint8Array, offset: number, value: number): void {
	let rest = value;
	for (let position = offset; ; position++) {
		const isLast = (binary[position] ?? 0) < 0x80;
		binary[position] = (rest & 0x7f) | (isLast ? 0 : 0x80);
		rest >>>= 7;
		if (isLast) return;
	}
}
