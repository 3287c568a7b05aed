import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { clock } from '../shared/clock';
import { InputFailure, type Explanation } from '../shared/failure';
import { checkedAddress, checkedToken } from '../transport/address';
import { readEnvelope } from '../transport/envelope';
import {
	adviceOf,
	explainNetworkFailure,
	explainRateLimit,
	explainStatus,
} from '../transport/explanations';
import { readNetworkFailure } from '../transport/networkFailure';
import { isSuccess, readRetryAfterMs } from '../transport/retry';

const TIMEOUT_MS = 20_000;

const REST = { addressName: 'Base URL', credentialType: 'socialPublishingApi' } as const;

interface LegacyResponse {
	statusCode: number;
	headers: Record<string, string>;
	body: Buffer;
}

/** Tests the credential by requesting its owner, and explains any error. */
export async function socialPublishingApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		const explanation = await findFault(this.helpers, credential.data ?? {});
		if (explanation === undefined) return { status: 'OK', message: 'The token works' };
		return failed(explanation);
	} catch (error) {
		const failure = readNetworkFailure(error);
		return failure instanceof InputFailure
			? failed({ happened: failure.message, advice: failure.description })
			: failed(explainNetworkFailure(REST, failure.kind));
	}
}

function failed(explanation: Explanation): INodeCredentialTestResult {
	const message = `${explanation.happened}. ${adviceOf(explanation)}`;
	return { status: 'Error', message: message.charAt(0).toUpperCase() + message.slice(1) };
}

/**
 * Explains why the credential does not work; undefined if it works.
 *
 * n8n-workaround(2.39.10, n8n-core/dist/execution-engine/node-execution-context/credentials-test-context.js): a credential
 * test can send requests only with the deprecated helper.
 */
async function findFault(
	helpers: ICredentialTestFunctions['helpers'],
	{ baseUrl, apiToken }: ICredentialDataDecryptedObject,
): Promise<Explanation | undefined> {
	const address = checkedAddress(baseUrl, 'Base URL');
	const { statusCode, headers, body }: LegacyResponse = await helpers.request({
		method: 'GET',
		uri: `${address}/me`,
		headers: { Authorization: `Bearer ${checkedToken(apiToken)}`, Accept: 'application/json' },
		encoding: null,
		resolveWithFullResponse: true,
		simple: false,
		followRedirect: false,
		timeout: TIMEOUT_MS,
	});
	const { data, error } = readEnvelope(statusCode, Buffer.from(body));
	const hasSucceeded = isSuccess(statusCode);
	if (hasSucceeded && data !== undefined) return undefined;
	if (hasSucceeded || statusCode === 404 || statusCode === 405)
		return explainNetworkFailure(REST, 'garbled');
	if (statusCode === 429)
		return explainRateLimit(readRetryAfterMs(headers['retry-after'], clock.now()));
	return explainStatus(REST, statusCode, error.code, headers);
}
