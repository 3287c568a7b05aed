import { type FaultAction } from '..';
import { data, refusal, useClient } from './client';

const client = useClient();

const creating = (action: FaultAction) =>
	client.service.faults.add({ operation: 'create_post', action });
const body = () => ({
	text: 'x',
	destinations: [{ account_id: client.service.accountId('Slow') }],
});
const untilSilent = async () => {
	while (!client.service.journal.entries.some(({ isSilent }) => isSilent)) {
		await new Promise(setImmediate);
	}
};
const create = async (signal?: AbortSignal, key = 'key') =>
	await fetch(`${client.service.baseUrl}${client.workspace()}/posts`, {
		method: 'POST',
		headers: {
			Authorization: `Bearer ${client.service.token}`,
			'Content-Type': 'application/json',
			'Idempotency-Key': key,
		},
		body: JSON.stringify(body()),
		...(signal ? { signal } : {}),
	});

const keyed = () => ({ headers: { 'Idempotency-Key': 'another-key' }, body: body() });

describe('faults', () => {
	test('drop the connection before or after the command takes effect', async () => {
		creating({ kind: 'drop', when: 'before' });
		await expect(create()).rejects.toThrow('fetch failed');
		expect(client.service.state.posts.size).toBe(0);
		creating({ kind: 'drop', when: 'after' });
		await expect(create()).rejects.toThrow('fetch failed');
		expect(client.service.state.posts.size).toBe(1);
		expect((await create()).status).toBe(201);
		expect(client.service.state.posts.size).toBe(1);
		const seen = client.service.journal.find({ operation: 'create_post' });
		expect(seen.map(({ fault, status, replayed }) => [fault, status, replayed])).toEqual([
			['drop', undefined, undefined],
			['drop', undefined, undefined],
			[undefined, 201, true],
		]);
	});

	test.each(['before', 'after'] as const)('answer with a status %s the effect', async (when) => {
		const headers = { 'Retry-After': '7' };
		creating({ kind: 'status', when, status: 503, code: 'overloaded', headers });
		const response = await create();
		expect(response.status).toBe(503);
		expect(response.headers.get('retry-after')).toBe('7');
		expect(await response.json()).toEqual({
			error: { code: 'overloaded', message: expect.any(String) },
			request_id: expect.any(String),
		});
		expect(client.service.state.posts.size).toBe(when === 'before' ? 0 : 1);
	});

	test('leave a list of what was done, whatever was responded', async () => {
		creating({ kind: 'drop', when: 'after' });
		await expect(create()).rejects.toThrow('fetch failed');
		await create();
		const [id] = client.service.state.posts.keys();
		expect(client.service.effects).toMatchObject([{ operation: 'create_post', id }]);
	});

	test('show a post as it was before its last change', async () => {
		const post = data(await client.send('POST', `${client.workspace()}/posts`, keyed()));
		const path = `${client.workspace()}/posts/${encodeURIComponent(post.id)}`;
		const { etag } = client.service.state.posts.get(post.id) ?? {};
		const headers = { 'If-Match': String(etag) };
		await client.send('PATCH', path, { headers, body: { text: 'y' } });
		client.service.faults.add({ operation: 'get_post', action: { kind: 'stale' } });
		const stale = await client.send('GET', path);
		expect([data(stale).text, stale.headers.get('etag')]).toEqual(['x', etag]);
		expect(data(await client.send('GET', path)).text).toBe('y');
	});

	test('cut the body short of its announced length', async () => {
		creating({ kind: 'cut' });
		const response = await create();
		expect(response.status).toBe(201);
		expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100);
		await expect(response.text()).rejects.toThrow();
	});

	test('stop sending in the middle of the body', async () => {
		creating({ kind: 'cut', bytes: 10, then: 'stall' });
		const abort = new AbortController();
		const response = await create(abort.signal);
		expect(response.status).toBe(201);
		const reader = response.body?.getReader();
		expect((await reader?.read())?.value).toHaveLength(10);
		const more = reader?.read();
		await untilSilent();
		abort.abort(new Error('Nothing came'));
		await expect(more).rejects.toThrow('Nothing came');
	});

	test('respond with an HTML page or an empty body', async () => {
		creating({ kind: 'html', when: 'before', status: 502 });
		const page = await create();
		expect(page.status).toBe(502);
		expect(await page.text()).toContain('<html>');
		creating({ kind: 'empty', when: 'after' });
		const empty = await create();
		expect([empty.status, await empty.text()]).toEqual([201, '']);
	});

	test('hold the response back or never send it', async () => {
		const { state } = client.service;
		let posts = 0;
		const until = async () => await Promise.resolve((posts = state.posts.size));
		for (const [when, expected] of [
			['before', 0],
			['during', 2],
			['after', 3],
		] as const) {
			creating({ kind: 'hold', when, until });
			expect((await create(undefined, when)).status).toBe(201);
			expect([when, posts]).toEqual([when, expected]);
		}
		creating({ kind: 'stall', when: 'before' });
		const abort = new AbortController();
		const never = create(abort.signal);
		await untilSilent();
		abort.abort(new Error('Nothing came'));
		await expect(never).rejects.toThrow('Nothing came');
	});

	test('apply only to the requests they are meant for', async () => {
		const action = { kind: 'status', when: 'before', status: 500 } as const;
		client.service.faults.add({ method: 'get', path: /\/accounts$/, nth: 2, times: 2, action });
		const statuses: number[] = [];
		for (let count = 0; count < 5; count++) {
			await client.get('/me');
			statuses.push((await client.get(`${client.workspace()}/accounts`)).status);
		}
		expect(statuses).toEqual([200, 500, 500, 200, 200]);
		expect(client.service.faults.pending).toBe(0);
	});
});

