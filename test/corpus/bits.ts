/** An unsigned number in `count` bits, as zeros and ones. */
export const bits = (value: number, count: number) =>
	count === 0 ? '' : value.toString(2).padStart(count, '0');

/** A number in exponential-Golomb coding: as many zeros as digits follow the first one of `value + 1`. */
export function golomb(value: number): string {
	const digits = (value + 1).toString(2);
	return '0'.repeat(digits.length - 1) + digits;
}

/** The last byte is filled up with zeros. */
export function toBytes(...parts: string[]): Buffer {
	const all = parts.join('');
	const octets = all.match(/.{1,8}/g) ?? [];
	return Buffer.from(octets.map((octet) => parseInt(octet.padEnd(8, '0'), 2)));
}
