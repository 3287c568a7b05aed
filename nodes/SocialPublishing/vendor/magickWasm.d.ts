declare module '@imagemagick/magick-wasm/magick.wasm' {
	/** ImageMagick compiled to WebAssembly: gzipped in the built package, plain in the tests. */
	export function readWasm(): Uint8Array<ArrayBuffer>;
}
