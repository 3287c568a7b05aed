/** The parts of files that tests put together. Numbers are big-endian unless the name says otherwise. */
export const bytes = (...values: number[]) => Buffer.from(values);
export const uint16 = (value: number) => uint(value, 2);
export const uint32 = (value: number) => uint(value, 4);
export const text = (value: string) => Buffer.from(value, 'latin1');

/** A number of 0 to 8 bytes. */
export function uint(value: number, length: number): Buffer {
	const all = Buffer.alloc(8);
	all.writeBigUInt64BE(BigInt(value));
	return all.subarray(8 - length);
}

export const littleEndian = (number: Buffer) => Buffer.from(number).reverse();
export const uint16LE = (value: number) => littleEndian(uint16(value));
export const uint32LE = (value: number) => littleEndian(uint32(value));
