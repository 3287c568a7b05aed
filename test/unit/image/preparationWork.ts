import { BitReader, ByteReader } from '../../../nodes/SocialPublishing/image/formats/binaryReader';

/** The work to prepare a picture. Counts are the same on any machine, unlike times. */
export interface PreparationWork {
	/** Numbers and texts that the node has read from the file. */
	reads: number;
	/** The codec's memory for each picture that it has started on, unless it has been freed. */
	codecs: Array<WeakRef<WebAssembly.Memory>>;
	/** Their size together. Memory of the codec only grows. */
	codecBytes: number;
}

/** Counts the work on a picture. An error of `work` is passed on. */
export async function countWork(work: () => Promise<unknown>): Promise<PreparationWork> {
	let reads = 0;
	const codecs: WebAssembly.Memory[] = [];
	const { require: requireBytes } = ByteReader.prototype;
	const { bits } = BitReader.prototype;
	const { Instance } = WebAssembly;
	ByteReader.prototype.require = function (offset, length) {
		reads++;
		return requireBytes.call(this, offset, length);
	};
	BitReader.prototype.bits = function (count) {
		reads++;
		return bits.call(this, count);
	};
	const instantiate = jest.spyOn(WebAssembly, 'Instance').mockImplementation((module, imports) => {
		const instance = new Instance(module, imports);
		codecs.push(...memoriesOfCodec(instance));
		return instance;
	});
	try {
		await work();
	} finally {
		ByteReader.prototype.require = requireBytes;
		BitReader.prototype.bits = bits;
		instantiate.mockRestore();
	}
	const codecBytes = codecs.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
	return { reads, codecs: codecs.map((codec) => new WeakRef(codec)), codecBytes };
}

/** Ignores the kernel that scales pictures, whose memory is small. */
function memoriesOfCodec({ exports }: WebAssembly.Instance): WebAssembly.Memory[] {
	if ('flatten' in exports) return [];
	return Object.values(exports).filter((each) => each instanceof WebAssembly.Memory);
}
