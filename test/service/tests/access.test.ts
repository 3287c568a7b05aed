import { startService, type RunningService } from '..';
import { Client, data, refusal } from './client';

let service: RunningService;
let client: Client;

beforeEach(async () => {
	service = await startService();
	client = new Client(service);
});
afterEach(async () => await service.close());

describe('tokens', () => {
	test('name their owner and the workspaces they open', async () => {
		const me = data(await client.get('/me'));
		expect(me).toMatchObject({
			name: 'Ada Example',
			credential: { name: 'Ready token', expires_at: null },
			workspaces: [{ name: 'Bakery' }, { name: 'Side project' }],
		});
	});

	test('that are missing, wrong, revoked or expired give 401', async () => {
		const missing = await client.get('/me', { headers: { Authorization: '' } });
		expect(refusal(missing)).toEqual([401, 'authentication_required']);
		expect(missing.headers.get('www-authenticate')).toBe('Bearer');
		expect(refusal(await client.get('/me', { token: 'wrong' }))).toEqual([401, 'token_invalid']);

		const revoked = service.createToken();
		service.revokeToken(revoked);
		expect(refusal(await client.get('/me', { token: revoked }))).toEqual([401, 'token_revoked']);

		const expiring = service.createToken({ expiresInMs: 60_000 });
		expect((await client.get('/me', { token: expiring })).status).toBe(200);
		await service.clock.advance(60_000);
		expect(refusal(await client.get('/me', { token: expiring }))).toEqual([401, 'token_expired']);
	});

	test('are never accepted in the address', async () => {
		const answer = await client.get(`/me?token=${service.token}`, {
			headers: { Authorization: '' },
		});
		expect(answer.status).toBe(401);
	});
});

describe('entitlement', () => {
	test('an inactive add-on or plan gives 403, and access comes back with it', async () => {
		service.setEntitlement({ addOnActive: false });
		expect(refusal(await client.get('/me'))).toEqual([403, 'addon_required']);
		service.setEntitlement({ addOnActive: true, planActive: false });
		expect(refusal(await client.get('/me'))).toEqual([403, 'plan_inactive']);
		service.setEntitlement({ planActive: true });
		expect((await client.get('/me')).status).toBe(200);
	});

	test("another owner's workspace gives 403, none at all 404", async () => {
		const foreign = await client.get(`${client.workspace('Foreign')}/posts`);
		expect(refusal(foreign)).toEqual([403, 'access_denied']);
		expect(refusal(await client.get('/workspaces/none/posts'))).toEqual([404, 'not_found']);
		service.setAccess('Bakery', false);
		expect((await client.get(`${client.workspace('Bakery')}/posts`)).status).toBe(403);
	});
});

describe('rate limits', () => {
	test('60 in any minute per credential, told in every answer', async () => {
		const first = await client.get('/me');
		expect(first.headers.get('ratelimit-limit')).toBe('60');
		expect(first.headers.get('ratelimit-remaining')).toBe('59');
		await service.clock.advance(20_000);
		for (let count = 2; count <= 60; count++) await client.get('/me');
		const refused = await client.get('/me');
		expect(refusal(refused)).toEqual([429, 'rate_limited']);
		expect(refused.headers.get('ratelimit-remaining')).toBe('0');
		const wait = Number(refused.headers.get('retry-after'));
		expect(wait).toBeGreaterThan(30);
		expect(wait).toBeLessThanOrEqual(40);

		await service.clock.advance(wait * 1000);
		expect((await client.get('/me')).status).toBe(200);
		expect((await client.get('/me')).status).toBe(429);
	});

	test('180 per user over all of their credentials', async () => {
		const statuses: number[] = [];
		for (const token of [1, 2, 3, 4].map(() => service.createToken())) {
			for (let count = 0; count < 50; count++) {
				statuses.push((await client.get('/me', { token })).status);
			}
		}
		expect(statuses.filter((status) => status === 200)).toHaveLength(180);
		const another = service.createToken({ user: 'Somebody Else' });
		expect((await client.get('/me', { token: another })).status).toBe(200);
	});
});

describe('strictness', () => {
	test('unknown routes, and known ones written otherwise, give 404 in the envelope', async () => {
		for (const path of ['/nothing', '/me/', '/ME', `${client.workspace()}/posts/`]) {
			const answer = await client.get(path);
			expect(refusal(answer)).toEqual([404, 'route_not_found']);
			expect(answer.body.request_id).toMatch(/^req_/);
		}
		expect((await client.send('PUT', '/me')).status).toBe(404);
		expect((await client.get('/%E0%A4%A')).status).toBe(404);
	});

	test('unknown query parameters and body fields are named', async () => {
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

	test('bodies must be JSON objects, and called so', async () => {
		const path = `${client.workspace()}/posts/validate`;
		expect((await client.send('POST', path, { body: [] })).status).toBe(400);
		expect((await client.send('POST', path)).status).toBe(400);
		const headers = { 'Content-Type': 'text/plain' };
		expect((await client.send('POST', path, { body: {}, headers })).status).toBe(415);
	});
});
