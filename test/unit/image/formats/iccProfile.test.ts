import {
	isProfile,
	isSRgbProfile,
	sRgbProfile,
} from '../../../../nodes/SocialPublishing/image/formats/iccProfile';
import { text, uint16, uint32 } from '../../../corpus/bytes';

const fixed = (value: number) => uint32(Math.round(value * 65_536) >>> 0);
const xyz = (...values: number[]) => Buffer.concat([text('XYZ \0\0\0\0'), ...values.map(fixed)]);
/** A formula with numbers; its type says which. */
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
/** Tests the last curve in the file, after which there is nothing to read. */
const hasCurve = (curve: Buffer) => isSRgb({ bTRC: curve });

it('is sRGB by its primaries and curves', () => {
	expect(isSRgbProfile(profile(standard))).toBe(true);
	expect(isSRgb({ desc: text('Display P3') })).toBe(true);
});

describe.each(Object.entries(PRIMARIES))('the primary %s', (name, values) => {
	it.each([0, 1, 2])('may differ a little, at %i', (index) => {
		const moved = (by: number) => values.map((value, at) => (at === index ? value + by : value));
		for (const by of [-0.0019, 0.0019]) expect(isSRgb({ [name]: xyz(...moved(by)) })).toBe(true);
		for (const by of [-0.0021, 0.0021]) expect(isSRgb({ [name]: xyz(...moved(by)) })).toBe(false);
	});

	it('must be there, as a color', () => {
		expect(isSRgbProfile(without(name))).toBe(false);
		expect(
			isSRgb({
				[name]: Buffer.concat([text('XYY '), Buffer.from(standard[name] ?? '').subarray(4)]),
			}),
		).toBe(false);
	});
});

it.each(CURVES)('needs the curve %s', (name) => {
	expect(isSRgbProfile(without(name))).toBe(false);
	expect(isSRgb({ [name]: formula(0, 2.2) })).toBe(false);
});

it.each<[string, Buffer]>([
	['a power from a threshold on', formula(1, GAMMA, A, B)],
	['a power from a threshold on, above a base', formula(2, GAMMA, A, B, 0.0005)],
	['a power and a line', standardCurve],
	['a power and a line, each above a base', formula(4, GAMMA, A, B, C, D, 0.0005, 0.0005)],
	['samples', sampled(1024)],
	['few samples, with lines in between', sampled(32)],
])('is sRGB if a curve follows it with %s', (_name, curve) => {
	expect(hasCurve(curve)).toBe(true);
});

it.each<[string, Buffer]>([
	['a plain power', formula(0, GAMMA)],
	['another power', formula(1, GAMMA - 0.1, A, B)],
	['another slope', formula(1, GAMMA, A + 0.01, B)],
	['another start', formula(1, GAMMA, A, B + 0.01)],
	['another base', formula(2, GAMMA, A, B, 0.004)],
	['another base below its threshold', formula(2, GAMMA, A, -0.5, 0.004)],
	['another line', formula(3, GAMMA, A, B, C + 0.2, D)],
	['another threshold', formula(3, GAMMA, A, B, C, 0.5)],
	['another base of its power', formula(4, GAMMA, A, B, C, D, 0.004, 0)],
	['another base of its line', formula(4, GAMMA, A, B, C, D, 0, 0.004)],
	['a formula of an unknown type', formula(5, GAMMA, A, B, C, D, 0, 0)],
	['no samples, which stand for a straight line', samples([])],
	['one sample, which stands for a power', samples([2.2 * 256])],
	['two samples', samples([0, 65_535])],
	['samples one of which differs', sampled(32, { at: 16, to: 9_000 })],
	['samples the last of which differs', sampled(1024, { at: 1023, to: 60_000 })],
	['anything else', text('mft2'.padEnd(60, '\0'))],
])('is not sRGB if a curve follows %s', (_name, curve) => {
	expect(hasCurve(curve)).toBe(false);
});

it.each(['A2B0', 'A2B1', 'A2B2', 'D2B0', 'D2B1', 'D2B2'])('is not sRGB with a table %s', (name) => {
	expect(isSRgb({ [name]: Buffer.alloc(20) })).toBe(false);
});

it.each(['GRAYXYZ ', 'RGB Lab ', 'CMYKLab '])('is not sRGB in the color space %s', (space) => {
	expect(isSRgbProfile(profile(standard, space))).toBe(false);
});

describe('a profile', () => {
	it('has room for its tags', () => {
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

	it('says that it is one', () => {
		const bytes = Buffer.from(sRgbProfile());
		expect(isProfile(bytes)).toBe(true);
		expect(isSRgbProfile(bytes)).toBe(true);
		bytes.write('ACSP', 36);
		expect(isProfile(bytes)).toBe(false);
		expect(isSRgbProfile(bytes)).toBe(false);
	});
});
