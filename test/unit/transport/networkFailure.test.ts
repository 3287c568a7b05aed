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
])(
	'readNetworkFailure reads %s as the kind %s; the command may have taken effect: %s',
	(code, kind, mayHaveHadEffect) => {
		for (const error of [
			Object.assign(new Error('raw'), { code }),
			caused(code),
			{ httpCode: code },
		]) {
			expect(readNetworkFailure(error)).toMatchObject({ kind, code, mayHaveHadEffect });
		}
	},
);

it('readNetworkFailure reads an unknown error as a lost response, so the command may have taken effect', () => {
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

it('NetworkFailure names the code, or otherwise the kind', () => {
	const garbled = new NetworkFailure('garbled', 'HTML');
	expect(garbled).toMatchObject({
		message: 'No usable response (HTML)',
		mayHaveHadEffect: true,
	});
	expect(new NetworkFailure('dns', undefined).message).toBe('No usable response (dns)');
});

it('readNetworkFailure passes on an InputFailure of the credential, however deeply it is nested', () => {
	const refusal = new InputFailure('no');
	expect(readNetworkFailure(new Error('outer', { cause: refusal }))).toBe(refusal);
});

it("readNetworkFailure recognizes n8n's protection of private addresses by the name of the error", () => {
	const refusal = Object.assign(new Error('blocked'), { name: 'SsrfBlockedIpError' });
	for (const error of [refusal, new Error('outer', { cause: refusal })]) {
		expect(readNetworkFailure(error)).toMatchObject({ kind: 'blocked', mayHaveHadEffect: false });
	}
});

it('call does not repeat an unrepeatable command after an established secure connection broke', async () => {
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
