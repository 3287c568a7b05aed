import type { IDataObject } from 'n8n-workflow';
import { tightenLimits } from '../../../nodes/SocialPublishing/image/limits';
import { readImageLimits } from '../../../nodes/SocialPublishing/media/prepareFile';

const limits = { maxWidth: 1600, maxHeight: 1200, quality: 80 };

it.each<[string, IDataObject]>([
	['snake case', { image_defaults: { max_width: 1600, max_height: 1200, quality: 80 } }],
	['camel case', { imageDefaults: { maxWidth: 1600, maxHeight: 1200, quality: 80 } }],
	['plain names', { image: { width: 1600, height: 1200, quality: 80 } }],
	['nested', { media: { image: { max: { width: 1600, height: 1200 }, jpeg_quality: 80 } } }],
	['defaults inside', { images: { defaults: { maxWidth: 1600, maxHeight: 1200, quality: 0.8 } } }],
	['prefixed, at the top', { image_max_width: 1600, image_max_height: 1200, image_quality: 80 }],
	['as text', { image_settings: { max_width: '1600', max_height: '1200', quality: '80' } }],
	[
		'next to other limits',
		{
			platforms: { shortpost: { image: { max_width: 5, max_height: 5, quality: 1 } } },
			video_defaults: { max_width: 720, max_height: 720 },
			storage: { max_bytes: 5 },
			image_defaults: { min_width: 10, max_width: 1600, max_height: 1200, quality: 80 },
		},
	],
	[
		'defaults before other mentions',
		{
			image_limits: { max_width: 9000, max_height: 9000 },
			image_defaults: { max_width: 1600, max_height: 1200, quality: 80 },
		},
	],
])('readImageLimits reads the defaults for pictures: %s', (_name, capabilities) => {
	expect(readImageLimits(capabilities)).toEqual(limits);
});

it.each<[string, IDataObject]>([
	['max_dimension', { image_defaults: { max_dimension: 1080 } }],
	['longEdge', { image: { longEdge: 1080 } }],
	['max_size in pixels', { image: { max_size: 1080 } }],
	['max_edge_px', { media: { images: { max_edge_px: 1080 } } }],
])('readImageLimits reads one limit for width and height: %s', (_name, capabilities) => {
	expect(readImageLimits(capabilities)).toMatchObject({ maxWidth: 1080, maxHeight: 1080 });
});

it.each<[string, IDataObject]>([
	['max_bytes', { image: { max_bytes: 2_000_000 } }],
	['maxSizeBytes', { imageDefaults: { maxSizeBytes: 2_000_000 } }],
	['max_size', { image: { max_size: 2_000_000 } }],
	['max_file_size_mb', { image: { max_file_size_mb: 2 } }],
	['max_size_kb', { image: { max_size_kb: 2000 } }],
])('readImageLimits reads the size limit: %s', (_name, capabilities) => {
	expect(readImageLimits(capabilities).maxSizeBytes).toBe(2_000_000);
});

it.each<[string, IDataObject]>([
	['nothing', {}],
	['no numbers', { image_defaults: null, images: [], image: 'yes' }],
	['nonsense', { image: { max_width: -5, max_height: 0, quality: 900 } }],
])('readImageLimits uses the fallbacks for %s', (_name, capabilities) => {
	expect(readImageLimits(capabilities)).toEqual({
		maxWidth: 2048,
		maxHeight: 2048,
		quality: 85,
	});
});

it('tightenLimits lowers the limits, but never raises them', () => {
	expect(tightenLimits(limits, { maxWidth: 800, quality: 60 })).toEqual({
		maxWidth: 800,
		maxHeight: 1200,
		quality: 60,
	});
	expect(tightenLimits(limits, { maxWidth: 8000, maxHeight: 8000, quality: 100 })).toEqual(limits);
	expect(tightenLimits(limits, { maxWidth: 0, maxHeight: -1 })).toEqual(limits);
	expect(tightenLimits(limits, { maxWidth: 0.9, quality: 0 })).toEqual(limits);
	expect(tightenLimits(limits, { maxWidth: 1, maxHeight: 800.9 })).toMatchObject({
		maxWidth: 1,
		maxHeight: 800,
	});
});
