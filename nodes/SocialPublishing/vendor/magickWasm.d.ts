declare module '@imagemagick/magick-wasm/magick.wasm' {
	/** ImageMagick as WebAssembly: gzipped in the built package, uncompressed in the tests. */
	export function readWasm(): Uint8Array<ArrayBuffer>;
}
