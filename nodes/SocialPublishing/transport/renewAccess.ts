import { readNetworkFailure } from './networkFailure';
import type { RequestFunctions } from './request';

/** What n8n's OAuth client puts on every refusal by the authorization server. */
const REFUSED_CODE = 'EAUTH';

/**
 * Gets a new access token with the refresh token and stores it in the credential. n8n does that by itself only
 * for answers that it turns into exceptions, which these nodes do without.
 *
 * @returns false when the authorization server no longer grants access
 * @throws NetworkFailure when it could not be asked
 */
export async function renewAccess(functions: RequestFunctions): Promise<boolean> {
	try {
		await functions.helpers.refreshOAuth2Token.call(functions, 'socialPublishingOAuth2Api');
		return true;
	} catch (error) {
		const failure = readNetworkFailure(error);
		const code = 'code' in failure ? failure.code : undefined;
		if (code === undefined || code === REFUSED_CODE) return false;
		throw failure;
	}
}
