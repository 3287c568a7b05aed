import type { Request } from 'express';

/** What an application that was let in may do: everything, so there is one scope. */
export const SCOPE = 'full_access';

export function originOf(request: Request): string {
	return `${request.protocol}://${request.get('host')}`;
}

/** Where a client that was refused learns who gives out access (RFC 9728). */
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

/** RFC 8414. */
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
