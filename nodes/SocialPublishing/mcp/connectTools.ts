import { InputFailure } from '../shared/failure';
import { readRecord, textOf } from '../shared/json';
import { checkedAddress } from '../transport/address';
import {
	cancelSignal,
	connect,
	redactor,
	type Connection,
	type RequestFunctions,
	rateLimiterFor,
} from '../transport/connection';

/**
 * Connects to the MCP endpoint of the credential.
 *
 * @param authentication value of the Authentication field
 * @throws InputFailure if the credential cannot be used; nothing has been sent
 */
export async function connectTools(
	functions: RequestFunctions,
	authentication: unknown,
): Promise<Connection> {
	return authentication === 'oAuth2'
		? await connectByOAuth(functions)
		: await connectByToken(functions);
}

async function connectByToken(functions: RequestFunctions): Promise<Connection> {
	const connection = await connect(functions);
	const { assistantTools, mcpUrl } = await functions.getCredentials('socialPublishingApi');
	if (assistantTools !== true) {
		throw new InputFailure(
			'The assistant tools are turned off in the credential',
			"Open the credential, turn on 'Assistant Tools' and enter the 'MCP URL'. While 'Assistant Tools' is off, a saved 'MCP URL' is ignored.",
		);
	}
	if (textOf(mcpUrl) === undefined) {
		throw new InputFailure(
			"The credential has no 'MCP URL'",
			'The assistant tools have their own address. Open the credential and enter it.',
		);
	}
	return { ...connection, ...endpoint(mcpUrl) };
}

async function connectByOAuth(functions: RequestFunctions): Promise<Connection> {
	const credentialType = 'socialPublishingOAuth2Api';
	const { mcpUrl, oauthTokenData } = await functions.getCredentials(credentialType);
	const target = endpoint(mcpUrl);
	const token = readAccessToken(oauthTokenData);
	if (token === undefined) {
		throw new InputFailure(
			'The credential is not connected to the service',
			'Open the credential, connect it and allow access.',
		);
	}
	const id = functions.getNode().credentials?.[credentialType]?.id ?? '';
	const redactors = new Map([[token, redactor(token)]]);
	return {
		...target,
		functions,
		credentialType,
		rateLimiter: rateLimiterFor(JSON.stringify([target.baseUrl, id])),
		signal: cancelSignal(functions),
		redact: (text, minimumLength) =>
			[...redactors.values()].reduce((clean, redact) => redact(clean, minimumLength), text),
		async learnToken() {
			// A failure here must not lose the response that has already arrived.
			const now = await functions.getCredentials(credentialType).catch(() => undefined);
			const renewed = readAccessToken(now?.oauthTokenData);
			if (renewed !== undefined) redactors.set(renewed, redactor(renewed));
		},
	};
}

function endpoint(mcpUrl: unknown): Pick<Connection, 'baseUrl' | 'addressName'> {
	const address = checkedAddress(mcpUrl, 'MCP URL');
	// Some endpoints exist only with a trailing slash, which checkedAddress removes.
	const hasTrailingSlash = textOf(mcpUrl)?.trim().endsWith('/');
	return { baseUrl: hasTrailingSlash ? `${address}/` : address, addressName: 'MCP URL' };
}

function readAccessToken(tokenData: unknown): string | undefined {
	return textOf(readRecord(tokenData).access_token);
}
