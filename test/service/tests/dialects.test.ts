import { dialects, type Dialect } from '..';
import { Client, data, etag, refusal } from './client';
import { jpeg } from './mediaFiles';

const client = new Client();

async function speak(dialect: Partial<Dialect>): Promise<void> {
	await client.open({ dialect });
}
afterEach(async () => await client.close());

async function uploaded() {
	const bytes = await jpeg().toBuffer();
	const media = `${client.workspace()}/media`;
	const body = { name: 'x', type: 'image/jpeg', size: bytes.length };
	const begun = data(await client.send('POST', `${media}/uploads`, { body }));
	const id = String(begun['media_id'] ?? begun.id);
	const part = await client.send('PUT', `${media}/${id}/parts/1`, { body: bytes });
	const exact = String(data(part)['etag'] ?? etag(part));
	const parts = { parts: [{ number: 1, etag: exact }] };
	const complete = async () =>
		await client.send('POST', `${media}/${id}/complete`, { body: parts });
	await complete();
	await client.service.clock.advance(1_000);
	return { begun, part, again: await complete(), item: data(await client.get(`${media}/${id}`)) };
}

describe('the second dialect', () => {
	beforeEach(async () => await speak(dialects.second));

	test('has other names and places for the fields of uploads', async () => {
		const { begun, part, again, item } = await uploaded();
		expect(begun).toEqual({ media_id: expect.any(String), part_size: expect.any(Number) });
		expect(data(part)).toEqual({ number: 1 });
		expect(item).toMatchObject({ ready: true });
		expect(item).not.toHaveProperty('status');
		expect(data(again)).toEqual(item);
	});

	test('has other names and shapes for posts', async () => {
		const path = `${client.workspace()}/posts`;
		const body = {
			text: 'x',
			destinations: [{ account_id: client.service.accountId('Always fails') }],
		};
		const created = await client.command('POST', path, body);
		expect([created.status, created.headers.get('etag')]).toEqual([200, null]);
		expect(data(created)).not.toHaveProperty('status');
		const post = client.post(data(created).id);
		await client.publish(post, etag(await client.get(post)));
		await client.service.clock.advance(1_000);
		const failed = { outcome: { status: 'failed', error: { code: 'platform_rejected' } } };
		const read = await client.get(post);
		expect(data(read)).toMatchObject({ destinations: [failed] });
		const [listed] = data(await client.get(path)).items;
		expect(listed).toMatchObject({ etag: etag(read) });
		const retried = await client.command(
			'POST',
			`${client.workspace()}/destinations/${client.service.state.posts.get(data(read).id)?.destinations[0]?.id}/retry`,
		);
		expect(data(retried)).toMatchObject({
			post_id: data(created).id,
			outcome: { status: 'publishing' },
		});
		expect(data(await client.get(path))).not.toHaveProperty('next_cursor');
	});

	test('has other responses to deletions, webhooks and capabilities', async () => {
		const events = ['post.created'];
		const url = 'https://93.184.216.34/x';
		const hooks = `${client.workspace()}/webhooks`;
		const hook = data(await client.send('POST', hooks, { body: { url, events } }));
		expect(hook).toMatchObject({ active: true });
		const off = await client.send('PATCH', `${hooks}/${hook.id}`, { body: { active: false } });
		expect(data(off)).toMatchObject({ active: false });
		const enabled = { body: { enabled: false } };
		expect((await client.send('PATCH', `${hooks}/${hook.id}`, enabled)).status).toBe(400);
		const gone = await client.send('DELETE', `${hooks}/${hook.id}`);
		expect([gone.status, data(gone)]).toEqual([200, { id: hook.id, deleted: true }]);
		const capabilities = data(await client.get(`${client.workspace()}/capabilities`));
		expect(capabilities['image']).toEqual({ maxWidth: 2048, maxHeight: 2048, quality: 85 });
	});

	test('has other shapes of errors', async () => {
		expect(refusal(await client.get(client.post('none')))).toEqual([404, 'resource_missing']);
		const bad = await client.get(`${client.workspace()}/posts?limit=0&page=1`);
		expect(refusal(bad)).toEqual([400, 'invalid_request']);
		expect(bad.body.error?.details).toEqual({ page: 'unknown query parameter' });
		const body = { destinations: [{ account_id: 'x' }] };
		const posts = `${client.workspace()}/posts`;
		expect((await client.send('POST', posts, { body })).status).toBe(422);
		const refresh = `${client.workspace()}/accounts/${client.service.accountId('Slow')}/statistics/refresh`;
		await client.send('POST', refresh);
		const startMs = Date.now();
		const guarded = await client.send('POST', refresh);
		expect(refusal(guarded)).toEqual([429, 'refresh_too_soon']);
		const retryAtMs = Date.parse(String(guarded.headers.get('retry-after')));
		expect(retryAtMs).toBeGreaterThanOrEqual(startMs + 300_000);
		expect(retryAtMs).toBeLessThanOrEqual(Date.now() + 301_000);
		client.service.setEntitlement({ addOnActive: false });
		expect(refusal(await client.get('/me'))).toEqual([403, 'addon_required']);
	});
});

