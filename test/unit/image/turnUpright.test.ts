import { turnUpright } from '../../../nodes/SocialPublishing/image/rgbPicture';

/** A picture from the numbers of its pixels, each with three colors of its own. */
const picture = (...rows: number[][]) => ({
	width: rows[0]?.length ?? 0,
	height: rows.length,
	rgb: Uint8Array.from(rows.flat().flatMap((pixel) => [pixel, pixel + 100, pixel + 200])),
});
const stored = [
	[1, 2, 3],
	[4, 5, 6],
];

// As in the specification of EXIF: the sides of the upright picture to which the first row and the first column belong.
it.each([
	[0, 'anywhere', stored],
	[1, 'top, left', stored],
	[
		2,
		'top, right',
		[
			[3, 2, 1],
			[6, 5, 4],
		],
	],
	[
		3,
		'bottom, right',
		[
			[6, 5, 4],
			[3, 2, 1],
		],
	],
	[
		4,
		'bottom, left',
		[
			[4, 5, 6],
			[1, 2, 3],
		],
	],
	[
		5,
		'left, top',
		[
			[1, 4],
			[2, 5],
			[3, 6],
		],
	],
	[
		6,
		'right, top',
		[
			[4, 1],
			[5, 2],
			[6, 3],
		],
	],
	[
		7,
		'right, bottom',
		[
			[6, 3],
			[5, 2],
			[4, 1],
		],
	],
	[
		8,
		'left, bottom',
		[
			[3, 6],
			[2, 5],
			[1, 4],
		],
	],
	[9, 'anywhere', stored],
])('turnUpright applies orientation %i (%s)', (orientation, _place, upright) => {
	expect(turnUpright(picture(...stored), orientation)).toEqual(picture(...upright));
});
