import nock from 'nock';

import { useNodeHarness } from '../support/nodeHarness';
import { draft } from './createRecords';

const harness = useNodeHarness();

afterEach(() => nock.cleanAll());
afterAll(() => nock.restore());

const identity = async () => (await harness.run('identity', 'get')).error;

function answer(status: number, code = 'some_code', headers: Record<string, string> = {}) {
	harness.service.faults.add({
		operation: 'get_identity',
		times: 50,
		action: { kind: 'status', when: 'before', status, code, message: 'Some words', headers },
	});
}

describe('an error response', () => {
	it.each([
		[400, 'some_code', 'the service rejected the input'],
		[401, 'token_invalid', 'the service does not accept the API token'],
		[403, 'access_denied', 'your account is not allowed to do this'],
		[403, 'addon_required', 'the API/MCP add-on of your account is not active'],
		[404, 'not_found', 'the service cannot find it'],
		[408, 'timeout', 'the service did not respond in time'],
		[409, 'conflict', 'its current state does not allow it'],
		[410, 'gone', 'the service cannot find it'],
		[413, 'payload_too_large', 'it is too large for the service'],
		[422, 'validation_failed', 'the service rejected the input'],
		[428, 'revision_required', 'the service rejected the input'],
		[500, 'internal_error', 'the service reports a server error (status 500)'],
		[503, 'internal_error', 'the service reports a server error (status 503)'],
	])('%s %s explains what happened and what to do', async (status, code, happened) => {
		answer(status, code);
		const error = await identity();
		expect(error?.message).toBe(`Could not get the current user: ${happened}`);
		expect(error?.description).toMatch(
			new RegExp(`\\(status ${status}, code ${code}, request ID req_\\w+\\)$`),
		);
		expect(error?.httpCode).toBe(String(status));
		expect(`${error?.message}${error?.description}`).not.toMatch(
			/Request failed|undefined|\[object/,
		);
	});

	it('429 with a long wait states when to try again', async () => {
		answer(429, 'rate_limited', { 'Retry-After': '900' });
		const error = await identity();
		expect(error?.message).toBe('Could not get the current user: too many requests');
		expect(error?.description).toContain('Wait 15 minutes');
		expect(harness.pauses).toEqual([]);
	});

	it('429 is retried within a time limit', async () => {
		answer(429, 'rate_limited');
		const error = await identity();
		expect(error?.httpCode).toBe('429');
		const waited = harness.pauses.reduce((sum, pause) => sum + pause, 0);
		expect(waited).toBeGreaterThan(250_000);
		expect(waited).toBeLessThanOrEqual(310_000);
	});

	it('names the fields of the node', async () => {
		harness.service.faults.add({
			operation: 'list_accounts',
			action: { kind: 'status', when: 'before', status: 403 },
		});
		const { error } = await harness.run('post', 'create', {
			text: 'Bread',
			accountIds: ['acc_none', harness.service.accountId('Slow')],
		});
		expect(error?.description).toMatch(/^'Post To' 1 → 'Account': is not an account here\. /);
	});
});

describe('a response that is not from the service', () => {
	const base = 'https://service.example.com/api/v1';
	const token = 'secret-token-1';
	const run = async (baseUrl = base) =>
		await harness.run(
			'identity',
			'get',
			{},
			{
				credentials: { socialPublishingApi: { baseUrl, apiToken: token } },
			},
		);

	it.each([
		['ENOTFOUND', 'the address of the service was not found'],
		['EAI_AGAIN', 'the address of the service was not found'],
		['ECONNREFUSED', 'nothing responds at the address of the service'],
		['CERT_HAS_EXPIRED', 'the secure connection failed'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'the secure connection failed'],
		['ETIMEDOUT', 'the service did not respond in time'],
		['ECONNRESET', 'the connection broke before the response was complete'],
	])('%s is explained in the error', async (code, happened) => {
		nock(base)
			.persist()
			.get('/me')
			.replyWithError(Object.assign(new Error(`raw ${code}`), { code }));
		const { error } = await run();
		expect(error?.message).toBe(`Could not get the current user: ${happened}`);
		expect(error?.description).toContain(`(code ${code})`);
		expect(JSON.stringify(error)).not.toContain('raw');
	});

	it.each([
		['a page of a proxy', '<html><body>Welcome</body></html>'],
		['half of a JSON text', '{ "data": { "id'],
	])('%s with status 200 is reported as a response from elsewhere', async (_name, body) => {
		nock(base).persist().get('/me').reply(200, body);
		const { error } = await run();
		expect(error?.message).toBe(
			'Could not get the current user: the response is not from the service',
		);
	});

	it('an HTML page with status 404 is reported as a response from elsewhere', async () => {
		nock(base).get('/me').reply(404, '<html><body>Not found</body></html>');
		const { error } = await run();
		expect(error?.message).toBe(
			'Could not get the current user: the response is not from the service',
		);
		expect(error?.description).toContain("Check the 'Base URL' in the credential");
	});

	it('an outage is reported with the explanation of the service', async () => {
		const body = { error: { code: 'maintenance', message: 'Back at noon' }, request_id: 'r_1' };
		nock(base).persist().get('/me').reply(503, body);
		const { error } = await run();
		expect(error?.description).toMatch(/^The service says: "Back at noon\." Try again later/);
	});

	it('an empty body with status 200 is reported as a broken connection', async () => {
		nock(base).persist().get('/me').reply(200, '');
		const { error } = await run();
		expect(error?.message).toContain('the connection broke before the response was complete');
	});

	it('a redirect is not followed and does not get the token', async () => {
		const elsewhere = nock('https://elsewhere.example.com').get('/me').reply(200, {});
		nock(base).get('/me').reply(302, '', { Location: 'https://elsewhere.example.com/me' });
		const { error } = await run();
		expect(error?.message).toBe(
			'Could not get the current user: the address redirects to another address',
		);
		expect(elsewhere.isDone()).toBe(false);
	});

	it('nothing is sent to an address with plain HTTP', async () => {
		const plain = nock('http://service.example.com').get('/api/v1/me').reply(200, {});
		const { error } = await run('http://service.example.com/api/v1');
		expect(error?.message).toBe("The 'Base URL' of the credential must start with https://");
		expect(plain.isDone()).toBe(false);
	});

	it('the token is masked in every text that contains it', async () => {
		const echo = `Bearer ${token}`;
		const body = {
			error: { code: token, message: echo, details: [{ field: 'text', message: echo }] },
			request_id: token,
		};
		nock(base).get('/me').reply(422, body);
		const { error } = await run();
		expect(error?.description).toContain("'Text': Bearer ***.");
		expect(JSON.stringify(error)).not.toContain(token);
	});

	it('the token is not saved with the execution, even if it was entered with spaces around it', async () => {
		nock(base)
			.persist()
			.get('/me')
			.replyWithError(new Error(`broken at ${token}`));
		const { run: saved } = await harness.run(
			'identity',
			'get',
			{},
			{
				credentials: { socialPublishingApi: { baseUrl: `${base}/`, apiToken: ` ${token}\n` } },
				continueOnFail: 'continueRegularOutput',
			},
		);
		expect(JSON.stringify(saved)).not.toContain(token);
	});
});

it('the token is sent in the header only', async () => {
	const { postId } = await draft(harness);
	await harness.run('post', 'publish', { postId });
	// The journal replaces the value of the header with the name of the credential.
	const { entries } = harness.service.journal;
	expect(entries.map(({ headers }) => headers.authorization)).toEqual(
		entries.map(() => 'Ready token'),
	);
	expect(JSON.stringify(entries)).not.toContain(harness.service.token);
});
