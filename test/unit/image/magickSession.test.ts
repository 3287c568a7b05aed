import {
	CODEC_MEMORY_LIMIT_BYTES,
	withMagick,
} from '../../../nodes/SocialPublishing/image/magickSession';

const PAGE_BYTES = 65_536;

afterEach(() => jest.restoreAllMocks());

it('withMagick gives the codec the allowed memory, and no more', async () => {
	const { Instance } = WebAssembly;
	const memories: WebAssembly.Memory[] = [];
	jest.spyOn(WebAssembly, 'Instance').mockImplementation((module, imports) => {
		const instance = new Instance(module, imports);
		for (const exported of Object.values(instance.exports)) {
			if (exported instanceof WebAssembly.Memory) memories.push(exported);
		}
		return instance;
	});
	// The module is compiled once, so this needs a process that has not done so.
	await jest.isolateModulesAsync(async () => {
		const session = await import('../../../nodes/SocialPublishing/image/magickSession');
		await session.withMagick(async () => await Promise.resolve());
	});
	expect(memories).toHaveLength(1);
	for (const memory of memories) {
		const free = (CODEC_MEMORY_LIMIT_BYTES - memory.buffer.byteLength) / PAGE_BYTES;
		expect(() => memory.grow(free + 1)).toThrow(RangeError);
		expect(() => memory.grow(free)).not.toThrow();
	}
});

it("withMagick sets the codec's own limits", async () => {
	const limits = await withMagick(
		async ({ ResourceLimits: { memory, disk, maxProfileSize, listLength } }) =>
			await Promise.resolve({ memory, disk, maxProfileSize, listLength }),
	);
	expect(limits).toEqual({
		memory: BigInt(CODEC_MEMORY_LIMIT_BYTES),
		disk: 0n,
		maxProfileSize: 8_388_608n,
		listLength: 64n,
	});
});
