import { decodeSize, fit } from '../../../nodes/SocialPublishing/image/limits';

const size = (width: number, height: number) => ({ width, height });
const goal = (maxWidth: number, maxHeight: number) => ({ maxWidth, maxHeight });

it.each([
	['to the maximum width', size(4000, 3000), false, goal(1000, 1000), size(1000, 750)],
	['to the maximum height', size(3000, 4000), false, goal(1000, 1000), size(750, 1000)],
	['to the limits of its upright form', size(4000, 3000), true, goal(300, 1000), size(400, 300)],
	['to its own size if it fits', size(400, 300), false, goal(400, 300), size(400, 300)],
	['to a width of at least one pixel', size(1, 3000), false, goal(100, 100), size(1, 100)],
	['to a height of at least one pixel', size(3000, 1), false, goal(100, 100), size(100, 1)],
])('fit scales a picture %s', (_name, stored, turned, within, expected) => {
	expect(fit(stored, turned, within)).toEqual(expected);
});

/** The hint is one pixel larger than the decoded picture. */
it.each([
	['a quarter', size(4000, 3000), goal(1000, 1000), '1001x751'],
	['the next larger eighth', size(4000, 3000), goal(1001, 1001), '1501x1126'],
	['its full size', size(101, 99), goal(500, 500), '102x100'],
	['a size that suffices if it is upright', size(4000, 1000), goal(2000, 500), '2001x501'],
	['a size that suffices if it is turned', size(4000, 1000), goal(500, 2000), '2001x501'],
	['whole pixels', size(4001, 3001), goal(500, 500), '502x377'],
])('decodeSize lets a JPEG be decoded to %s', (_name, stored, within, expected) => {
	expect(decodeSize(stored, within)).toBe(expected);
});
