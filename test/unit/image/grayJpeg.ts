import { bytes, uint16 } from '../../corpus/bytes';
import { segment } from '../../corpus/jpegSegments';

/** The end marker. */
export const END = bytes(0xff, 0xd9);

export interface Plan {
	/** Horizontal and vertical sampling of each component. */
	sampling: string[];
	/** The components of each scan, and the number of its units. */
	scans: Array<{ parts: number[]; units: number }>;
	interval?: number;
}

const WIDTH = 40;
const HEIGHT = 25;

/** A gray picture: each block is two zero bits, a DC code without a difference and the code for the end of the block. */
export function grayJpeg({ sampling, scans, interval = 0 }: Plan): Buffer {
	const zero = bytes(1, ...Array<number>(16).fill(0));
	const table = (id: number) => segment(0xc4, Buffer.concat([bytes(id), zero]));
	const blocksOf = (index: number) => {
		const [columns = 1, rows = 1] = (sampling[index] ?? '').split('x').map(Number);
		return columns * rows;
	};
	const frame = sampling.map((each, index) => {
		const [columns = 1, rows = 1] = each.split('x').map(Number);
		return bytes(index + 1, columns * 16 + rows, 0);
	});
	return Buffer.concat([
		bytes(0xff, 0xd8),
		segment(0xdb, Buffer.concat([bytes(0), Buffer.alloc(64, 1)])),
		table(0x00),
		table(0x10),
		segment(0xdd, uint16(interval)),
		segment(
			0xc0,
			Buffer.concat([bytes(8), uint16(HEIGHT), uint16(WIDTH), bytes(frame.length), ...frame]),
		),
		...scans.flatMap(({ parts, units }) => {
			const blocks = parts.length === 1 ? 1 : parts.reduce((sum, part) => sum + blocksOf(part), 0);
			return [
				segment(0xda, bytes(parts.length, ...parts.flatMap((part) => [part + 1, 0]), 0, 63, 0)),
				...scanData(blocks * 2, units, interval),
			];
		}),
		END,
	]);
}

/** Each interval is filled up with ones. */
function scanData(bitsPerUnit: number, units: number, interval: number): Buffer[] {
	const parts: Buffer[] = [];
	const step = interval > 0 ? interval : units;
	for (let from = 0; from < units; from += step) {
		if (from > 0) parts.push(bytes(0xff, 0xd0 + ((from / step - 1) % 8)));
		const bits = '0'.repeat(bitsPerUnit * Math.min(step, units - from));
		const octets = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? [];
		parts.push(Buffer.from(octets.map((octet) => parseInt(octet, 2))));
	}
	return parts;
}
