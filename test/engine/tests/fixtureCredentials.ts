import type { IAuthenticate, ICredentialType } from 'n8n-workflow';
import { text } from './fixtures';

class FixtureApi implements ICredentialType {
	name = 'fixtureApi';

	displayName = 'Fixture API';

	properties = [text('baseUrl', { default: 'https://api.test' }), text('token')];

	authenticate: IAuthenticate = async ({ token }, request) => ({
		...request,
		headers: { ...request.headers, Authorization: `Bearer ${token}` },
	});
}

class DeclaredApi implements ICredentialType {
	name = 'declaredApi';

	displayName = 'Declared API';

	properties = [text('baseUrl'), text('token')];

	authenticate: IAuthenticate = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.token}}' } },
	};

	test = {
		request: { baseURL: '={{$credentials.baseUrl}}', url: '/me' },
		rules: [
			{
				type: 'responseCode' as const,
				properties: { value: 403, message: 'The add-on is not active' },
			},
		],
	};
}

class FixtureOAuth2Api implements ICredentialType {
	name = 'fixtureOAuth2Api';

	displayName = 'Fixture OAuth2 API';

	extends = ['oAuth2Api'];

	properties = [text('accessTokenUrl', { type: 'hidden', default: 'http://127.0.0.1/token' })];
}

export const credentialTypes = [new FixtureApi(), new DeclaredApi(), new FixtureOAuth2Api()];
