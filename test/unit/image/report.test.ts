import { formatExcess, formatSize } from '../../../nodes/SocialPublishing/image/report';

it.each([
	[0, '0 bytes'],
	[999, '999 bytes'],
	[1000, '1 KB'],
	[1499, '1 KB'],
	[999_499, '999 KB'],
	[999_500, '1.0 MB'],
	[12_340_000, '12.3 MB'],
])('formatSize shows %i bytes as %s', (sizeBytes, shown) => {
	expect(formatSize(sizeBytes)).toBe(shown);
});

it('formatExcess shows sizes that would look the same in bytes', () => {
	expect(formatExcess(2_010_000, 2_000_000)).toEqual({
		size: '2,010,000 bytes',
		limit: '2,000,000 bytes',
	});
	expect(formatExcess(2_060_000, 2_000_000)).toEqual({ size: '2.1 MB', limit: '2.0 MB' });
});
