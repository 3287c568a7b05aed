'use strict';

/**
 * How the codec's WebAssembly states its memory: 256 pages of 64 KiB that may grow to 65,536. It is section 5 of the module, of 7
 * bytes, with one memory that has a maximum (flag 1); the numbers are in LEB128.
 */
const MEMORY = Buffer.from('050701018002808004', 'hex');
/** The same with at most 10,240 pages, as `CODEC_MEMORY_LIMIT_BYTES` in image/magickSession.ts states. */
const LIMITED_MEMORY = Buffer.from('05070101800280d000', 'hex');

/**
 * Limits the memory of the codec, so that no picture can exceed it, regardless of its header.
 *
 * @param {Buffer} wasm the published module
 * @returns {Buffer} a copy that differs only in the maximum
 */
function limitMemory(wasm) {
	const start = wasm.indexOf(MEMORY);
	if (start < 0 || wasm.includes(MEMORY, start + 1))
		throw new Error("The codec's memory is not stated as in magick-wasm 0.0.43");
	const limited = Buffer.from(wasm);
	LIMITED_MEMORY.copy(limited, start);
	return limited;
}

module.exports = { limitMemory };
