import { createHmac } from 'node:crypto';
import fc from 'fast-check';

import {
	verifySignature,
	type SignedRequest,
} from '../../../../nodes/SocialPublishing/trigger/delivery/verifySignature';

/**
 * Made with OpenSSL, not with this package's code:
 * printf '%s' '1767225600.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test -binary | basenc --base64url
 */
const TIMESTAMP = 1_767_225_600;
const BODY = '{"id":"evt_1"}';
const SECRET = 'whsec_test';
const SIGNATURE = 'RbQDMd4DJWBtxUACAq3hYkYPvkja-UAa39zQ17TzVHA=';

function request(change: Partial<SignedRequest> = {}): SignedRequest {
	return {
		body: Buffer.from(BODY),
		header: `t=${TIMESTAMP},v1=${SIGNATURE}`,
		secret: SECRET,
		nowMs: TIMESTAMP * 1_000,
		...change,
	};
}

function refusalOf(change: Partial<SignedRequest>): string | undefined {
	return verifySignature(request(change));
}

function sign(secret: string, timestamp: number | string, body: Buffer | string): string {
	return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('base64url');
}

describe('a signature made with OpenSSL', () => {
	it.each([
		[
			'key',
			'1767225600',
			'{"id":"evt_1","type":"post.published"}',
			'qvBNeHJdjROCpawxh9vLAk_PrNxYFnLGwlOvsWcu9cQ=',
		],
		['whsec_Zm9v', '1767225600', '', 'R8EZPcr8WWv1ceDpGidt2oAfmkwxpdXSQmv2Z8AGt88='],
		[
			'schlüssel',
			'1767225600',
			'{"text":"Grüße 🥐"}',
			'uhzzZzdi7ku38L0NVdtUJnQM5cYvYgqvMi5x9aE8ttM=',
		],
	])('is genuine with the key %s and the text %s.%s', (secret, timestamp, body, signature) => {
		const header = `t=${timestamp},v1=${signature}`;
		expect(refusalOf({ secret, header, body: Buffer.from(body) })).toBeUndefined();
	});
});

describe('a Service-Signature header', () => {
	it.each([
		['without padding', `t=${TIMESTAMP},v1=${SIGNATURE.replace('=', '')}`],
		['with padding', `t=${TIMESTAMP},v1=${SIGNATURE}`],
		['in a different order', `v1=${SIGNATURE},t=${TIMESTAMP}`],
		['with spaces', `  t = ${TIMESTAMP} ,  v1 = ${SIGNATURE}  `],
		['with unknown pairs', `v0=abc,t=${TIMESTAMP},kid=7,v1=${SIGNATURE},v2=xyz,flag`],
		[
			'with an older signature first',
			`t=${TIMESTAMP},v1=${sign('old', TIMESTAMP, BODY)},v1=${SIGNATURE}`,
		],
		[
			'with an older signature last',
			`t=${TIMESTAMP},v1=${SIGNATURE},v1=${sign('old', TIMESTAMP, BODY)}`,
		],
		['with an invalid signature in addition', `t=${TIMESTAMP},v1=%%,v1=${SIGNATURE}`],
		['with the timestamp twice', `t=${TIMESTAMP},v1=${SIGNATURE},t=${TIMESTAMP}`],
		['with a comma at the end', `t=${TIMESTAMP},v1=${SIGNATURE},`],
	])('%s is accepted', (_, header) => {
		expect(refusalOf({ header })).toBeUndefined();
	});

	it.each([
		['without content', ''],
		['of spaces only', '   '],
		['without pairs', SIGNATURE],
		['without a timestamp', `v1=${SIGNATURE}`],
		['without a signature', `t=${TIMESTAMP}`],
		['with an empty signature', `t=${TIMESTAMP},v1=`],
		['with two different timestamps', `t=${TIMESTAMP},t=${TIMESTAMP + 1},v1=${SIGNATURE}`],
		['with a fraction in the timestamp', `t=${TIMESTAMP}.5,v1=${SIGNATURE}`],
		['with a negative timestamp', `t=-${TIMESTAMP},v1=${SIGNATURE}`],
		['with an ISO timestamp', `t=2026-01-01T00:00:00Z,v1=${SIGNATURE}`],
		[
			'with a hexadecimal signature',
			`t=${TIMESTAMP},v1=${Buffer.from(SIGNATURE, 'base64url').toString('hex')}`,
		],
		['with a shortened signature', `t=${TIMESTAMP},v1=${SIGNATURE.slice(0, 40)}`],
		['with invalid characters', `t=${TIMESTAMP},v1=!${SIGNATURE}`],
		['with names in capitals', `T=${TIMESTAMP},V1=${SIGNATURE}`],
	])('%s is refused', (_, header) => {
		expect(refusalOf({ header })).toBe('unverified');
	});
});

