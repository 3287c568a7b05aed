import type { IDataObject } from 'n8n-workflow';

import { readImageLimits } from '../../../nodes/SocialPublishing/media/prepareFile';

const FALLBACK = { maxWidth: 2048, maxHeight: 2048, quality: 85 };
const limits = (capabilities: IDataObject) => readImageLimits(capabilities);
const widths = (image: IDataObject) => limits({ image }).maxWidth;

describe('readImageLimits', () => {
	it.each(['image', 'Images', 'picture', 'photo', 'photos', 'jpeg', 'jpg', 'max-image', 'jpegs'])(
		'reads the limits under "%s"',
		(name) => {
			expect(limits({ [name]: { width: 900 } })).toEqual({ ...FALLBACK, maxWidth: 900 });
		},
	);

	it.each([
		'video',
		'platform',
		'platforms',
		'accounts',
		'thumbnail',
		'avatar',
		'min',
		'minimum',
		'ratio',
		'count',
		'megapixels',
	])('ignores limits for "%s"', (name) => {
		expect(limits({ image: { [name]: { width: 900 } } })).toEqual(FALLBACK);
		expect(limits({ [name]: { image: { width: 900 } } })).toEqual(FALLBACK);
	});

	it.each(['imagery', 'subimage', 'text'])('ignores limits under "%s"', (name) => {
		expect(limits({ [name]: { width: 900 } })).toEqual(FALLBACK);
	});

	it.each(['maxWidth', 'max_width', 'max-width', 'Max Width', 'MAX_WIDTH', 'width', 'max2Width'])(
		'reads the maximum width in the spelling "%s"',
		(name) => {
			expect(widths({ [name]: 900 })).toBe(900);
		},
	);

	it.each(['widths', 'fullwidth'])('reads no maximum width under "%s"', (name) => {
		expect(widths({ [name]: 900 })).toBe(FALLBACK.maxWidth);
	});

	it.each('dimension dimensions edge side px pixel pixels resolution max_dimension'.split(' '))(
		'applies "%s" to both width and height',
		(name) => {
			expect(limits({ image: { [name]: 900 } })).toEqual({
				...FALLBACK,
				maxWidth: 900,
				maxHeight: 900,
			});
		},
	);

	it('prefers a width or a height to a limit for both', () => {
		const image = { max_edge: 900, max_width: 800 };
		expect(limits({ image })).toEqual({ ...FALLBACK, maxWidth: 800, maxHeight: 900 });
	});

	it('uses the outer name if the inner name has no meaning', () => {
		expect(widths({ max_width: { value: 900 } })).toBe(900);
		expect(widths({ dimension: { width: 900, height: 800 } })).toBe(900);
		expect(limits({ image: { size: { width: 900, height: 800 } } })).toEqual({
			...FALLBACK,
			maxWidth: 900,
			maxHeight: 800,
		});
	});

	it('prefers limits that are called defaults, in any position', () => {
		const [one, other] = [{ width: 900 }, { width: 800 }];
		for (const name of ['default', 'defaults']) {
			expect(widths({ hard: one, [name]: other })).toBe(800);
			expect(widths({ [name]: other, hard: one })).toBe(800);
		}
	});

	it('reads the first of several limits', () => {
		expect(widths({ soft: { width: 900 }, hard: { width: 800 } })).toBe(900);
	});

	it.each([
		[900.9, 900],
		[1, 1],
		['900', 900],
		[' 900 ', 900],
	])('reads the number %j as %d', (value, width) => {
		expect(widths({ width: value })).toBe(width);
	});

	it.each<[IDataObject[string]]>([
		[0],
		[0.9],
		[-900],
		['-900'],
		[''],
		[' '],
		['wide'],
		['Infinity'],
		[true],
		[null],
		[[900]],
		[[{ width: 900 }]],
	])('does not read %j as a number', (value) => {
		expect(widths({ width: value })).toBe(FALLBACK.maxWidth);
	});

	it.each([
		[0.001, 1],
		[0.8, 80],
		[1, 100],
		[1.4, 1],
		[79.6, 80],
		[100, 100],
		[100.1, FALLBACK.quality],
	])('reads the quality %d as %d', (value, quality) => {
		expect(limits({ image: { quality: value } })).toEqual({ ...FALLBACK, quality });
		expect(limits({ image_quality: value })).toEqual({ ...FALLBACK, quality });
	});

	it('reads "width_quality" as a quality, not as a width', () => {
		expect(limits({ image: { width_quality: 80 } })).toEqual({ ...FALLBACK, quality: 80 });
	});

	it.each([
		['bytes', 2_000_000, 2_000_000],
		['byte', 2_000_000, 2_000_000],
		['filesize', 2_000_000, 2_000_000],
		['max_size', 20_000, 20_000],
		['kb', 2000, 2_000_000],
		['kilobytes', 2000, 2_000_000],
		['mb', 2, 2_000_000],
		['megabytes', 0.5, 500_000],
		['max_size_mb', 2, 2_000_000],
	])('reads "%s" of %d as %d bytes', (name, value, maxSizeBytes) => {
		expect(limits({ image: { [name]: value } })).toEqual({ ...FALLBACK, maxSizeBytes });
	});

	it('reads a size below 20,000 as pixels', () => {
		const both = { maxWidth: 19_999, maxHeight: 19_999 };
		expect(limits({ image: { max_size: 19_999 } })).toEqual({ ...FALLBACK, ...both });
	});
});
