import { data, etag, refusal, useClient } from './client';

const client = useClient();

describe('idempotency', () => {
	const post = async (key: string | undefined, text: string, token?: string) =>
		await client.send('POST', `${client.workspace()}/posts`, {
			body: {
				text,
				destinations: [{ account_id: client.service.accountId('Bread on Shortpost') }],
			},
			headers: key === undefined ? {} : { 'Idempotency-Key': key },
			...(token ? { token } : {}),
		});

	test('a command without a valid key is refused', async () => {
		expect(refusal(await post(undefined, 'x'))).toEqual([400, 'idempotency_key_required']);
		expect(refusal(await post('with space', 'x'))).toEqual([400, 'idempotency_key_invalid']);
	});

	test('the same key returns the stored result for 24 hours', async () => {
		const first = data(await post('key', 'x')).id;
		await client.service.clock.advance(23 * 3_600_000);
		expect(data(await post('key', 'x')).id).toBe(first);
		expect(client.service.journal.entries.at(-1)).toMatchObject({ replayed: true });
		expect(client.service.state.posts.size).toBe(1);
		await client.service.clock.advance(2 * 3_600_000);
		expect(data(await post('key', 'x')).id).not.toBe(first);
	});

	test('the same key with other input or another command gets 409', async () => {
		const { id } = data(await post('key', 'x'));
		expect(refusal(await post('key', 'y'))).toEqual([409, 'idempotency_conflict']);
		const headers = { 'Idempotency-Key': 'key' };
		const other = await client.send('POST', `${client.post(id)}/duplicate`, { headers });
		expect(refusal(other)).toEqual([409, 'idempotency_conflict']);
	});

	test('another credential may use the same key', async () => {
		const first = data(await post('key', 'x')).id;
		expect(data(await post('key', 'y', client.service.createToken())).id).not.toBe(first);
	});

	test('the same key gets 409 while the original request is running', async () => {
		let end = () => undefined as void;
		const isOver = new Promise<void>((resolve) => (end = resolve));
		const action = { kind: 'hold', when: 'during', until: async () => await isOver } as const;
		client.service.faults.add({ operation: 'create_post', action });
		const slow = post('key', 'x');
		while (client.service.state.posts.size === 0) await new Promise(setImmediate);
		expect(refusal(await post('key', 'x'))).toEqual([409, 'idempotency_in_progress']);
		end();
		const { id } = data(await slow);
		expect(data(await post('key', 'x')).id).toBe(id);
	});

	test('the key of a refused command can be used again', async () => {
		const { path } = await client.draft(['Bread on Shortpost']);
		const send = async (revision: string) =>
			await client.send('POST', `${path}/publish`, {
				body: {},
				headers: { 'Idempotency-Key': 'publish', 'If-Match': revision },
			});
		expect((await send('"stale"')).status).toBe(412);
		expect((await send(etag(await client.get(path)))).status).toBe(202);
	});
});
