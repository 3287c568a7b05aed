import nock from 'nock';
import { testCredential } from '..';
import { credentialTypes } from './fixtureCredentials';
import { requester } from './fixtures';

afterEach(() => nock.cleanAll());
afterAll(() => nock.restore());

describe('a test request that the credential declares', () => {
	const baseUrl = 'https://declared.test';
	const test = async (service = baseUrl) =>
		await testCredential({
			type: 'declaredApi',
			data: { baseUrl: service, token: 't' },
			credentialTypes,
		});

	it('succeeds if the service accepts the authenticated request', async () => {
		nock(baseUrl, { reqheaders: { authorization: 'Bearer t' } })
			.get('/me')
			.reply(200, {});
		expect(await test()).toEqual({ status: 'OK', message: 'Connection successful!' });
	});

	it.each([
		[403, 'The add-on is not active'],
		[401, 'Unauthorized'],
	])('fails with a message for status %d', async (status, message) => {
		nock(baseUrl).get('/me').times(2).reply(status, {});
		const result = await test();
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(message);
	});

	it('fails with a message if the service cannot be reached', async () => {
		const nobodyListens = 'http://127.0.0.1:1';
		expect(await test(nobodyListens)).toEqual({ status: 'Error', message: 'ECONNREFUSED' });
	});
});

it('the engine calls the test method of the node, with the defaults of the credential filled in', async () => {
	const test = async (token: string) =>
		await testCredential({
			type: 'fixtureApi',
			data: { token },
			nodeType: requester,
			credentialTypes,
		});
	expect(await test('secret')).toEqual({
		status: 'OK',
		message: 'Welcome to https://api.test',
	});
	expect(await test('guess')).toEqual({ status: 'Error', message: 'The token is wrong' });
});

it('the engine considers an OAuth 2.0 credential valid once it is connected', async () => {
	const setup = { type: 'fixtureOAuth2Api', nodeType: requester, credentialTypes };
	expect(await testCredential({ ...setup, data: {} })).toMatchObject({ status: 'Error' });
	const oauthTokenData = { access_token: 'a' };
	expect(await testCredential({ ...setup, data: { oauthTokenData } })).toMatchObject({
		status: 'OK',
	});
});

it('the engine fails with a message if there is no test', async () => {
	const result = await testCredential({ type: 'fixtureApi', data: {}, credentialTypes });
	expect(result.message).toBe('No testing function found for this credential.');
});
