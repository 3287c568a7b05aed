import {
	isProfile,
	isSRgbProfile,
	sRgbProfile,
} from '../../../../nodes/SocialPublishing/image/formats/iccProfile';
import { text, uint16, uint32 } from '../../../corpus/bytes';

const fixed = (value: number) => uint32(Math.round(value * 65_536) >>> 0);
const xyz = (...values: number[]) => Buffer.concat([text('XYZ \0\0\0\0'), ...values.map(fixed)]);
/** A formula with numbers; its type determines their meaning. */
const formula = (type: number, ...numbers: number[]) =>
	Buffer.concat([text('para\0\0\0\0'), uint16(type), uint16(0), ...numbers.map(fixed)]);
const samples = (values: number[]) =>
	Buffer.concat([
		text('curv\0\0\0\0'),
		uint32(values.length),
		...values.map((value) => uint16(Math.round(value))),
	]);

const GAMMA = 2.4;
const [A, B, C, D] = [1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];
const sRgb = (x: number) => (x < D ? x * C : (A * x + B) ** GAMMA);
const sampled = (count: number, change?: { at: number; to: number }) =>
	samples(
		Array.from({ length: count }, (_, index) =>
			index === change?.at ? change.to : 65_535 * sRgb(index / (count - 1)),
		),
	);

const PRIMARIES: Readonly<Record<string, readonly number[]>> = {
	rXYZ: [0.43607, 0.22249, 0.01392],
	gXYZ: [0.38515, 0.71687, 0.09708],
	bXYZ: [0.14307, 0.06061, 0.7141],
};
const CURVES = ['rTRC', 'gTRC', 'bTRC'];
const standardCurve = formula(3, GAMMA, A, B, C, D);
const standard: Record<string, Buffer> = {
	...Object.fromEntries(Object.entries(PRIMARIES).map(([name, values]) => [name, xyz(...values)])),
	...Object.fromEntries(CURVES.map((name) => [name, standardCurve])),
};

/** ICC.1:2010, 7.2 and 7.3. */
function profile(tags: Record<string, Buffer>, space = 'RGB XYZ '): Buffer {
	const header = Buffer.concat([
		Buffer.alloc(16),
		text(space),
		Buffer.alloc(12),
		text('acsp'),
		Buffer.alloc(88),
	]);
	const entries = Object.entries(tags);
	let offset = 132 + 12 * entries.length;
	const table = entries.map(([name, { length }]) => {
		const entry = Buffer.concat([text(name), uint32(offset), uint32(length)]);
		offset += length;
		return entry;
	});
	return Buffer.concat([header, uint32(entries.length), ...table, ...Object.values(tags)]);
}
const without = (name: string) => {
	const others = { ...standard };
	delete others[name];
	return profile(others);
};
const isSRgb = (tags: Record<string, Buffer>) => isSRgbProfile(profile({ ...standard, ...tags }));
/** Tests the last curve, at the end of the file. */
const hasCurve = (curve: Buffer) => isSRgb({ bTRC: curve });

it('isSRgbProfile recognizes sRGB by its primaries and curves', () => {
	expect(isSRgbProfile(profile(standard))).toBe(true);
	expect(isSRgb({ desc: text('Display P3') })).toBe(true);
});

describe.each(Object.entries(PRIMARIES))('isSRgbProfile, for the primary %s,', (name, values) => {
	it.each([0, 1, 2])('tolerates a difference of up to 0.002 at index %i', (index) => {
		const moved = (by: number) => values.map((value, at) => (at === index ? value + by : value));
		for (const by of [-0.0019, 0.0019]) expect(isSRgb({ [name]: xyz(...moved(by)) })).toBe(true);
		for (const by of [-0.0021, 0.0021]) expect(isSRgb({ [name]: xyz(...moved(by)) })).toBe(false);
	});

	it('requires a value of the type XYZ', () => {
		expect(isSRgbProfile(without(name))).toBe(false);
		expect(
			isSRgb({
				[name]: Buffer.concat([text('XYY '), Buffer.from(standard[name] ?? '').subarray(4)]),
			}),
		).toBe(false);
	});
});

