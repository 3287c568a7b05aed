import type { Request } from 'express';

/** The only scope: an authorized application may do everything. */
export const SCOPE = 'full_access';

export function originOf(request: Request): string {
	return `${request.protocol}://${request.get('host')}`;
}

/** Where an unauthorized client finds the authorization server (RFC 9728). */
export function resourceMetadataUrl(request: Request): string {
	return `${originOf(request)}/.well-known/oauth-protected-resource${request.path}`;
}

export function resourceMetadata(request: Request, resourcePath: string) {
	const origin = originOf(request);
	return {
		resource: `${origin}${resourcePath}`,
		authorization_servers: [origin],
		scopes_supported: [SCOPE],
		bearer_methods_supported: ['header'],
		resource_name: 'Social Publishing Service',
	};
}

/** Authorization server metadata (RFC 8414). */
export function serverMetadata(request: Request) {
	const issuer = originOf(request);
	return {
		issuer,
		authorization_endpoint: `${issuer}/oauth/authorize`,
		token_endpoint: `${issuer}/oauth/token`,
		registration_endpoint: `${issuer}/oauth/register`,
		revocation_endpoint: `${issuer}/oauth/revoke`,
		scopes_supported: [SCOPE],
		response_types_supported: ['code'],
		grant_types_supported: ['authorization_code', 'refresh_token'],
		code_challenge_methods_supported: ['S256'],
		token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
	};
}
