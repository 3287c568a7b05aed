import { notFound, ServiceError } from './errors';
import type { Credential, Workspace } from './records';
import type { Service } from './service';

type AccessRules = Pick<Service, 'clock' | 'state'>;

/** Returns the credential of an Authorization header; throws 401 if there is none. */
export function authenticate(service: AccessRules, authorization: string | undefined): Credential {
	const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
	if (!token) {
		throw new ServiceError(401, 'authentication_required', 'Send an API token as a bearer token.');
	}
	const credential = service.state.credentialOf(token);
	if (!credential) throw new ServiceError(401, 'token_invalid', 'The token is not valid.');
	if (credential.revoked) throw new ServiceError(401, 'token_revoked', 'The token was revoked.');
	if (isExpired(service, credential)) {
		throw new ServiceError(401, 'token_expired', 'The token has expired.');
	}
	return credential;
}

function isExpired({ clock }: AccessRules, { expiresAtMs }: Credential): boolean {
	return expiresAtMs !== null && expiresAtMs <= clock.now();
}

/** Throws 403 unless the owner has a paid plan and the API/MCP add-on. */
export function requireEntitlement({ state }: AccessRules, credential: Credential): void {
	const user = state.userOf(credential);
	if (!user.planActive)
		throw new ServiceError(403, 'plan_inactive', 'The paid plan is not active.');
	if (!user.addOnActive) {
		throw new ServiceError(403, 'addon_required', 'The API/MCP add-on is not active.');
	}
}

/** Returns the workspace; throws 404 if it does not exist, 403 if the user has no access to it. */
export function requireWorkspace(
	{ state }: AccessRules,
	credential: Credential,
	workspaceId: string,
): Workspace {
	const workspace = state.workspaces.get(workspaceId);
	if (!workspace) throw notFound('workspace');
	if (!workspace.userIds.has(credential.userId)) {
		throw new ServiceError(403, 'access_denied', 'This account has no access to the workspace.');
	}
	return workspace;
}

/** Why the credential cannot access the workspace at present; undefined if it can. */
export function suspension(
	service: AccessRules,
	credential: Credential | undefined,
	workspaceId: string,
): string | undefined {
	if (!credential || credential.revoked || isExpired(service, credential)) return 'access_revoked';
	try {
		requireEntitlement(service, credential);
		requireWorkspace(service, credential, workspaceId);
	} catch (error) {
		if (error instanceof ServiceError) return error.code;
		throw error;
	}
	return undefined;
}
