import type { Request } from 'express';

export function originOf(request: Request): string {
	return `${request.protocol}://${request.get('host')}`;
}

/** Where a client that was refused learns who gives out access (RFC 9728). */
export function resourceMetadataUrl(request: Request): string {
	return `${originOf(request)}/.well-known/oauth-protected-resource${request.path}`;
}
