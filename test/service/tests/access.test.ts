import { data, refusal, useClient } from './client';

const client = useClient();

describe('tokens', () => {
	test('name their owner and the workspaces they give access to', async () => {
		const me = data(await client.get('/me'));
		expect(me).toMatchObject({
			name: 'Ada Example',
			credential: { name: 'Ready token', expires_at: null },
			workspaces: [{ name: 'Bakery' }, { name: 'Side project' }],
		});
	});

	test('that are missing, wrong, revoked or expired get status 401', async () => {
		const missing = await client.get('/me', { headers: { Authorization: '' } });
		expect(refusal(missing)).toEqual([401, 'authentication_required']);
		expect(missing.headers.get('www-authenticate')).toBe('Bearer');
		expect(refusal(await client.get('/me', { token: 'wrong' }))).toEqual([401, 'token_invalid']);

		const revoked = client.service.createToken();
		client.service.revokeToken(revoked);
		expect(refusal(await client.get('/me', { token: revoked }))).toEqual([401, 'token_revoked']);

		const expiring = client.service.createToken({ expiresInMs: 60_000 });
		expect((await client.get('/me', { token: expiring })).status).toBe(200);
		await client.service.clock.advance(60_000);
		expect(refusal(await client.get('/me', { token: expiring }))).toEqual([401, 'token_expired']);
	});

	test('are never accepted in the URL', async () => {
		const answer = await client.get(`/me?token=${client.service.token}`, {
			headers: { Authorization: '' },
		});
		expect(answer.status).toBe(401);
	});
});

describe('entitlement', () => {
	test('without an active add-on or plan, requests get 403 until it is active again', async () => {
		client.service.setEntitlement({ addOnActive: false });
		expect(refusal(await client.get('/me'))).toEqual([403, 'addon_required']);
		client.service.setEntitlement({ addOnActive: true, planActive: false });
		expect(refusal(await client.get('/me'))).toEqual([403, 'plan_inactive']);
		client.service.setEntitlement({ planActive: true });
		expect((await client.get('/me')).status).toBe(200);
	});

	test("another owner's workspace gets 403, an unknown one 404", async () => {
		const foreign = await client.get(`${client.workspace('Foreign')}/posts`);
		expect(refusal(foreign)).toEqual([403, 'access_denied']);
		expect(refusal(await client.get('/workspaces/none/posts'))).toEqual([404, 'not_found']);
		client.service.setAccess('Bakery', false);
		expect((await client.get(`${client.workspace('Bakery')}/posts`)).status).toBe(403);
	});
});

describe('rate limits', () => {
	test('a credential may send 60 requests in any minute, as every response says', async () => {
		const first = await client.get('/me');
		expect(first.headers.get('ratelimit-limit')).toBe('60');
		expect(first.headers.get('ratelimit-remaining')).toBe('59');
		await client.service.clock.advance(20_000);
		for (let count = 2; count <= 60; count++) await client.get('/me');
		const refused = await client.get('/me');
		expect(refusal(refused)).toEqual([429, 'rate_limited']);
		expect(refused.headers.get('ratelimit-remaining')).toBe('0');
		const wait = Number(refused.headers.get('retry-after'));
		expect(wait).toBeGreaterThan(30);
		expect(wait).toBeLessThanOrEqual(40);

		await client.service.clock.advance(wait * 1000);
		expect((await client.get('/me')).status).toBe(200);
		expect((await client.get('/me')).status).toBe(429);
	});

	test('a user may send 180 requests with all credentials together', async () => {
		const statuses: number[] = [];
		for (const token of [1, 2, 3, 4].map(() => client.service.createToken())) {
			for (let count = 0; count < 50; count++) {
				statuses.push((await client.get('/me', { token })).status);
			}
		}
		expect(statuses.filter((status) => status === 200)).toHaveLength(180);
		const another = client.service.createToken({ user: 'Somebody Else' });
		expect((await client.get('/me', { token: another })).status).toBe(200);
	});
});

describe('strict requests', () => {
	test('unknown routes and misspelled ones get 404 in the envelope', async () => {
		for (const path of ['/nothing', '/me/', '/ME', `${client.workspace()}/posts/`]) {
			const answer = await client.get(path);
			expect(refusal(answer)).toEqual([404, 'route_not_found']);
			expect(answer.body.request_id).toMatch(/^req_/);
		}
		expect((await client.send('PUT', '/me')).status).toBe(404);
		expect((await client.get('/%E0%A4%A')).status).toBe(404);
	});

	test('unknown query parameters and body fields are named in the error', async () => {
		const query = await client.get(`${client.workspace()}/posts?page=2`);
		expect(refusal(query)).toEqual([422, 'validation_failed']);
		expect(query.body.error?.details).toEqual([
			{ field: 'page', message: 'unknown query parameter' },
		]);
		const body = { text: 'x', destinations: [{ account_id: 'x', txt: 'y' }] };
		const fields = await client.command('POST', `${client.workspace()}/posts`, body);
		expect(fields.body.error?.details).toEqual([
			{ field: 'destinations.0.txt', message: 'unknown' },
		]);
		const path = await client.command('POST', `${client.workspace()}/posts`, { ...body, id: 'x' });
		expect(path.status).toBe(422);
	});

	test('a body must be a JSON object and declared as JSON', async () => {
		const path = `${client.workspace()}/posts/validate`;
		expect((await client.send('POST', path, { body: [] })).status).toBe(400);
		expect((await client.send('POST', path)).status).toBe(400);
		const headers = { 'Content-Type': 'text/plain' };
		expect((await client.send('POST', path, { body: {}, headers })).status).toBe(415);
	});
});