describe('single differences between dialects', () => {
	test.each([
		['readiness', { readiness: 'ready' }],
		['state', { state: 'ready' }],
	] as const)('a media item reports its readiness as %s', async (readiness, expected) => {
		await speak({ readiness });
		expect((await uploaded()).item).toMatchObject(expected);
	});

	test('the ETag of a part is only in the body', async () => {
		await speak({ partEtag: 'body' });
		const { part, item } = await uploaded();
		expect(part.headers.get('etag')).toBeNull();
		expect(item).toMatchObject({ status: 'ready' });
	});

	test('an outcome is a string, and a deletion returns no data', async () => {
		await speak({ destinationOutcome: 'outcome', deleteResponse: 'noData' });
		const { answer, path } = await client.draft(['Slow']);
		expect(data(answer)).toMatchObject({ destinations: [{ outcome: 'draft' }] });
		const gone = await client.send('DELETE', path);
		expect([gone.status, gone.body]).toEqual([200, { request_id: expect.any(String) }]);
	});

	test('texts and options are kept in another form', async () => {
		await speak({
			keptText: (text) => text.trim(),
			keptOptions: (options) => ({ audience: 'everybody', ...options }),
		});
		const account_id = client.service.accountId('Slow');
		const { path, answer } = await client.draft(['Slow'], { text: 'Fresh bread ' });
		const created = [{ text: null, options: { audience: 'everybody' } }];
		expect(data(answer)).toMatchObject({ text: 'Fresh bread', destinations: created });

		const destinations = [{ account_id, text: ' Cake', options: { audience: 'friends' } }];
		const headers = { 'If-Match': etag(answer) };
		const edited = await client.send('PATCH', path, { body: { destinations }, headers });
		const kept = [{ text: 'Cake', options: { audience: 'friends' } }];
		expect(data(edited)).toMatchObject({ destinations: kept });
	});

	test('a cancelled post has the status "cancelled" and can be scheduled again', async () => {
		await speak({ cancelledStatus: 'cancelled' });
		const { path, answer } = await client.draft(['Slow']);
		const { clock } = client.service;
		const body = { scheduled_at: clock.iso(clock.now() + 3_600_000) };
		const schedule = async (revision: string) =>
			await client.command('POST', `${path}/schedule`, body, { 'If-Match': revision });
		await schedule(etag(answer));
		const cancelled = await client.command('POST', `${path}/cancel`);
		expect(data(cancelled)).toMatchObject({ status: 'cancelled', scheduled_at: null });
		expect(data(await schedule(etag(cancelled)))).toMatchObject({ status: 'scheduled' });
	});

	test('a cursor is a number of records, so a new record moves the pages', async () => {
		await speak({ cursors: 'offset' });
		const ids: unknown[] = [];
		for (let nth = 0; nth < 3; nth++) ids.unshift(data((await client.draft(['Slow'])).answer).id);
		const list = async (query: string) =>
			data(await client.get(`${client.workspace()}/posts?limit=2${query}`));
		const first = await list('');
		await client.draft(['Slow']);
		const second = await list(`&cursor=${encodeURIComponent(String(first.next_cursor))}`);
		const idsOf = ({ items }: { items: Array<{ id: string }> }) => items.map(({ id }) => id);
		expect([idsOf(first), idsOf(second)]).toEqual([ids.slice(0, 2), ids.slice(1)]);
		expect(second.next_cursor).toBeNull();
	});

	test('the same key with another If-Match is a conflict', async () => {
		await speak({ idempotencyComparesRevision: true });
		const { path, etag: revision } = await client.draft(['Slow']);
		const publish = async (current: string) =>
			await client.send('POST', `${path}/publish`, {
				body: {},
				headers: { 'Idempotency-Key': 'same', 'If-Match': current },
			});
		expect((await publish(revision)).status).toBe(202);
		expect((await publish(revision)).status).toBe(202);
		const current = etag(await client.get(path));
		expect(refusal(await publish(current))).toEqual([409, 'idempotency_conflict']);
	});
});
