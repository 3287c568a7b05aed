import type * as Magick from '../vendor/magick';
import { codecFailure } from './imageErrors';

export type MagickLibrary = typeof Magick;

/**
 * How far the codec's memory may grow for one picture. The WebAssembly module is compiled with this as
 * its maximum, so no file can take more, whatever it claims or hides.
 */
export const CODEC_MEMORY_LIMIT_BYTES = 640 * 1024 * 1024;

const WASM_PAGE_BYTES = 65_536;
/** ImageMagick's own bounds, for what no header announces: profiles, and frames in a list. */
const MAX_PROFILE_BYTES = 8n * 1024n * 1024n;
const MAX_FRAMES = 64n;

let compiled: Promise<{ magick: MagickLibrary; module: WebAssembly.Module }> | undefined;
let previous: Promise<unknown> = Promise.resolve();

/**
 * Runs `work` with ImageMagick ready. One picture at a time: the library holds one instance only.
 *
 * Every picture gets an instance of its own (10 to 25 ms), because WebAssembly memory never shrinks:
 * dropping the instance is what gives the memory back, and what makes a crash harmless for the next one.
 *
 * @throws CodecError when the codec gives up; whatever else `work` throws comes through
 */
export async function withMagick<T>(work: (magick: MagickLibrary) => T): Promise<T> {
	const run = previous.then(async () => {
		compiled ??= compileMagick().catch((error: unknown) => {
			compiled = undefined; // the next picture tries again
			throw error;
		});
		const { magick, module } = await compiled;
		await magick.initializeImageMagick(module);
		limitResources(magick);
		try {
			return work(magick);
		} catch (error) {
			throw isCodecFailure(magick, error) ? codecFailure(error) : error;
		} finally {
			forgetInstance(magick);
		}
	});
	previous = run.catch(() => undefined);
	return await run;
}

async function compileMagick() {
	const magick = await import('../vendor/magick');
	const binary = await inflate(magick.readWasm());
	limitMemory(binary, CODEC_MEMORY_LIMIT_BYTES);
	return { magick, module: await WebAssembly.compile(binary) };
}

function limitResources({ ResourceLimits }: MagickLibrary): void {
	ResourceLimits.memory = BigInt(CODEC_MEMORY_LIMIT_BYTES);
	ResourceLimits.disk = 0n; // the "disk" would be memory too
	ResourceLimits.maxProfileSize = MAX_PROFILE_BYTES;
	ResourceLimits.listLength = MAX_FRAMES;
}

/**
 * Besides the library's own errors: a trap, an exhausted stack, and C++ exceptions, which are no `Error`.
 * By name, because WebAssembly's errors may belong to another realm.
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
 * The built package carries the module gzipped; the tests load the plain file. Chunk by chunk into one
 * array of the final size, because the convenient ways hold the 15 MB three times.
 */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
	const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
	if (!isGzip) return bytes;
	// A gzip file ends with the length of what it holds.
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

/** Overwrites the LEB128 number at `offset`, keeping the number of bytes it takes. */
function writePaddedNumber(binary: Uint8Array, offset: number, value: number): void {
	let rest = value;
	for (let at = offset; ; at++) {
		const isLast = (binary[at] ?? 0) < 0x80;
		binary[at] = (rest & 0x7f) | (isLast ? 0 : 0x80);
		rest >>>= 7;
		if (isLast) return;
	}
}
