declare module '@imagemagick/magick-wasm/magick.wasm' {
	/** ImageMagick as WebAssembly, gzipped. The build has limited its memory: see gulp/limitMemory.js. */
	export function readWasm(): Uint8Array<ArrayBuffer>;
}
