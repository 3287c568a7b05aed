/** A small seeded random number generator (mulberry32): the same seed produces the same files. */
export function randomNumbers(seed: number): (below: number) => number {
	let state = seed >>> 0;
	return (below) => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
}

/** The start of a file determines how the rest is read. */
const HEADER_BYTES = 512;

type Damage = (bytes: Buffer, random: (below: number) => number) => Buffer;

const damages: Record<string, Damage> = {
	truncated: (bytes, random) => bytes.subarray(0, random(bytes.length)),
	'bytes changed': (bytes, random) => change(bytes, 1 + random(20), random, bytes.length),
	'header changed': (bytes, random) => change(bytes, 1 + random(4), random, HEADER_BYTES),
	'number set to a huge value': (bytes, random) => {
		const copy = Buffer.from(bytes);
		const value = [0xffffffff, 0x7fffffff, 0x80000000, 0xffff0000][random(4)] ?? 0;
		copy.writeUInt32BE(value, random(Math.min(HEADER_BYTES, copy.length - 4)));
		return copy;
	},
	'part zeroed': (bytes, random) => {
		const start = random(bytes.length);
		return Buffer.from(bytes).fill(0, start, Math.min(bytes.length, start + 1 + random(400)));
	},
	'part removed': (bytes, random) => {
		const start = random(bytes.length);
		return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + 1 + random(200))]);
	},
	'part repeated': (bytes, random) => {
		const start = random(bytes.length);
		return Buffer.concat([bytes.subarray(0, start + random(400)), bytes.subarray(start)]);
	},
};

/** Damages a file in a random way; `name` is the type of damage. */
export function mutate(bytes: Buffer, random: (below: number) => number) {
	const names = Object.keys(damages);
	const name = names[random(names.length)] ?? 'truncated';
	return { name, bytes: damages[name]?.(bytes, random) ?? bytes };
}

function change(bytes: Buffer, count: number, random: (below: number) => number, within: number) {
	const copy = Buffer.from(bytes);
	for (let index = 0; index < count; index++) {
		copy[random(Math.min(within, copy.length))] = random(256);
	}
	return copy;
}
