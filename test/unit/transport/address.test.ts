import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import {
	checkedAddress,
	isSameAddress,
	path,
	authorize,
	checkedToken,
} from '../../../nodes/SocialPublishing/transport/address';

describe('checkedAddress', () => {
	it.each([
		['https://service.example.com/api/v1', 'https://service.example.com/api/v1'],
		[' https://service.example.com/api/v1// ', 'https://service.example.com/api/v1'],
		['HTTPS://Service.example.com:443/api/v1', 'https://service.example.com/api/v1'],
		['http://localhost:4010/api/v1', 'http://localhost:4010/api/v1'],
		['http://127.0.0.1:4010/api/v1', 'http://127.0.0.1:4010/api/v1'],
		['http://127.8.9.1/api/v1', 'http://127.8.9.1/api/v1'],
		['http://[::1]:4010/api/v1', 'http://[::1]:4010/api/v1'],
	])('accepts %j', (raw, expected) => {
		expect(checkedAddress(raw, 'Base URL')).toBe(expected);
	});

	it.each([
		['https://service.example.com', 'https://service.example.com/api/v1'],
		['https://service.example.com/', 'https://service.example.com/api/v1'],
		['https://service.example.com/api/', 'https://service.example.com/api/v1'],
		['https://example.com/publishing', 'https://example.com/publishing/api/v1'],
		['https://example.com/myapi', 'https://example.com/myapi/api/v1'],
		['service.example.com', 'https://service.example.com/api/v1'],
		['https:/service.example.com', 'https://service.example.com/api/v1'],
		[' Service.example.com/api/v1/ ', 'https://service.example.com/api/v1'],
		['service.example.com:8443', 'https://service.example.com:8443/api/v1'],
		['localhost:4010', 'http://localhost:4010/api/v1'],
		['127.0.0.1:4010/api/v1', 'http://127.0.0.1:4010/api/v1'],
		['localhost.example.com', 'https://localhost.example.com/api/v1'],
	])('completes %j to %s', (raw, expected) => {
		expect(checkedAddress(raw, 'Base URL')).toBe(expected);
	});

	it('does not add the path of the API to the MCP URL', () => {
		expect(checkedAddress('https://example.com/mcp', 'MCP URL')).toBe('https://example.com/mcp');
	});

	it.each([
		['', 'is empty'],
		[undefined, 'is empty'],
		['  ', 'is empty'],
		['my service', 'is not a web address'],
		['javascript:alert(1)', 'must start with https://'],
		['me@service.example.com', 'must not contain a user name'],
		['http://service.example.com/api/v1', 'must start with https://'],
		['http://localhost.example.com/api/v1', 'must start with https://'],
		['http://127.0.0.1.example.com', 'must start with https://'],
		['ftp://localhost/api/v1', 'must start with https://'],
		['https://me:secret@service.example.com/api/v1', 'must not contain a user name'],
		['https://me@service.example.com/api/v1', 'must not contain a user name'],
		['https://:secret@service.example.com/api/v1', 'must not contain a user name'],
		['https://service.example.com/api/v1?token=secret', 'must not contain a user name, a query'],
		['https://service.example.com/api/v1#part', 'must not contain a user name, a query'],
	])('refuses %j, because it %s', (raw, message) => {
		expect(() => checkedAddress(raw, 'Base URL')).toThrow(message);
	});
});

describe('checkedToken', () => {
	it.each([
		['', 'is empty'],
		[' \n', 'is empty'],
		[undefined, 'is empty'],
		[7, 'is empty'],
		['two words', 'contains a space or an invalid character'],
		['täken', 'contains a space or an invalid character'],
		['tokeñ', 'contains a space or an invalid character'],
		['ñtoken', 'contains a space or an invalid character'],
	])('refuses %j, because it %s', (raw, message) => {
		expect(() => checkedToken(raw)).toThrow(message);
	});
});

describe('authorize', () => {
	const withoutMcpUrl = {
		baseUrl: 'https://service.example.com/api/v1/',
		assistantTools: true,
		apiToken: ' secret\n',
	};
	const credentials = { ...withoutMcpUrl, mcpUrl: 'https://tools.example.com/mcp' };
	const send = (url: string, baseURL?: string) =>
		authorize(credentials, { url, baseURL, headers: { Accept: '*/*' } });

	it.each([
		['https://service.example.com/api/v1/me', undefined],
		['https://tools.example.com/mcp', undefined],
		['/me', 'https://service.example.com/api/v1'],
	])('adds the token to a request to an address of the credential: %s', (url, baseURL) => {
		expect(send(url, baseURL)).toMatchObject({
			headers: { Accept: '*/*', Authorization: 'Bearer secret' },
			sendCredentialsOnCrossOriginRedirect: false,
		});
	});

	it.each([
		'https://elsewhere.example.com/api/v1/me',
		'http://service.example.com/api/v1/me',
		'https://service.example.com:8443/api/v1/me',
		'https://service.example.com.elsewhere.com/me',
		'https://service.example.com@elsewhere.com/me',
	])('refuses to send the token to another address: %s', (url) => {
		expect(() => send(url)).toThrow('is only sent to the address of the service');
	});

	it('refuses to send the token to the assistant tools while they are turned off', () => {
		const request = { url: 'https://tools.example.com/mcp' };
		expect(() => authorize({ ...credentials, assistantTools: false }, request)).toThrow(
			'is only sent to the address of the service',
		);
	});

	const missing: ICredentialDataDecryptedObject[] = [{}, { mcpUrl: '' }, { mcpUrl: '  ' }];
	it.each(missing)('needs no MCP URL to send the token to the Base URL: %j', (fields) => {
		const request = { url: 'https://service.example.com/api/v1/me' };
		expect(authorize({ ...withoutMcpUrl, ...fields }, request).headers).toEqual({
			Authorization: 'Bearer secret',
		});
	});

	it('refuses to send the token without TLS', () => {
		const plain = { ...credentials, baseUrl: 'http://service.example.com/api/v1' };
		expect(() => authorize(plain, { url: 'http://service.example.com/api/v1/me' })).toThrow(
			'must start with https://',
		);
	});
});

it.each([
	['https://n8n.example.com/webhook/1', true],
	['HTTPS://N8N.example.com:443/webhook/1/', true],
	['https://n8n.example.com/webhook/2', false],
	['not an address', false],
	[undefined, false],
])('isSameAddress compares %j with the address of the webhook: %s', (address, isSame) => {
	expect(isSameAddress(address, 'https://n8n.example.com/webhook/1')).toBe(isSame);
});

it('path encodes every character of an ID, and refuses . and ..', () => {
	expect(path('posts', 'a/b c?d#e%2F+ä', 3)).toBe('/posts/a%2Fb%20c%3Fd%23e%252F%2B%C3%A4/3');
	expect(() => path('posts', '..')).toThrow('".." cannot be an ID');
	expect(() => path('posts', '.')).toThrow('"." cannot be an ID');
});
