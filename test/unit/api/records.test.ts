import {
	readPartEtag,
	readMediaReadiness,
	readStartedUpload,
} from '../../../nodes/SocialPublishing/api/mediaRecords';
import { readDestinationStatus, readPostId } from '../../../nodes/SocialPublishing/api/postRecords';
import { readErrorText, readName } from '../../../nodes/SocialPublishing/api/records';
import { readEnvelope, readFullEnvelope } from '../../../nodes/SocialPublishing/transport/envelope';
import { readItems, readNextCursor } from '../../../nodes/SocialPublishing/transport/paginate';

const envelope = (status: number, body: unknown) =>
	readEnvelope(status, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
const noError = { code: undefined, message: undefined, details: undefined };

describe('a response', () => {
	it.each([
		[
			200,
			{ data: { id: 1 }, request_id: 'r' },
			{ data: { id: 1 }, requestId: 'r', error: noError },
		],
		[200, { request_id: 'r' }, { data: undefined, requestId: 'r', error: noError }],
		[204, '', { data: undefined, requestId: undefined, error: noError }],
		[200, '[1]', { data: undefined, requestId: undefined, error: noError }],
		[
			422,
			{ error: { code: 'c', message: 'm', details: [1] }, request_id: 'r' },
			{ data: undefined, requestId: 'r', error: { code: 'c', message: 'm', details: [1] } },
		],
		[
			422,
			{ error: { code: 'c', fields: { text: 'm' } } },
			{ requestId: undefined, error: { code: 'c', details: { text: 'm' } } },
		],
		[400, { error: 'c', message: 'm' }, { error: { code: 'c', message: 'm' } }],
		[400, { error: { code: 'c' }, details: [1] }, { error: { code: 'c', details: [1] } }],
		[400, { error: { code: 7 }, request_id: 8 }, { requestId: '8', error: { code: '7' } }],
		[502, '<html></html>', { data: undefined, requestId: undefined, error: noError }],
		[500, '', { error: noError }],
	])('of status %s: %j', (status, body, expected) => {
		expect(envelope(status, body)).toMatchObject(expected);
	});

	it.each(['<html></html>', '{ "data": {', 'OK'])(
		'of success that is not from the service: %s',
		(body) => {
			expect(() => envelope(200, body)).toThrow('No usable response');
		},
	);

	it('that is not from the service is recognized as such', () => {
		expect(envelope(502, '<html></html>').isForeign).toBe(true);
		expect(envelope(502, { error: {} })).not.toHaveProperty('isForeign');
		expect(() => envelope(200, ' <html></html>')).toThrow('HTML');
		expect(() => envelope(200, '{ <')).toThrow('JSON');
		expect(envelope(200, ' \n').data).toBeUndefined();
		expect(readFullEnvelope(200, Buffer.from('{"data":1}')).data).toBe(1);
	});

	it('is incomplete without a body if its status is 200, but not with 204 or 500', () => {
		expect(() => readFullEnvelope(200, Buffer.alloc(0))).toThrow('No usable response');
		expect(readFullEnvelope(204, Buffer.alloc(0)).data).toBeUndefined();
		expect(readFullEnvelope(500, Buffer.alloc(0)).data).toBeUndefined();
	});
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
])('a started upload %j', (data, expected) => {
	expect(readStartedUpload(data)).toEqual(expected);
});

it.each([
	[{ number: 1, etag: '"a"' }, '"b"', '"a"'],
	[{ number: 1 }, '"b"', '"b"'],
	[undefined, '"b"', '"b"'],
	[{ part: { etag: 'W/"a"' } }, undefined, 'W/"a"'],
	[{}, undefined, undefined],
])('the ETag of a part %j, header %s', (data, header, expected) => {
	expect(readPartEtag(data, header)).toBe(expected);
});

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
	[{ status: 'published' }, 'published'],
	[{ outcome: { status: 'failed' } }, 'failed'],
	[{ outcome: 'blocked' }, 'blocked'],
	[{ outcome: { status: 'a_new_one' } }, 'a_new_one'],
	[{ outcome: 'Needs-Review' }, 'needs_review'],
	[{ outcome: 'Needs - review' }, 'needs_review'],
	[{ outcome: null }, undefined],
	[{}, undefined],
])('the outcome of %j', (destination, expected) => {
	expect(readDestinationStatus(destination)).toBe(expected);
});

it.each([
	[{ error: { code: 'c', message: 'm' } }, 'm'],
	[{ error: { code: 'c' } }, 'c'],
	[{ outcome: { error: 'e' } }, 'e'],
	[{ error: null, outcome: { reason: 'r' } }, 'r'],
	[{}, undefined],
])('why a delivery failed: %j', (destination, expected) => {
	expect(readErrorText(destination)).toBe(expected);
});

it('lists, cursors, names and ids of posts', () => {
	expect(readItems({ items: [{ id: 1 }, 'odd', null] })).toEqual([{ id: 1 }]);
	expect(readItems(undefined)).toEqual([]);
	expect(readNextCursor({ next_cursor: 'c' })).toBe('c');
	expect(readNextCursor({ next_cursor: null })).toBeUndefined();
	expect(readNextCursor({ next_cursor: '' })).toBeUndefined();
	expect(readName({ id: 'x', handle: '@bread' })).toBe('@bread');
	expect(readName({ id: 'x' })).toBe('x');
	expect(readPostId({ id: 'd', post_id: 'p' })).toBe('p');
	expect(readPostId({ id: 'p', destinations: [] })).toBe('p');
	expect(readPostId({ id: 'd' })).toBeUndefined();
});
