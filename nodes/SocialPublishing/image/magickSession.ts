import { withLock } from '../shared/withLock';
import type * as Magick from '../vendor/magick';
import type { PictureKind } from './formats/picture';
import { codecFailure } from './imageErrors';

export type MagickLibrary = typeof Magick;

/**
 * How far the codec's memory may grow for one picture. The build states this maximum in the WebAssembly module, so no file can
 * exceed it, regardless of its header.
 */
export const CODEC_MEMORY_LIMIT_BYTES = 640 * 1024 * 1024;

/** ImageMagick's own limits, for what the header checks do not cover: color profiles and the number of frames. */
const MAX_PROFILE_BYTES = 8n * 1024n * 1024n;
const MAX_FRAMES = 64n;

let compiled: Promise<{ magick: MagickLibrary; module: WebAssembly.Module }> | undefined;

/**
 * Runs `work` with ImageMagick ready. The library supports a single instance, and each picture needs a lot of memory, so
 * others wait.
 *
 * Every picture gets a new instance, which takes 10 to 25 ms. WebAssembly memory never shrinks, so only dropping the
 * instance frees it; this also keeps a crash from affecting the next picture.
 *
 * @throws CodecError if the codec fails; other errors from `work` pass through unchanged
 */
export async function withMagick<T>(work: (magick: MagickLibrary) => Promise<T>): Promise<T> {
	return await withLock('picture codec', async () => await runInstance(work));
}

async function runInstance<T>(work: (magick: MagickLibrary) => Promise<T>): Promise<T> {
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
	// A Blob would copy the compressed module, which is 5 MB.
	const { readable, writable } = new DecompressionStream('gzip');
	const writer = writable.getWriter();
	const headers = { 'Content-Type': 'application/wasm' };
	const [module] = await Promise.all([
		WebAssembly.compileStreaming(new Response(readable, { headers })),
		writer.write(magick.readWasm()).then(async () => await writer.close()),
	]);
	return { magick, module };
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

/** The settings with which to read the first picture of a file, or the first few. */
export function settingsFor(
	{ MagickFormat, MagickReadSettings }: MagickLibrary,
	kind: PictureKind,
	frameCount = 1,
) {
	const formats = {
		jpeg: MagickFormat.Jpeg,
		png: MagickFormat.Png,
		webp: MagickFormat.WebP,
		gif: MagickFormat.Gif,
		bmp: MagickFormat.Bmp,
		tiff: MagickFormat.Tiff,
		avif: MagickFormat.Avif,
		heic: MagickFormat.Heic,
	} satisfies Record<PictureKind, unknown>;
	const settings = new MagickReadSettings({ format: formats[kind], frameIndex: 0, frameCount });
	// Skips the texts of a PNG. The codec would decompress each, and a small file can hold gigabytes of text.
	settings.setDefine(MagickFormat.Png, 'chunk-cache-max', '1');
	return settings;
}
