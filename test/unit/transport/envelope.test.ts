import { readEnvelope, readFullEnvelope } from '../../../nodes/SocialPublishing/transport/envelope';
import { readItems, readNextCursor } from '../../../nodes/SocialPublishing/transport/paginate';

const envelope = (status: number, body: unknown) =>
	readEnvelope(status, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
const noError = { code: undefined, message: undefined, details: undefined };

describe('readEnvelope', () => {
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
	])('reads a response with status %s: %j', (status, body, expected) => {
		expect(envelope(status, body)).toMatchObject(expected);
	});

	it.each(['<html></html>', '{ "data": {', 'OK'])(
		'refuses a success that is not from the service: %s',
		(body) => {
			expect(() => envelope(200, body)).toThrow('No usable response');
		},
	);

	it.each([
		{ error: { code: 'c' } },
		{ error: { message: 'm' }, request_id: 'r' },
		{ error: 'c', message: 'm' },
		{ data: null, error: { code: 'c' } },
	])('reads a failure with the status of a success as a refusal: %j', (body) => {
		expect(envelope(200, body).refusal?.happened).toBe('the service reports an error');
		expect(envelope(400, body)).not.toHaveProperty('refusal');
	});

	it.each([{ data: {}, error: { code: 'c' } }, { data: null, error: null }, { error: {} }, {}])(
		'reads %j as a success',
		(body) => {
			expect(envelope(200, body)).not.toHaveProperty('refusal');
		},
	);

	it('recognizes a body that is not from the service', () => {
		expect(envelope(502, '<html></html>').isForeign).toBe(true);
		expect(envelope(502, { error: {} })).not.toHaveProperty('isForeign');
		expect(() => envelope(200, ' <html></html>')).toThrow('HTML');
		expect(() => envelope(200, '{ <')).toThrow('JSON');
		expect(envelope(200, ' \n').data).toBeUndefined();
	});
});

it('readFullEnvelope refuses a 200 without a body, but not a 204 or 500', () => {
	expect(() => readFullEnvelope(200, Buffer.alloc(0))).toThrow('No usable response');
	expect(readFullEnvelope(204, Buffer.alloc(0)).data).toBeUndefined();
	expect(readFullEnvelope(500, Buffer.alloc(0)).data).toBeUndefined();
	expect(readFullEnvelope(200, Buffer.from('{"data":1}')).data).toBe(1);
});

it('readItems and readNextCursor read the records of a list and the next cursor', () => {
	expect(readItems({ items: [{ id: 1 }, 'odd', null] })).toEqual([{ id: 1 }]);
	expect(readItems(undefined)).toEqual([]);
	expect(readNextCursor({ next_cursor: 'c' })).toBe('c');
	expect(readNextCursor({ next_cursor: null })).toBeUndefined();
	expect(readNextCursor({ next_cursor: '' })).toBeUndefined();
});
