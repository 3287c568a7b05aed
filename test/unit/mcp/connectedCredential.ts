import { createHash, randomBytes } from 'node:crypto';

import type { RunningService } from '../../service';

const REDIRECT_URL = 'http://127.0.0.1:9/callback';

export const APPLICATION_NAME = 'n8n';

/** The data that n8n stores for a connected credential. Requests replace the steps in the browser. */
export async function connectedCredential(service: RunningService) {
	const { origin, mcpUrl } = service;
	const post = async (path: string, body: URLSearchParams | string, type?: string) =>
		await fetch(`${origin}${path}`, {
			method: 'POST',
			body,
			redirect: 'manual',
			...(type && { headers: { 'content-type': type } }),
		});
	const registration = JSON.stringify({
		client_name: APPLICATION_NAME,
		redirect_uris: [REDIRECT_URL],
		token_endpoint_auth_method: 'none',
	});
	const registered = await post('/oauth/register', registration, 'application/json');
	const { client_id: clientId } = Object(await registered.json());
	const verifier = randomBytes(32).toString('base64url');
	const allowed = await post(
		'/oauth/authorize',
		new URLSearchParams({
			response_type: 'code',
			client_id: clientId,
			redirect_uri: REDIRECT_URL,
			code_challenge: createHash('sha256').update(verifier).digest('base64url'),
			code_challenge_method: 'S256',
			user_id: [...service.state.users.keys()][0] ?? '',
			decision: 'allow',
		}),
	);
	const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? '';
	const answer = await post(
		'/oauth/token',
		new URLSearchParams({
			grant_type: 'authorization_code',
			client_id: clientId,
			redirect_uri: REDIRECT_URL,
			code,
			code_verifier: verifier,
		}),
	);
	return {
		mcpUrl,
		useDynamicClientRegistration: true,
		grantType: 'pkce',
		authUrl: `${origin}/oauth/authorize`,
		accessTokenUrl: `${origin}/oauth/token`,
		clientId,
		oauthTokenData: Object(await answer.json()),
	};
}
