import { isRecord } from '../shared/json';
import type { RequestFunctions } from './n8nContext';
import { readNetworkFailure } from './networkFailure';

/** What n8n's OAuth client puts on a refusal in the words of OAuth, and on any other answer than a token. */
const REFUSED_CODE = 'EAUTH';
const OTHER_ANSWER_CODE = 'ESTATUS';

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
		if (code === OTHER_ANSWER_CODE && isRefusal(error)) return false;
		throw failure;
	}
}

/** Another client error than "too many requests". */
function isRefusal(error: unknown): boolean {
	const status = Number(isRecord(error) && error.status);
	return status >= 400 && status < 500 && status !== 429;
}
