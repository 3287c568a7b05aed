import type { IDataObject } from 'n8n-workflow';

import { readImageLimits } from '../../../nodes/SocialPublishing/media/prepareFile';

const FALLBACK = { maxWidth: 2048, maxHeight: 2048, quality: 85 };
const limits = (capabilities: IDataObject) => readImageLimits(capabilities);
const widths = (image: IDataObject) => limits({ image }).maxWidth;

describe('the limits of pictures', () => {
	it.each(['image', 'Images', 'picture', 'photo', 'photos', 'jpeg', 'jpg', 'max-image', 'jpegs'])(
		'are those of "%s"',
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
	])('are not those of "%s"', (name) => {
		expect(limits({ image: { [name]: { width: 900 } } })).toEqual(FALLBACK);
		expect(limits({ [name]: { image: { width: 900 } } })).toEqual(FALLBACK);
	});

	it.each(['imagery', 'subimage', 'text'])('are not those of "%s"', (name) => {
		expect(limits({ [name]: { width: 900 } })).toEqual(FALLBACK);
	});

	it.each(['maxWidth', 'max_width', 'max-width', 'Max Width', 'MAX_WIDTH', 'width', 'max2Width'])(
		'are found in the spelling "%s"',
		(name) => {
			expect(widths({ [name]: 900 })).toBe(900);
		},
	);

	it.each(['widths', 'fullwidth'])('are not found under "%s"', (name) => {
		expect(widths({ [name]: 900 })).toBe(FALLBACK.maxWidth);
	});

	it.each('dimension dimensions edge side px pixel pixels resolution max_dimension'.split(' '))(
		'are the same for both directions under "%s"',
		(name) => {
			expect(limits({ image: { [name]: 900 } })).toEqual({
				...FALLBACK,
				maxWidth: 900,
				maxHeight: 900,
			});
		},
	);

	it('are a width and a height before they are a length for both', () => {
		const image = { max_edge: 900, max_width: 800 };
		expect(limits({ image })).toEqual({ ...FALLBACK, maxWidth: 800, maxHeight: 900 });
	});

	it('are named by the outer name where the inner one says nothing', () => {
		expect(widths({ max_width: { value: 900 } })).toBe(900);
		expect(widths({ dimension: { width: 900, height: 800 } })).toBe(900);
		expect(limits({ image: { size: { width: 900, height: 800 } } })).toEqual({
			...FALLBACK,
			maxWidth: 900,
			maxHeight: 800,
		});
	});

	it('are those called defaults, wherever they are', () => {
		const [one, other] = [{ width: 900 }, { width: 800 }];
		for (const name of ['default', 'defaults']) {
			expect(widths({ hard: one, [name]: other })).toBe(800);
			expect(widths({ [name]: other, hard: one })).toBe(800);
		}
	});

	it('are the first of several', () => {
		expect(widths({ soft: { width: 900 }, hard: { width: 800 } })).toBe(900);
	});
});

describe('a number', () => {
	it.each([
		[900.9, 900],
		[1, 1],
		['900', 900],
		[' 900 ', 900],
	])('may be %j', (value, width) => {
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
	])('is not %j', (value) => {
		expect(widths({ width: value })).toBe(FALLBACK.maxWidth);
	});
});

describe('the quality', () => {
	it.each([
		[0.001, 1],
		[0.8, 80],
		[1, 100],
		[1.4, 1],
		[79.6, 80],
		[100, 100],
		[100.1, FALLBACK.quality],
	])('%d counts as %d', (value, quality) => {
		expect(limits({ image: { quality: value } })).toEqual({ ...FALLBACK, quality });
		expect(limits({ image_quality: value })).toEqual({ ...FALLBACK, quality });
	});

	it('of a width is no width', () => {
		expect(limits({ image: { width_quality: 80 } })).toEqual({ ...FALLBACK, quality: 80 });
	});
});

describe('a size', () => {
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
	])('under "%s" of %d is %d bytes', (name, value, maxSizeBytes) => {
		expect(limits({ image: { [name]: value } })).toEqual({ ...FALLBACK, maxSizeBytes });
	});

	it('below 20,000 is in pixels', () => {
		const both = { maxWidth: 19_999, maxHeight: 19_999 };
		expect(limits({ image: { max_size: 19_999 } })).toEqual({ ...FALLBACK, ...both });
	});
});
