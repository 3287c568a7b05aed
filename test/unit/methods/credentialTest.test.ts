import nock from 'nock';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { testCredential } from '../../engine';
import { startService, type RunningService } from '../../service';

let service: RunningService;

beforeAll(async () => {
	service = await startService();
});
afterAll(async () => {
	await service.close();
	nock.restore();
});
afterEach(() => nock.cleanAll());

async function test(data: { baseUrl?: string; apiToken?: string } = {}) {
	return await testCredential({
		type: 'socialPublishingApi',
		data: { baseUrl: service.baseUrl, apiToken: service.token, ...data },
		nodeType: new SocialPublishing(),
	});
}

it('a valid token is reported', async () => {
	expect(await test()).toEqual({ status: 'OK', message: 'The token works' });
	expect(await test({ baseUrl: `${service.baseUrl}/` })).toMatchObject({ status: 'OK' });
	expect(await test({ apiToken: ` ${service.token}\n` })).toMatchObject({ status: 'OK' });
});

it('an account without the add-on is reported', async () => {
	service.setEntitlement({ addOnActive: false });
	expect((await test()).message).toMatch(/^The API\/MCP add-on of your account is not active\./);
	service.setEntitlement({ addOnActive: true });
});

it.each([
	['a wrong token', { apiToken: 'guess' }, /^The service does not accept the API token\. Check/],
	['no token', { apiToken: ' ' }, /^The 'API Token' of the credential is empty\. /],
	[
		'plain HTTP',
		{ baseUrl: 'http://example.com/api/v1' },
		/must start with https:\/\/\. Nothing was sent\. Open the/,
	],
	[
		'no address',
		{ baseUrl: '' },
		/^The 'Base URL' of the credential is empty\. Nothing was sent\. Open/,
	],
	['nobody there', { baseUrl: 'http://127.0.0.1:9/api/v1' }, /^Nothing responds at the address/],
])('%s is an error with advice', async (_name, data, message) => {
	const result = await test(data);
	expect(result.status).toBe('Error');
	expect(result.message).toMatch(message);
});

it('an address without the path of the API is completed and accepted', async () => {
	expect(await test({ baseUrl: service.origin })).toMatchObject({ status: 'OK' });
});

it('an address with another path is reported', async () => {
	const result = await test({ baseUrl: `${service.origin}/other` });
	expect(result.message).toMatch(/^The response is not from the service\. .+ends in \/api\/v1/);
});

it.each([
	[200, '<html></html>', /^The response is not from the service/],
	[302, '', /^The address redirects\./],
	[500, '', /^The service reports a server error \(status 500\)\./],
])('a response with status %s and body "%s" is explained', async (status, body, message) => {
	nock('https://service.example.com').get('/api/v1/me').reply(status, body);
	const result = await test({ baseUrl: 'https://service.example.com/api/v1' });
	expect(result.message).toMatch(message);
	expect(result.message).not.toContain(service.token);
});

it.each([
	[undefined, 'Wait a minute'],
	['30', 'Wait 30 seconds'],
])('a used-up rate limit is not reported as wrong input (Retry-After: %s)', async (after, wait) => {
	nock('https://service.example.com')
		.get('/api/v1/me')
		.reply(
			429,
			{ error: { code: 'rate_limited' } },
			after === undefined ? {} : { 'Retry-After': after },
		);
	const result = await test({ baseUrl: 'https://service.example.com/api/v1' });
	expect(result).toEqual({
		status: 'Error',
		message: `Too many requests. ${wait} and try again. All tools that use this token share one limit.`,
	});
});
