import { formatSize } from '../../../nodes/SocialPublishing/image/report';

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
