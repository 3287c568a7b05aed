import {
	readMediaIn,
	readMediaFacts,
	readMediaReadiness,
	readPartEtag,
	readStartedUpload,
	toCompletion,
} from '../../../../nodes/SocialPublishing/api/readings/media';

it.each([
	[{ status: 'ready' }, 'ready'],
	[{ readiness: 'ready' }, 'ready'],
	[{ state: 'ready' }, 'ready'],
	[{ ready: true }, 'ready'],
	[{ is_ready: true }, 'ready'],
	[{ readiness: { status: 'ready' } }, 'ready'],
	[{ readiness: { status: 'failed' } }, 'failed'],
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
])('the readiness of %j is %s', (media, expected) => {
	expect(readMediaReadiness(media)).toBe(expected);
});

it.each([
	[
		{ name: 'a.jpg', type: 'image/jpeg', width: 320, height: 200, size: 900, alt: 'A loaf' },
		{
			name: 'a.jpg',
			fileName: 'a.jpg',
			mimeType: 'image/jpeg',
			isVideo: false,
			width: 320,
			height: 200,
			sizeBytes: 900,
			altText: 'A loaf',
		},
	],
	[
		{ type: 'video/mp4', dimensions: { width: '320', height: '200' }, byte_size: '900', alt: '' },
		{ mimeType: 'video/mp4', isVideo: true, width: 320, height: 200, sizeBytes: 900 },
	],
	[{ width: null, height: 'tall', bytes: 0, alt: null }, { isVideo: false }],
])('readMediaFacts reads the media item %j', (media, facts) => {
	expect(readMediaFacts(media)).toEqual(facts);
});

it.each([
	[{ id: 'm' }, { id: 'm' }],
	[{ media: { id: 'm' } }, { id: 'm' }],
	[
		{ id: 'm', media: 'm.jpg' },
		{ id: 'm', media: 'm.jpg' },
	],
	[undefined, {}],
])('readMediaIn reads the media item from the response %j', (data, media) => {
	expect(readMediaIn(data)).toEqual(media);
});

it.each([
	[{ id: 'm' }, { id: 'm', partSizeBytes: undefined }],
	[
		{ media_id: 'm', part_size: 5 },
		{ id: 'm', partSizeBytes: 5 },
	],
	[
		{ id: 'u', media_id: 'm' },
		{ id: 'm', partSizeBytes: undefined },
	],
	[
		{ id: 7, part_size: '5' },
		{ id: '7', partSizeBytes: 5 },
	],
	[
		{ media: { id: 'm' }, upload: { part_size: 5 } },
		{ id: 'm', partSizeBytes: 5 },
	],
	[
		{ id: 'm', part_size: 0 },
		{ id: 'm', partSizeBytes: undefined },
	],
	[{}, undefined],
	[null, undefined],
])('readStartedUpload reads the ID and part size of the started upload %j', (data, expected) => {
	expect(readStartedUpload(data)).toEqual(expected);
});

it.each([
	[{ number: 1, etag: '"a"' }, '"b"', '"a"'],
	[{ number: 1 }, '"b"', '"b"'],
	[undefined, '"b"', '"b"'],
	[{ part: { etag: 'W/"a"' } }, undefined, 'W/"a"'],
	[{}, undefined, undefined],
])(
	'readPartEtag reads the ETag of a part from the body %j and the header %s',
	(data, header, expected) => {
		expect(readPartEtag(data, header)).toBe(expected);
	},
);

it('the body that completes an upload has the number and ETag of each part', () => {
	const parts = [{ number: 1, etag: '"a"' }];
	expect(toCompletion(parts)).toEqual({ parts });
});
