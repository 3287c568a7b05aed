import { createHash } from 'crypto';

import { checkedAddress, type AddressName } from './address';
import { checkedToken } from './authorize';
import type { CredentialType, RequestFunctions } from './n8nContext';
import { type Pacer, pacerFor } from './rateLimit';

/** One credential in one n8n context: what every call to the service needs. */
export interface Connection {
	functions: RequestFunctions;
	/** Undefined for an address that wants no credential, but the header of a ticket. */
	credentialType: CredentialType | undefined;
	/** `{base_url}` without a trailing slash, or the address of another endpoint. */
	baseUrl: string;
	/** The credential's field that holds the address. */
	addressName: AddressName;
	pacer: Pacer;
	/** Aborts when the workflow is cancelled; undefined where n8n has no such signal. */
	signal: AbortSignal | undefined;
	/** Takes the token out of a text that the service or a proxy sent, if it has that many signs. */
	redact(text: string, fewestSigns?: number): string;
}

/**
 * @throws InputFailure when the credential's address is unusable; nothing is sent then
 */
export async function connect(functions: RequestFunctions): Promise<Connection> {
	const credential = await functions.getCredentials('socialPublishingApi');
	const apiToken = checkedToken(credential.apiToken);
	const baseUrl = checkedAddress(credential.baseUrl, 'Base URL');
	return {
		functions,
		credentialType: 'socialPublishingApi',
		baseUrl,
		addressName: 'Base URL',
		pacer: pacerFor(createHash('sha256').update(`${baseUrl} ${apiToken}`).digest('hex')),
		signal: cancelSignal(functions),
		redact: redactor(apiToken),
	};
}

export function redactor(secret: string): Connection['redact'] {
	return (text, fewestSigns = 1) =>
		secret.length < fewestSigns ? text : text.replaceAll(secret, '***');
}

/** The signal exists in execution contexts only. */
export function cancelSignal(functions: RequestFunctions): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in functions ? functions.getExecutionCancelSignal() : undefined;
}
