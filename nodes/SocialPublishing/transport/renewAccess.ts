import { isRecord } from '../shared/json';
import type { RequestFunctions } from './connection';
import { NetworkFailure, readNetworkFailure } from './networkFailure';

// n8n-workaround(2.39.10, @n8n/client-oauth2 utils.js): only the code states why a renewal failed.
/** An error response as OAuth defines it. */
const REFUSED_CODE = 'EAUTH';
/** Any other response that is not a token. */
const OTHER_RESPONSE_CODE = 'ESTATUS';

/**
 * Gets a new access token with the refresh token and stores it in the credential.
 *
 * n8n-workaround(2.39.10, n8n-core oauth.js): n8n renews a token only after an exception.
 *
 * @returns false if the authorization server no longer grants access
 * @throws NetworkFailure if the authorization server could not be reached or had a fault
 */
export async function renewAccess(functions: RequestFunctions): Promise<boolean> {
	try {
		await functions.helpers.refreshOAuth2Token.call(functions, 'socialPublishingOAuth2Api');
		return true;
	} catch (error) {
		const failure = readNetworkFailure(error);
		const code = 'code' in failure ? failure.code : undefined;
		if (code === undefined || code === REFUSED_CODE) return false;
		if (code === OTHER_RESPONSE_CODE && isRefusal(error)) return false;
		throw failure instanceof NetworkFailure ? new NetworkFailure('renewal', code) : failure;
	}
}

/** A client error other than "too many requests". */
function isRefusal(error: unknown): boolean {
	const status = Number(isRecord(error) && error.status);
	return status >= 400 && status < 500 && status !== 429;
}
