import express, { type Express, type Request, type Response } from 'express';

import type { Service } from '../core/service';
import { consentPage, errorPage } from './consent';
import { Grants, OAuthError, type Application } from './grants';
import { resourceMetadata, SCOPE, serverMetadata } from './metadata';

type Fields = Record<string, string>;

/** The authorization server for applications that use the tools on behalf of a user (OAuth 2.1). */
export function mountAuthorization(resourcePath: string) {
	return (app: Express, service: Service): void => {
		const grants = new Grants(service);
		const form = express.urlencoded({ extended: false });
		for (const path of ['', resourcePath]) {
			app.get(`/.well-known/oauth-protected-resource${path}`, (request, response) => {
				response.json(resourceMetadata(request, resourcePath));
			});
		}
		app.get('/.well-known/oauth-authorization-server', (request, response) => {
			response.json(serverMetadata(request));
		});
		app.post('/oauth/register', express.json(), (request, response) => {
			sendJson(response, () => register(grants, Object(request.body)), 201);
		});
		app.get('/oauth/authorize', (request, response) => {
			sendPage(response, () => {
				const fields = textFields(request.query);
				const application = requestingApplication(grants, fields);
				response.send(consentPage(application, service.state.users.values(), fields));
			});
		});
		app.post('/oauth/authorize', form, (request, response) => {
			sendPage(response, () => response.redirect(decide(grants, textFields(request.body))));
		});
		app.post('/oauth/token', form, (request, response) => {
			sendJson(response, () => issueTokens(grants, request));
		});
		app.post('/oauth/revoke', form, (request, response) => {
			sendJson(response, () => {
				grants.revoke(textFields(request.body).token ?? '');
				return {};
			});
		});
	};
}

function register(grants: Grants, body: Record<string, unknown>) {
	const uris: unknown = body.redirect_uris;
	const redirectUris = Array.isArray(uris) ? uris.map(String) : [];
	if (redirectUris.length === 0) {
		throw new OAuthError('invalid_redirect_uri', 'Send at least one redirect URI.');
	}
	const method = String(body.token_endpoint_auth_method ?? 'client_secret_basic');
	const name = String(body.client_name ?? 'Application');
	const application = grants.register(name, redirectUris, method === 'none');
	return {
		client_id: application.id,
		client_name: application.name,
		redirect_uris: application.redirectUris,
		token_endpoint_auth_method: method,
		...(application.secret && { client_secret: application.secret, client_secret_expires_at: 0 }),
	};
}

/** The application of an authorization request; throws if the request is invalid or could be forged. */
function requestingApplication(grants: Grants, fields: Fields): Application {
	const application = grants.application(fields.client_id);
	if (!application.redirectUris.includes(fields.redirect_uri ?? '')) {
		throw new OAuthError(
			'invalid_request',
			'The redirect URI is not registered for this application.',
		);
	}
	if (fields.response_type !== 'code') {
		throw new OAuthError('unsupported_response_type', 'The only response type is code.');
	}
	if (!fields.code_challenge || fields.code_challenge_method !== 'S256') {
		throw new OAuthError('invalid_request', 'A PKCE code challenge (S256) is required.');
	}
	if (fields.scope !== undefined && !fields.scope.split(' ').includes(SCOPE)) {
		throw new OAuthError('invalid_scope', 'There is no such scope.');
	}
	return application;
}

/** Returns the URL to which the browser is redirected with the user's decision. */
function decide(grants: Grants, fields: Fields): string {
	const application = requestingApplication(grants, fields);
	const target = new URL(fields.redirect_uri ?? '');
	if (fields.state !== undefined) target.searchParams.set('state', fields.state);
	if (fields.decision !== 'allow') {
		target.searchParams.set('error', 'access_denied');
		return target.href;
	}
	const code = grants.issueCode({
		applicationId: application.id,
		userId: fields.user_id ?? '',
		redirectUri: fields.redirect_uri ?? '',
		challenge: fields.code_challenge ?? '',
	});
	target.searchParams.set('code', code);
	return target.href;
}

function issueTokens(grants: Grants, request: Request) {
	const fields = textFields(request.body);
	const application = authenticateApplication(grants, request, fields);
	switch (fields.grant_type) {
		case 'authorization_code': {
			const { code = '', redirect_uri: redirectUri = '', code_verifier: verifier = '' } = fields;
			return grants.exchange(application, code, redirectUri, verifier);
		}
		case 'refresh_token':
			return grants.refresh(application, fields.refresh_token ?? '');
		default:
			throw new OAuthError('unsupported_grant_type', 'Send a code or a refresh token.');
	}
}

/** The application of a token request; throws if a confidential client sends the wrong secret. */
function authenticateApplication(grants: Grants, request: Request, fields: Fields): Application {
	const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
	const [basicId = '', basicSecret = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':');
	const application = grants.application(fields.client_id ?? decodeURIComponent(basicId));
	const secret = fields.client_secret ?? decodeURIComponent(basicSecret);
	if (application.secret === undefined || application.secret === secret) return application;
	throw new OAuthError('invalid_client', 'The client secret is wrong.', 401);
}

function textFields(values: unknown): Fields {
	const fields: Fields = {};
	for (const [name, value] of Object.entries(Object(values))) {
		if (typeof value === 'string') fields[name] = value;
	}
	return fields;
}

function sendJson(response: Response, work: () => object, status = 200): void {
	response.set('Cache-Control', 'no-store');
	try {
		response.status(status).json(work());
	} catch (error) {
		if (!(error instanceof OAuthError)) throw error;
		response.status(error.status).json({ error: error.code, error_description: error.message });
	}
}

function sendPage(response: Response, work: () => void): void {
	try {
		work();
	} catch (error) {
		if (!(error instanceof OAuthError)) throw error;
		response.status(400).send(errorPage(error.message));
	}
}