describe('a request that is not genuine', () => {
	it.each<[string, Partial<SignedRequest>]>([
		['noSecret', { secret: undefined }],
		['noSecret', { secret: '' }],
		['unverified', { header: '' }],
		['unverified', { body: Buffer.alloc(0) }],
		['unverified', { secret: 'another' }],
		['unverified', { body: Buffer.from(`${BODY} `) }],
		['unverified', { body: Buffer.from('{"id": "evt_1"}') }],
		['unverified', { body: Buffer.from(`\uFEFF${BODY}`) }],
		['unverified', { header: `t=0${TIMESTAMP},v1=${SIGNATURE}` }],
		['unverified', { header: `t=${TIMESTAMP + 1},v1=${SIGNATURE}` }],
	])('is refused as %s if it differs by %j', (refusal, change) => {
		expect(refusalOf(change)).toBe(refusal);
	});

	it.each([
		[-301, 'stale'],
		[-300, undefined],
		[0, undefined],
		[300, undefined],
		[301, 'stale'],
	])('with a timestamp %d seconds off the local clock is refused as: %s', (seconds, refusal) => {
		expect(refusalOf({ nowMs: (TIMESTAMP + seconds) * 1_000 })).toBe(refusal);
		expect(refusalOf({ nowMs: (TIMESTAMP + seconds) * 1_000 + 999 })).toBe(refusal);
	});

	it.each([
		[-300_001, 'stale'],
		[-300_000, undefined],
		[0, undefined],
		[300_000, undefined],
		[300_001, 'stale'],
	])('with milliseconds, %d off the local clock: refused as %s', (off, refusal) => {
		const nowMs = TIMESTAMP * 1_000 + 123;
		const header = `t=${nowMs - off},v1=${sign(SECRET, nowMs - off, BODY)}`;
		expect(refusalOf({ header, nowMs })).toBe(refusal);
	});

	it('is refused as stale if its timestamp has 400 digits', () => {
		const timestamp = '9'.repeat(400);
		const header = `t=${timestamp},v1=${sign(SECRET, timestamp, BODY)}`;
		expect(refusalOf({ header })).toBe('stale');
	});
});

describe('any request', () => {
	const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array));
	const secret = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' });
	const seconds = fc.integer({ min: 0, max: 4_102_444_800 });
	const skew = fc.integer({ min: -300, max: 300 });

	it('is genuine if it is signed', () => {
		fc.assert(
			fc.property(bytes, secret, seconds, skew, (body, key, t, off) => {
				const header = `t=${t},v1=${sign(key, t, body)}`;
				expect(refusalOf({ body, header, secret: key, nowMs: (t + off) * 1_000 })).toBeUndefined();
			}),
		);
	});

	it('is refused if one bit of its body or signature is changed', () => {
		fc.assert(
			fc.property(bytes, secret, seconds, fc.nat(), (body, key, t, where) => {
				const signature = Buffer.from(sign(key, t, body), 'base64url');
				const changed = Buffer.concat([signature, body]);
				const bit = where % (changed.length * 8);
				changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
				const header = `t=${t},v1=${changed.subarray(0, 32).toString('base64url')}`;
				const forged = { body: changed.subarray(32), header, secret: key, nowMs: t * 1_000 };
				expect(refusalOf(forged)).toBe('unverified');
			}),
		);
	});

	it('is refused without an exception if its header is arbitrary text', () => {
		const pair = fc
			.tuple(fc.constantFrom('t', 'v1', ' v1 ', 'v0', ''), fc.string())
			.map(([name, value]) => `${name}=${value}`);
		const header = fc.oneof(
			fc.string(),
			fc.array(pair).map((pairs) => pairs.join(',')),
		);
		fc.assert(
			fc.property(header, (text) => {
				expect(refusalOf({ header: text })).toBe('unverified');
			}),
		);
	});
});