describe('the journal', () => {
	test('lists requests in order, without token values', async () => {
		await client.get('/me');
		await client.get(`${client.workspace()}/posts?limit=5`);
		const answer = await client.command('POST', `${client.workspace()}/posts`, body());
		expect(client.service.journal.entries).toMatchObject([
			{ sequence: 1, method: 'GET', operation: 'get_identity', route: '/me', status: 200 },
			{ operation: 'list_posts', query: { limit: '5' } },
			{
				method: 'POST',
				path: `/api/v1${client.workspace()}/posts`,
				body: { text: 'x' },
				headers: { authorization: 'Ready token', 'idempotency-key': 'key-1' },
				status: 201,
				requestId: answer.body.request_id,
			},
		]);
		await client.get('/me', { token: 'secret-of-somebody' });
		const everything = JSON.stringify(client.service.journal.entries);
		expect(everything).not.toContain(client.service.token);
		expect(everything).not.toContain('secret-of-somebody');
		expect(client.service.journal.count({ operation: 'get_identity' })).toBe(2);
		expect(client.service.journal.count({ operation: 'get_identity', status: 401 })).toBe(1);
		client.service.journal.clear();
		expect(client.service.journal.count()).toBe(0);
	});

	test('records binary bodies by size and digest', async () => {
		const { id } = data(
			await client.send('POST', `${client.workspace()}/media/uploads`, {
				body: { name: 'x', type: 'image/jpeg', size: 3 },
			}),
		);
		const part = `${client.workspace()}/media/${id}/parts/1`;
		await client.send('PUT', part, { body: Buffer.from('abc') });
		expect(client.service.journal.entries.at(-1)?.body).toEqual({
			sizeBytes: 3,
			sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
		});
	});

	test('includes refused requests', async () => {
		expect(refusal(await client.get('/nothing'))).toEqual([404, 'route_not_found']);
		expect(client.service.journal.entries).toMatchObject([
			{ path: '/api/v1/nothing', status: 404 },
		]);
	});
});
