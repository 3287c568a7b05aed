import { decodeSize, fit } from '../../../nodes/SocialPublishing/image/limits';

const size = (width: number, height: number) => ({ width, height });
const goal = (maxWidth: number, maxHeight: number) => ({ maxWidth, maxHeight });

it.each([
	['by its width', size(4000, 3000), false, goal(1000, 1000), size(1000, 750)],
	['by its height', size(3000, 4000), false, goal(1000, 1000), size(750, 1000)],
	['as it is turned', size(4000, 3000), true, goal(300, 1000), size(400, 300)],
	['not at all', size(400, 300), false, goal(400, 300), size(400, 300)],
	['not to no width', size(1, 3000), false, goal(100, 100), size(1, 100)],
	['not to no height', size(3000, 1), false, goal(100, 100), size(100, 1)],
])('scales a picture: %s', (_name, stored, turned, within, expected) => {
	expect(fit(stored, turned, within)).toEqual(expected);
});

/** The hint is one pixel more than what is decoded. */
it.each([
	['a quarter', size(4000, 3000), goal(1000, 1000), '1001x751'],
	['the next eighth above', size(4000, 3000), goal(1001, 1001), '1501x1126'],
	['all of it', size(101, 99), goal(500, 500), '102x100'],
	['what is enough upright', size(4000, 1000), goal(2000, 500), '2001x501'],
	['what is enough turned', size(4000, 1000), goal(500, 2000), '2001x501'],
	['whole pixels', size(4001, 3001), goal(500, 500), '502x377'],
])('lets a JPEG be decoded to %s', (_name, stored, within, expected) => {
	expect(decodeSize(stored, within)).toBe(expected);
});
