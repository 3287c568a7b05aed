const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { gzipSync } = require('node:zlib');

const { limitMemory } = require('../../gulp/limitMemory');

const library = dirname(require.resolve('@imagemagick/magick-wasm'));

/** Replaces the codec's `.wasm` file, which the build converts to a module: see gulp/bundleMagick.js. */
module.exports.readWasm = () =>
	gzipSync(limitMemory(readFileSync(join(library, 'x86/magick.wasm'))), { level: 0 });
