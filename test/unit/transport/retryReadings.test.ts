import { readConflict, readRetryAfterMs } from '../../../nodes/SocialPublishing/transport/retry';

describe('readRetryAfterMs', () => {
	const nowMs = Date.parse('2027-03-14T09:30:00Z');

	it.each([
		['7', 7_000],
		[' 120 ', 120_000],
		['0', 0],
		['1.5', 1_500],
		['Sun, 14 Mar 2027 09:30:42 GMT', 42_000],
		['Sunday, 14-Mar-27 09:30:42 GMT', 42_000],
		// In GMT, whatever the time zone of the machine.
		['Sun Mar 14 09:30:42 2027', 42_000],
		['Sun, 14 Mar 2027 09:00:00 GMT', 0],
		['soon', undefined],
		['-5', undefined],
		['', undefined],
		[undefined, undefined],
	])('reads %j as %s ms', (header, expected) => {
		expect(readRetryAfterMs(header, nowMs)).toBe(expected);
	});
});

describe('readConflict', () => {
	it.each([
		['idempotency_conflict', 'This Idempotency-Key was used for other input.', 'changedInput'],
		['idempotency_key_reused', undefined, 'changedInput'],
		['idempotency_mismatch', undefined, 'changedInput'],
		['conflict', 'The key was already used with a different payload', 'changedInput'],
		['conflict', 'The same Idempotency-Key came with changed input.', 'changedInput'],
		['idempotency_in_progress', 'The original request is still running.', 'running'],
		['request_in_flight', undefined, 'running'],
		['conflict', 'A request with this key is being executed', 'running'],
		['conflict', 'A request with this key is still being processed', 'running'],
		['conflict', 'Another request with this Idempotency-Key has not completed yet.', 'running'],
		['conflict', 'The key was already processed with a different payload.', 'changedInput'],
		['post_locked', 'Published, publishing and uncertain posts cannot be changed.', 'unknown'],
		['post_not_scheduled', 'The post is not scheduled.', 'unknown'],
		['media_in_use', 'A different post uses this media item.', 'unknown'],
		['delivery_not_failed', 'Only a failed delivery can be tried again.', 'unknown'],
		[undefined, undefined, 'unknown'],
	])('reads the code %s with the message %j as %s', (code, message, expected) => {
		expect(readConflict(code, message)).toBe(expected);
	});
});
