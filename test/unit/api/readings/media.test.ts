import {
	readCompletedMedia,
	readMediaReadiness,
} from '../../../../nodes/SocialPublishing/api/readings/media';

it.each([
	[{ status: 'ready' }, 'ready'],
	[{ readiness: 'ready' }, 'ready'],
	[{ state: 'ready' }, 'ready'],
	[{ ready: true }, 'ready'],
	[{ status: 'uploaded', readiness: 'ready' }, 'ready'],
	[{ status: 'uploaded', state: 'failed' }, 'failed'],
	[{ ready: false }, 'open'],
	[{ status: 'processing' }, 'open'],
	[{ status: 'not_ready' }, 'open'],
	[{ status: 'ready_soon' }, 'open'],
	[{ status: 'failed' }, 'failed'],
	[{ state: 'rejected' }, 'failed'],
	[{ status: 'processing_failed' }, 'failed'],
	[{}, 'open'],
])('the readiness of %j', (media, expected) => {
	expect(readMediaReadiness(media)).toBe(expected);
});

it.each([
	[{ id: 'm' }, { id: 'm' }],
	[{ media: { id: 'm' } }, { id: 'm' }],
	[undefined, {}],
])('the media item in the response %j', (data, media) => {
	expect(readCompletedMedia(data)).toEqual(media);
});
