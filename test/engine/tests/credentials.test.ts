import nock from 'nock';
import { runNode } from '..';
import { credentialTypes } from './fixtureCredentials';
import { requester } from './fixtures';

afterEach(() => nock.cleanAll());
afterAll(() => nock.restore());

const service = 'https://api.test';
const url = `${service}/me`;

it('the engine authenticates with the function of the credential', async () => {
	nock(service, { reqheaders: { authorization: 'Bearer secret' } })
		.get('/me')
		.reply(200, { id: 1 });
	const { items, error } = await runNode({
		nodeType: requester,
		parameters: { url },
		credentials: { fixtureApi: { token: 'secret' } },
		credentialTypes,
	});
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ statusCode: 200, body: { id: 1 } });
});

it('the engine authenticates as the credential declares it', async () => {
	nock(service, { reqheaders: { authorization: 'Bearer declared' } })
		.get('/me')
		.reply(200, {});
	const { items } = await runNode({
		nodeType: requester,
		parameters: { url, credential: 'declaredApi' },
		credentials: { declaredApi: { token: '={{ "decl" + "ared" }}' } },
		credentialTypes,
	});
	expect(items[0]?.json).toMatchObject({ statusCode: 200 });
});

it('the engine signs with an OAuth 2.0 token, renews it after a refusal, and keeps the new one', async () => {
	nock(service, { reqheaders: { authorization: 'Bearer old' } })
		.get('/me')
		.reply(401);
	nock('http://127.0.0.1')
		.post('/token', /grant_type=refresh_token/)
		.reply(200, { access_token: 'new', token_type: 'Bearer', refresh_token: 'next' });
	nock(service, { reqheaders: { authorization: 'Bearer new' } })
		.get('/me')
		.reply(200, {});
	const fixtureOAuth2Api = {
		clientId: 'n8n',
		clientSecret: 'hidden',
		oauthTokenData: { access_token: 'old', token_type: 'Bearer', refresh_token: 'first' },
	};
	const { items, error } = await runNode({
		nodeType: requester,
		parameters: { url, credential: 'fixtureOAuth2Api' },
		credentials: { fixtureOAuth2Api },
		credentialTypes,
	});
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ statusCode: 200 });
	expect(fixtureOAuth2Api.oauthTokenData).toMatchObject({
		access_token: 'new',
		refresh_token: 'next',
	});
});

it('the engine fails with n8n’s message if no credential is selected', async () => {
	const { error } = await runNode({ nodeType: requester, parameters: { url }, credentialTypes });
	expect(error?.message).toBe('Node does not require credentials');
});
