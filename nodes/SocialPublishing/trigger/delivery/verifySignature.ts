import { createHmac, timingSafeEqual } from 'crypto';

/** How far the sender's clock may be from ours, either way. */
const TOLERANCE_MS = 300_000;

/** The description does not tell the unit of the timestamp. A number from here on would be 3,000 years off in seconds. */
const FIRST_IN_MILLISECONDS = 100_000_000_000;

const SIGNATURE_BYTES = 32;

export type Refusal = 'noSecret' | 'noBody' | 'noHeader' | 'malformed' | 'mismatch' | 'stale';

export type Verdict = { isGenuine: true } | { isGenuine: false; refusal: Refusal };

export interface SignedRequest {
	/** The body byte for byte as it was received; undefined where it is not available. */
	body: Buffer | undefined;
	/** The value of Service-Signature: `t=<seconds or milliseconds>,v1=<base64url>`. */
	header: string | undefined;
	/** The signing secret, undefined where none is stored. */
	secret: string | undefined;
	/** Milliseconds since 1970 by our clock. */
	nowMs: number;
}

/**
 * Tells whether a request comes from the service and is fresh. Pure.
 * Pairs of the header that are not known are skipped; one fitting signature among several is enough.
 */
export function verifySignature({ body, header, secret, nowMs }: SignedRequest): Verdict {
	if (secret === undefined || secret === '') return refused('noSecret');
	if (header === undefined || header.trim() === '') return refused('noHeader');
	if (body === undefined) return refused('noBody');
	const signature = parseSignature(header);
	if (signature === undefined) return refused('malformed');
	const expected = createHmac('sha256', secret)
		.update(`${signature.timestamp}.`)
		.update(body)
		.digest();
	// All are compared, so that the time taken does not tell which one fitted.
	const fitting = signature.candidates.filter((bytes) => timingSafeEqual(bytes, expected));
	if (fitting.length === 0) return refused('mismatch');
	return isFresh(Number(signature.timestamp), nowMs) ? { isGenuine: true } : refused('stale');
}

function isFresh(timestamp: number, nowMs: number): boolean {
	const unitMs = timestamp < FIRST_IN_MILLISECONDS ? 1_000 : 1;
	return Math.abs(Math.floor(nowMs / unitMs) - timestamp) <= TOLERANCE_MS / unitMs;
}

function refused(refusal: Refusal): Verdict {
	return { isGenuine: false, refusal };
}

interface Signature {
	/** As received: it is part of what was signed. */
	timestamp: string;
	/** Each of `SIGNATURE_BYTES`. */
	candidates: Buffer[];
}

function parseSignature(header: string): Signature | undefined {
	const pairs = header.split(',').map((pair) => {
		const [name = '', ...value] = pair.split('=');
		return { name: name.trim(), value: value.join('=').trim() };
	});
	const valuesOf = (wanted: string) =>
		pairs.filter(({ name }) => name === wanted).map(({ value }) => value);
	const [timestamp, ...others] = new Set(valuesOf('t'));
	if (timestamp === undefined || others.length > 0 || !/^\d+$/.test(timestamp)) return undefined;
	const candidates = valuesOf('v1')
		.map(decode)
		.filter((bytes) => bytes !== undefined);
	return candidates.length === 0 ? undefined : { timestamp, candidates };
}

/** Base64url, with or without padding; Node itself would skip over characters that do not belong in it. */
function decode(text: string): Buffer | undefined {
	if (!/^[A-Za-z0-9_-]+=?$/.test(text)) return undefined;
	const bytes = Buffer.from(text, 'base64url');
	return bytes.length === SIGNATURE_BYTES ? bytes : undefined;
}
