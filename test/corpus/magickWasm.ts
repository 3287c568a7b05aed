import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const library = dirname(require.resolve('@imagemagick/magick-wasm'));

/** Replaces the codec's `.wasm` file, which the build converts to a module: see gulp/bundleMagick.js. */
export function readWasm(): Uint8Array<ArrayBuffer> {
	return new Uint8Array(readFileSync(join(library, 'x86/magick.wasm')));
}
