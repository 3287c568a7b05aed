import { createHmac, timingSafeEqual } from 'crypto';

import { unitMsOf } from '../../api/readings/times';

/** How far the sender's clock may be ahead of or behind ours. */
const TOLERANCE_MS = 300_000;

const SIGNATURE_BYTES = 32;

/** Why a request is refused. */
export type Refusal = 'noSecret' | 'unverified' | 'stale';

export interface SignedRequest {
	/** The body, byte for byte as received. */
	body: Buffer;
	/** The value of Service-Signature: `t=<seconds or milliseconds>,v1=<base64url>`. */
	header: string;
	/** The signing secret; undefined if none is stored. */
	secret: string | undefined;
	/** Milliseconds since 1970 by our clock. */
	nowMs: number;
}

/**
 * Checks whether a request comes from the service and is recent. Pure.
 * Unknown pairs in the header are ignored; one matching signature among several is enough.
 *
 * @returns undefined for a genuine request
 */
export function verifySignature(request: SignedRequest): Refusal | undefined {
	const { body, header, secret, nowMs } = request;
	if (secret === undefined || secret === '') return 'noSecret';
	const signature = parseSignature(header);
	if (signature === undefined) return 'unverified';
	const expected = createHmac('sha256', secret)
		.update(`${signature.timestamp}.`)
		.update(body)
		.digest();
	// All are compared: the time taken must not reveal which one matched.
	const matching = signature.candidates.filter((bytes) => timingSafeEqual(bytes, expected));
	if (matching.length === 0) return 'unverified';
	return isFresh(Number(signature.timestamp), nowMs) ? undefined : 'stale';
}

function isFresh(timestamp: number, nowMs: number): boolean {
	const unitMs = unitMsOf(timestamp);
	return Math.abs(Math.floor(nowMs / unitMs) - timestamp) <= TOLERANCE_MS / unitMs;
}

interface Signature {
	/** Exactly as received, because it is part of the signed text. */
	timestamp: string;
	/** Each has `SIGNATURE_BYTES` bytes. */
	candidates: Buffer[];
}

function parseSignature(header: string): Signature | undefined {
	const pairs = header.split(',').map((pair) => {
		const [name = '', ...value] = pair.split('=');
		return { name: name.trim(), value: value.join('=').trim() };
	});
	const valuesOf = (key: string) =>
		pairs.filter(({ name }) => name === key).map(({ value }) => value);
	const [timestamp, ...others] = new Set(valuesOf('t'));
	if (timestamp === undefined || others.length > 0 || !/^\d+$/.test(timestamp)) return undefined;
	const candidates = valuesOf('v1')
		.map(decode)
		.filter((bytes) => bytes !== undefined);
	return candidates.length === 0 ? undefined : { timestamp, candidates };
}

/** Decodes base64url with or without padding. Node.js itself would skip invalid characters. */
function decode(text: string): Buffer | undefined {
	if (!/^[A-Za-z0-9_-]+=?$/.test(text)) return undefined;
	const bytes = Buffer.from(text, 'base64url');
	return bytes.length === SIGNATURE_BYTES ? bytes : undefined;
}
