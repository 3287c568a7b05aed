import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { InputFailure } from '../../../nodes/SocialPublishing/shared/failure';
import { call } from '../../../nodes/SocialPublishing/transport/call';
import type { Connection } from '../../../nodes/SocialPublishing/transport/connection';
import {
	NetworkFailure,
	readNetworkFailure,
} from '../../../nodes/SocialPublishing/transport/networkFailure';
import { quietConnection } from '../support/quietConnection';

afterEach(() => jest.restoreAllMocks());

const caused = (code: string) =>
	new Error('outer', { cause: Object.assign(new Error('in'), { code }) });

it.each([
	['ENOTFOUND', 'dns', false],
	['ECONNREFUSED', 'refused', false],
	['EHOSTUNREACH', 'refused', false],
	['CERT_HAS_EXPIRED', 'tls', false],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls', false],
	['EPROTO', 'tls', false],
	['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'lost', true],
	['ECONNABORTED', 'timeout', true],
	['ECONNRESET', 'lost', true],
	['EPIPE', 'lost', true],
	['SOMETHING_NEW', 'lost', true],
])('%s is %s; the command may have worked: %s', (code, kind, mayHaveHadEffect) => {
	for (const error of [
		Object.assign(new Error('raw'), { code }),
		caused(code),
		{ httpCode: code },
	]) {
		expect(readNetworkFailure(error)).toMatchObject({ kind, code, mayHaveHadEffect });
	}
});

it('a command may have worked after an unknown error', () => {
	const circular: { cause?: unknown } = {};
	circular.cause = circular;
	const unknown = [
		new Error('raw'),
		'text',
		undefined,
		{ code: 500 },
		{ code: 'oops', cause: null },
	];
	for (const error of [...unknown, circular]) {
		expect(readNetworkFailure(error)).toMatchObject({
			kind: 'lost',
			code: undefined,
			mayHaveHadEffect: true,
		});
	}
});

it('a failure says what is known of it', () => {
	const garbled = new NetworkFailure('garbled', 'HTML');
	expect(garbled).toMatchObject({
		message: 'No usable response (HTML)',
		mayHaveHadEffect: true,
	});
	expect(new NetworkFailure('dns', undefined).message).toBe('No usable response (dns)');
});

it('an input failure of the credential is passed on, however deeply it is nested', () => {
	const refusal = new InputFailure('no');
	expect(readNetworkFailure(new Error('outer', { cause: refusal }))).toBe(refusal);
});

it('a refusal by n8n’s protection of private addresses is recognized by its name', () => {
	const refusal = Object.assign(new Error('blocked'), { name: 'SsrfBlockedIpError' });
	for (const error of [refusal, new Error('outer', { cause: refusal })]) {
		expect(readNetworkFailure(error)).toMatchObject({ kind: 'blocked', mayHaveHadEffect: false });
	}
});

it('a command without a key is sent only once where an established secure connection breaks', async () => {
	jest.spyOn(clock, 'wait').mockResolvedValue();
	const code = 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC';
	const httpRequest = jest.fn().mockRejectedValue(caused(code));
	const functions = { helpers: { httpRequest } } as unknown as Connection['functions'];
	const connection = quietConnection({ functions, credentialType: undefined });
	const command = {
		purpose: 'call the tool',
		method: 'POST',
		path: '',
		safety: 'unrepeatable',
	} as const;
	await expect(call(connection, command)).rejects.toMatchObject({ effect: 'unknown' });
	expect(httpRequest).toHaveBeenCalledTimes(1);
});
