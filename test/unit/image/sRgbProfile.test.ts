import { sRgbProfile } from '../../../nodes/SocialPublishing/image/rgbPicture';

const profile = Buffer.from(sRgbProfile);
const fixed = (offset: number) => profile.readInt32BE(offset) / 65_536;
const text = (offset: number, length = 4) => profile.toString('latin1', offset, offset + length);
const xyz = (offset: number) => [0, 4, 8].map((step) => Number(fixed(offset + step).toFixed(4)));
const D50 = [0.9642, 1, 0.8249];

/** The content of each tag, by its name. */
const tags = new Map(
	Array.from({ length: profile.readUInt32BE(128) }, (_, index) => {
		const entry = 132 + 12 * index;
		const [offset, length] = [profile.readUInt32BE(entry + 4), profile.readUInt32BE(entry + 8)];
		return [text(entry), { offset, length }];
	}),
);
const at = (name: string) => tags.get(name)?.offset ?? -1;

it('sRgbProfile has the header of a display profile of version 4.2', () => {
	expect(profile.readUInt32BE(0)).toBe(profile.length);
	expect(profile.readUInt32BE(8)).toBe(0x0420_0000);
	expect(text(12, 12)).toBe('mntrRGB XYZ ');
	expect([24, 26, 28].map((offset) => profile.readUInt16BE(offset))).toEqual([2026, 1, 1]);
	expect(text(36)).toBe('acsp');
	expect(xyz(68)).toEqual(D50);
});

it('sRgbProfile has its tags one after the other, up to its end', () => {
	const expected = ['desc', 'cprt', 'wtpt', 'rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC'];
	expect([...tags.keys()]).toEqual(expected);
	let offset = 132 + 12 * tags.size;
	for (const tag of tags.values()) {
		expect(tag.offset).toBe(offset);
		expect(offset % 4).toBe(0);
		offset += tag.length;
	}
	expect(offset).toBe(profile.length);
});

it.each([
	['desc', 'sRGB'],
	['cprt', 'CC0'],
])('sRgbProfile states the tag %s in English: %s', (name, expected) => {
	const start = at(name);
	expect(text(start)).toBe('mluc');
	expect(profile.readUInt32BE(start + 8)).toBe(1);
	expect(profile.readUInt32BE(start + 12)).toBe(12);
	expect(text(start + 16)).toBe('enUS');
	const [length, offset] = [20, 24].map((field) => profile.readUInt32BE(start + field));
	const stored = profile.subarray(start + (offset ?? 0), start + (offset ?? 0) + (length ?? 0));
	expect(Buffer.from(stored).swap16().toString('utf16le')).toBe(expected);
	expect((offset ?? 0) + (length ?? 0)).toBeLessThanOrEqual(tags.get(name)?.length ?? 0);
});

it('sRgbProfile has the white point of the connection space', () => {
	expect(text(at('wtpt'))).toBe('XYZ ');
	expect(xyz(at('wtpt') + 8)).toEqual(D50);
});

/** Adapted from D65 to the white point of the connection space (Bradford). */
it.each([
	['rXYZ', [0.43607, 0.22249, 0.01392]],
	['gXYZ', [0.38515, 0.71687, 0.09708]],
	['bXYZ', [0.14307, 0.06061, 0.7141]],
])('sRgbProfile has the primary %s', (name, expected) => {
	expect(text(at(name))).toBe('XYZ ');
	const stored = [8, 12, 16].map((field) => fixed(at(name) + field));
	expected.forEach((value, index) => expect(stored[index]).toBeCloseTo(value, 3));
});

it.each(['rTRC', 'gTRC', 'bTRC'])('sRgbProfile has the curve of sRGB as %s', (name) => {
	expect(text(at(name))).toBe('para');
	expect(profile.readUInt16BE(at(name) + 8)).toBe(3); // a power, and a line below the threshold
	const stored = [12, 16, 20, 24, 28].map((field) => fixed(at(name) + field));
	const expected = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];
	expected.forEach((value, index) => expect(stored[index]).toBeCloseTo(value, 4));
});
