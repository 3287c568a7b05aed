import { createHmac } from 'node:crypto';
import fc from 'fast-check';

/** A request to the trigger. Without a header, it has no signature at all. */
export interface SignedBody {
	body: string;
	header: string;
}

export interface Genuine {
	secret: string;
	/** Seconds since 1970, by the clock of the service. */
	nowSeconds: number;
	body: string;
}

/** Makes a request that looks genuine and is not. */
export type Forgery = (genuine: Genuine) => SignedBody;

function hmac(secret: string, text: string, algorithm = 'sha256') {
	return createHmac(algorithm, secret).update(text).digest();
}

export function sign({ secret, nowSeconds, body }: Genuine): string {
	const signature = hmac(secret, `${nowSeconds}.${body}`).toString('base64url');
	return `t=${nowSeconds},v1=${signature}`;
}

/** The header of a genuine request, with another body. */
const otherBody: fc.Arbitrary<Forgery> = fc
	.oneof(
		fc.constantFrom<(body: string) => string>(
			(body) => `${body} `,
			(body) => ` ${body}`,
			(body) => `${body}\n`,
			(body) => body.replace('published', 'Published'),
			(body) => body.replace('"data":', '"data" :'),
			(body) => JSON.stringify({ ...JSON.parse(body), more: 1 }),
			(body) => body.replace('evt_', 'evt-'),
			() => '',
			() => '{}',
		),
		fc.tuple(fc.nat(), fc.integer({ min: 1, max: 94 })).map(([at, by]) => (body: string) => {
			const index = at % body.length;
			const code = 32 + ((body.charCodeAt(index) - 32 + by) % 95);
			return body.slice(0, index) + String.fromCharCode(code) + body.slice(index + 1);
		}),
		fc.json().map((json) => () => `${json} `),
	)
	.map((change) => (genuine) => ({ body: change(genuine.body), header: sign(genuine) }));

/** A signature with another secret. */
const otherSecret: fc.Arbitrary<Forgery> = fc
	.oneof(
		fc.string().map((guess) => () => `guess ${guess}`),
		fc.constantFrom<(secret: string) => string>(
			(secret) => `${secret} `,
			(secret) => secret.slice(1),
			(secret) => secret.toUpperCase().replace(/^/, '_'),
			(secret) => Buffer.from(secret, 'base64').toString('latin1').replace(/^/, '_'),
			() => 'undefined',
			() => '',
		),
	)
	.map((guess) => (genuine) => {
		const header = sign({ ...genuine, secret: guess(genuine.secret) });
		return { body: genuine.body, header };
	});

const beyondTolerance = fc.oneof(
	fc.integer({ min: 302, max: 10 ** 9 }),
	fc.integer({ min: -(10 ** 9), max: -302 }),
);

/** A request that was genuine once, or will be. */
const otherTime: fc.Arbitrary<Forgery> = fc
	.tuple(beyondTolerance, fc.boolean())
	.map(([off, inMilliseconds]) => (genuine) => {
		const seconds = Math.abs(genuine.nowSeconds + off);
		const nowSeconds = inMilliseconds ? seconds * 1_000 : seconds;
		return { body: genuine.body, header: sign({ ...genuine, nowSeconds }) };
	});

/** The signature of a genuine request, with another timestamp that would be in time. */
const movedTime: fc.Arbitrary<Forgery> = fc
	.integer({ min: 1, max: 290 })
	.map((off) => (genuine) => ({
		body: genuine.body,
		header: sign(genuine).replace(/^t=\d+/, `t=${genuine.nowSeconds - off}`),
	}));

/** A right signature of something else than the timestamp, a full stop and the body. */
const otherText: fc.Arbitrary<Forgery> = fc
	.constantFrom<(genuine: Genuine) => Buffer>(
		({ secret, body }) => hmac(secret, body),
		({ secret, nowSeconds, body }) => hmac(secret, `${nowSeconds}:${body}`),
		({ secret, nowSeconds, body }) => hmac(secret, `${nowSeconds}${body}`),
		({ secret, nowSeconds }) => hmac(secret, `${nowSeconds}.`),
		({ secret, nowSeconds, body }) => hmac(secret, `${nowSeconds}.${body}`, 'sha1'),
		({ secret, nowSeconds, body }) => hmac(secret, `${nowSeconds}.${body}`, 'sha512'),
		({ secret, nowSeconds, body }) => hmac(secret, `${nowSeconds}.${body}`).subarray(0, 31),
		({ secret, nowSeconds, body }) => hmac(secret, `${nowSeconds}.${body}`).subarray(0, 0),
		() => Buffer.alloc(32),
	)
	.map((make) => (genuine) => ({
		body: genuine.body,
		header: `t=${genuine.nowSeconds},v1=${make(genuine).toString('base64url')}`,
	}));

/** A right signature in a header of another form. */
const otherForm: fc.Arbitrary<Forgery> = fc
	.constantFrom<(time: string, signature: string) => string>(
		() => '',
		(_time, signature) => signature,
		(_time, signature) => `v1=${signature}`,
		(time) => time,
		(time, signature) => `${time};v1=${signature}`,
		(time, signature) => `${time},v0=${signature}`,
		(time, signature) => `${time},V1=${signature}`,
		(_time, signature) => `t=,v1=${signature}`,
		(time, signature) => `${time}.0,v1=${signature}`,
		(time, signature) => `t=0x${Number(time.slice(2)).toString(16)},v1=${signature}`,
		(time, signature) => `${time},t=1,v1=${signature}`,
		(time, signature) => `${time},v1=${signature}!`,
		(time, signature) => `${time},v1=${signature.slice(0, -2)}`,
		(time, signature) => `${time},v1=${Buffer.from(signature, 'base64url').toString('hex')}`,
	)
	.map((form) => (genuine) => {
		const [time = '', signature = ''] = sign(genuine).split(',v1=');
		return { body: genuine.body, header: form(time, signature) };
	});

/** Anything. */
const noise: fc.Arbitrary<Forgery> = fc
	.tuple(
		fc.string({ unit: fc.constantFrom(...'t=,v1 0aZ_-+/.;"'.split('')), maxLength: 80 }),
		fc.string(),
	)
	.map(([header, body]) => () => ({ body, header }));

/** A one-character change of the signature; its last character has bits that do not count. */
const otherSignature: fc.Arbitrary<Forgery> = fc.nat(41).map((at) => (genuine) => {
	const [time = '', signature = ''] = sign(genuine).split(',v1=');
	const character = signature[at] === 'A' ? 'B' : 'A';
	const changed = signature.slice(0, at) + character + signature.slice(at + 1);
	return { body: genuine.body, header: `${time},v1=${changed}` };
});

export const forgeries: fc.Arbitrary<Forgery> = fc.oneof(
	...[otherBody, otherSecret, otherTime, movedTime, otherText, otherForm, otherSignature, noise],
);
