import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { InputFailure } from '../shared/failure';
import { checkedAddress } from './address';

/**
 * The token of a credential, without the spaces that copying may have left around it.
 *
 * @throws InputFailure when there is none
 */
export function checkedToken(raw: unknown): string {
	const token = typeof raw === 'string' ? raw.trim() : '';
	if (token === '') {
		throw new InputFailure(
			'The API Token of the credential is empty',
			'Create a token in your account settings (API access) and paste it into the credential.',
		);
	}
	if (!/^[\x21-\x7e]+$/.test(token)) {
		throw new InputFailure(
			'The API Token of the credential contains a space or a character that no token has',
			'Copy the token again, complete and by itself, and paste it into the credential.',
		);
	}
	return token;
}

/**
 * Adds the token to a request, but only if it goes to one of the credential's own addresses: n8n's HTTP Request
 * node can use the credential too, with any address.
 *
 * @throws InputFailure before anything is sent
 */
export function authorize(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const { baseUrl, assistantTools, mcpUrl, apiToken } = credentials;
	const addresses = [checkedAddress(baseUrl, 'Base URL')];
	if (assistantTools === true && typeof mcpUrl === 'string' && mcpUrl.trim() !== '') {
		addresses.push(checkedAddress(mcpUrl, 'MCP URL'));
	}
	const target = new URL(request.url, request.baseURL);
	if (!addresses.some((address) => new URL(address).origin === target.origin)) {
		throw new InputFailure(
			'The token of this credential is only sent to the address of the service',
			'Use an address that starts with the Base URL of the credential.',
		);
	}
	return {
		...request,
		sendCredentialsOnCrossOriginRedirect: false,
		headers: { ...request.headers, Authorization: `Bearer ${checkedToken(apiToken)}` },
	};
}
