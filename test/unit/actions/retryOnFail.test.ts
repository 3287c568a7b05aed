import { useScriptedService, type Received, type Reply } from '../support/scriptedService';

/** How n8n's Retry On Fail treats the items that succeeded before another one failed. */

const service = useScriptedService();

const retryOnFail = { maxTries: 2, waitBetweenTriesMs: 1 };
const draft = { id: 7, status: 'draft', text: 'Bread', destinations: [] };

it('a value that changes with each attempt is sent as in the first attempt', async () => {
	const bodies = new Map<string, string>();
	const once = ({ line, headers, body, nth }: Received): Reply => {
		const key = `${line} ${String(headers['idempotency-key'])}`;
		const first = bodies.get(key) ?? String(body);
		// The last command of the first attempt is refused, so n8n retries both items.
		if (line.endsWith('/schedule') && nth === 2) return { status: 403, error: {} };
		bodies.set(key, first);
		if (first !== String(body)) return { status: 409, error: { code: 'idempotency_key_reused' } };
		return { status: 201, headers: { ETag: '"1"' }, data: draft };
	};
	await service.open({
		'POST /workspaces/1/posts': once,
		'POST /workspaces/1/posts/7/schedule': once,
	});
	const { items, error } = await service.run(
		'post:create',
		{
			text: '={{ Math.random() }}',
			accountIds: ['3'],
			afterCreate: 'schedule',
			scheduledAt: '={{ DateTime.fromMillis(4e12 + Math.random() * 1e12).toISO() }}',
		},
		{ input: [{ json: {} }, { json: {} }], retryOnFail },
	);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(2);
	expect(bodies.size).toBe(4);
});

it('a successful run of the node does not affect the next one', async () => {
	await service.open({ 'POST /workspaces/1/posts': () => ({ status: 201, data: draft }) });
	for (const text of ['Bread', 'Cake']) {
		const once = { executionId: 'the same' };
		const { error } = await service.run('post:create', { text, accountIds: ['3'] }, once);
		expect(error).toBeUndefined();
	}
	const created = service.requests.filter(({ method }) => method === 'POST');
	expect(created.map(({ body }) => JSON.parse(String(body)).text)).toEqual(['Bread', 'Cake']);
});

it('a webhook is not created twice when n8n retries the node because of another item', async () => {
	const webhook = (id: number) => ({ status: 201, data: { id, signing_secret: `secret ${id}` } });
	await service.open({
		'GET /workspaces/1/webhooks': () => ({ data: { items: [] } }),
		'POST /workspaces/1/webhooks': ({ nth }) =>
			nth === 2 ? { status: 403, error: {} } : webhook(nth),
	});
	const { items, error } = await service.run(
		'webhook:create',
		{ url: 'https://example.com/{{ $itemIndex }}', events: ['media.ready'] },
		{ input: [{ json: {} }, { json: {} }], retryOnFail },
	);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.signing_secret)).toEqual(['secret 1', 'secret 3']);
});
