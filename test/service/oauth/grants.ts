import { createHash, randomBytes } from 'node:crypto';

import type { Credential } from '../core/records';
import type { Service } from '../core/service';

const CODE_LIFE_MS = 60_000;

/** An application that has registered itself (RFC 7591). */
export interface Application {
	id: string;
	name: string;
	redirectUris: string[];
	/** Undefined for a public client, which only uses PKCE. */
	secret: string | undefined;
}

/** What an authorization code stands for until it is exchanged for tokens. */
interface AuthorizationCode {
	applicationId: string;
	userId: string;
	redirectUri: string;
	/** PKCE challenge, method S256. */
	challenge: string;
	expiresAtMs: number;
}

/** An error response of RFC 6749. */
export class OAuthError extends Error {
	constructor(
		readonly code: string,
		message: string,
		readonly status = 400,
	) {
		super(message);
		this.name = 'OAuthError';
	}
}

const secretOf = (prefix: string) => `${prefix}_${randomBytes(24).toString('base64url')}`;

/** Applications and their authorizations. Access tokens are credentials like any other. */
export class Grants {
	private readonly applications = new Map<string, Application>();
	private readonly codes = new Map<string, AuthorizationCode>();
	private readonly refreshTokens = new Map<
		string,
		{ applicationId: string; credentialId: string }
	>();

	constructor(private readonly service: Service) {}

	register(name: string, redirectUris: string[], isPublic: boolean): Application {
		const secret = isPublic ? undefined : secretOf('secret');
		const application = { id: secretOf('app'), name, redirectUris, secret };
		this.applications.set(application.id, application);
		return application;
	}

	application(id: string | undefined): Application {
		const application = this.applications.get(id ?? '');
		if (application) return application;
		throw new OAuthError('invalid_client', 'The application is not registered.', 401);
	}

	/** Issues the code that the browser passes to the application. */
	issueCode(authorization: Omit<AuthorizationCode, 'expiresAtMs'>): string {
		const code = secretOf('code');
		this.codes.set(code, {
			...authorization,
			expiresAtMs: this.service.clock.now() + CODE_LIFE_MS,
		});
		return code;
	}

	/** Exchanges a code for tokens; a code works once. */
	exchange(application: Application, code: string, redirectUri: string, verifier: string) {
		const authorization = this.codes.get(code);
		this.codes.delete(code);
		const challenge = createHash('sha256').update(verifier).digest('base64url');
		if (
			authorization?.applicationId !== application.id ||
			authorization.redirectUri !== redirectUri ||
			authorization.challenge !== challenge ||
			authorization.expiresAtMs <= this.service.clock.now()
		) {
			throw new OAuthError('invalid_grant', 'The code is not valid.');
		}
		const { state, clock } = this.service;
		const credential: Credential = {
			id: state.newId('credential'),
			name: application.name,
			userId: authorization.userId,
			token: '',
			createdAtMs: clock.now(),
			expiresAtMs: null,
			revoked: false,
		};
		state.credentials.set(credential.id, credential);
		return this.tokens(application, credential);
	}

	/** Exchanges a refresh token for new tokens; the old ones are no longer valid. */
	refresh(application: Application, refreshToken: string) {
		const grant = this.refreshTokens.get(refreshToken);
		const credential = this.service.state.credentials.get(grant?.credentialId ?? '');
		if (!credential || credential.revoked || grant?.applicationId !== application.id) {
			throw new OAuthError('invalid_grant', 'The access has ended or was revoked.');
		}
		this.refreshTokens.delete(refreshToken);
		return this.tokens(application, credential);
	}

	revoke(token: string): void {
		const grant = this.refreshTokens.get(token);
		const { state } = this.service;
		const credential = grant
			? state.credentials.get(grant.credentialId)
			: state.credentialOf(token);
		if (credential) credential.revoked = true;
	}

	private tokens(application: Application, credential: Credential) {
		const { clock, settings } = this.service;
		credential.token = secretOf('at');
		credential.expiresAtMs = clock.now() + settings.accessTokenLifeMs;
		const refreshToken = secretOf('rt');
		const grant = { applicationId: application.id, credentialId: credential.id };
		this.refreshTokens.set(refreshToken, grant);
		return {
			access_token: credential.token,
			token_type: 'Bearer',
			expires_in: Math.round(settings.accessTokenLifeMs / 1000),
			refresh_token: refreshToken,
		};
	}
}