it.each(CURVES)('isSRgbProfile requires the curve %s', (name) => {
	expect(isSRgbProfile(without(name))).toBe(false);
	expect(isSRgb({ [name]: formula(0, 2.2) })).toBe(false);
});

it.each<[string, Buffer]>([
	['a power above a threshold', formula(1, GAMMA, A, B)],
	['a power above a threshold, with an offset', formula(2, GAMMA, A, B, 0.0005)],
	['a power and a line', standardCurve],
	['a power and a line, with offsets', formula(4, GAMMA, A, B, C, D, 0.0005, 0.0005)],
	['samples', sampled(1024)],
	['a few interpolated samples', sampled(32)],
])('isSRgbProfile accepts the curve of sRGB as %s', (_name, curve) => {
	expect(hasCurve(curve)).toBe(true);
});

it.each<[string, Buffer]>([
	['a plain power', formula(0, GAMMA)],
	['another power', formula(1, GAMMA - 0.1, A, B)],
	['a power with another slope', formula(1, GAMMA, A + 0.01, B)],
	['a power with another start', formula(1, GAMMA, A, B + 0.01)],
	['a power with another offset', formula(2, GAMMA, A, B, 0.004)],
	['a power with another offset below its threshold', formula(2, GAMMA, A, -0.5, 0.004)],
	['a power and another line', formula(3, GAMMA, A, B, C + 0.2, D)],
	['a power and a line with another threshold', formula(3, GAMMA, A, B, C, 0.5)],
	['a power and a line with another offset of the power', formula(4, GAMMA, A, B, C, D, 0.004, 0)],
	['a power and a line with another offset of the line', formula(4, GAMMA, A, B, C, D, 0, 0.004)],
	['a formula of an unknown type', formula(5, GAMMA, A, B, C, D, 0, 0)],
	['an empty table, which stands for a straight line', samples([])],
	['a table with one sample, which stands for a power', samples([2.2 * 256])],
	['a table with two samples', samples([0, 65_535])],
	['a table with one different sample', sampled(32, { at: 16, to: 9_000 })],
	['a table with a different last sample', sampled(1024, { at: 1023, to: 60_000 })],
	['of another type', text('mft2'.padEnd(60, '\0'))],
])('isSRgbProfile refuses a curve that is %s', (_name, curve) => {
	expect(hasCurve(curve)).toBe(false);
});

it.each(['A2B0', 'A2B1', 'A2B2', 'D2B0', 'D2B1', 'D2B2'])(
	'isSRgbProfile refuses a profile with the table %s',
	(name) => {
		expect(isSRgb({ [name]: Buffer.alloc(20) })).toBe(false);
	},
);

it.each(['GRAYXYZ ', 'RGB Lab ', 'CMYKLab '])(
	'isSRgbProfile refuses the color space %s',
	(space) => {
		expect(isSRgbProfile(profile(standard, space))).toBe(false);
	},
);

describe('isProfile', () => {
	it('requires room for all tags', () => {
		const empty = (tagCount: number, roomFor: number) => {
			const bytes = Buffer.concat([profile({}), Buffer.alloc(12 * roomFor)]);
			bytes.writeUInt32BE(tagCount, 128);
			return bytes;
		};
		expect(isProfile(empty(0, 0))).toBe(true);
		expect(isProfile(empty(0, 0).subarray(0, -1))).toBe(false);
		expect(isProfile(empty(2, 2))).toBe(true);
		expect(isProfile(empty(3, 2))).toBe(false);
	});

	it('requires the signature acsp', () => {
		const bytes = Buffer.from(sRgbProfile);
		expect(isProfile(bytes)).toBe(true);
		expect(isSRgbProfile(bytes)).toBe(true);
		bytes.write('ACSP', 36);
		expect(isProfile(bytes)).toBe(false);
		expect(isSRgbProfile(bytes)).toBe(false);
	});
});
