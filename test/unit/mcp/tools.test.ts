import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { dialects } from '../../service';
import { NodeHarness } from '../support/nodeHarness';
import { until } from '../support/until';

const harness = new NodeHarness();

afterEach(async () => await harness.close());

async function callTool(toolName: string, args: IDataObject, more: INodeParameters = {}) {
	return await harness.run('assistantTool', 'call', {
		toolName,
		argumentsInput: 'json',
		toolArguments: JSON.stringify({ workspace_id: harness.workspaceId, ...args }),
		...more,
	});
}

async function listTools(credential: ICredentialDataDecryptedObject) {
	const socialPublishingApi = { ...harness.credentials?.socialPublishingApi, ...credential };
	const credentials = { socialPublishingApi };
	return await harness.run('assistantTool', 'getAll', {}, { credentials });
}

/** Creates a draft with a tool. */
async function draft(more: INodeParameters = {}) {
	const destinations = [{ account_id: harness.service.accountId('Bread on Shortpost') }];
	const { items, error } = await callTool('create_post', { text: 'Bread', destinations }, more);
	expect(error).toBeUndefined();
	return items[0]?.json ?? {};
}

describe.each([
	['JSON, structured', 'first'],
	['event streams, text alone, pages', 'second'],
] as const)('a service that responds with %s', (_words, dialect) => {
	beforeEach(async () => await harness.open({ dialect: dialects[dialect] }));

	it('lists its tools as it describes them', async () => {
		const { items } = await harness.run('assistantTool', 'getAll', { returnAll: true });
		expect(items).toHaveLength(34);
		expect(items[0]?.json).toMatchObject({
			name: 'get_identity',
			inputSchema: { type: 'object' },
		});
		const limited = await harness.run('assistantTool', 'getAll', { limit: 3 });
		expect(limited.items).toHaveLength(3);
	});

	it('creates a draft once, with a key from the node', async () => {
		const post = await draft();
		expect(post).toMatchObject({ text: 'Bread' });
		expect(harness.service.state.posts.get(String(post.id))?.status).toBe('draft');
		const [entry] = harness.journal('create_post');
		expect(entry?.headers).toMatchObject({
			'mcp-protocol-version': '2026-07-28',
			'mcp-method': 'tools/call',
			'mcp-name': 'create_post',
			accept: 'application/json, text/event-stream',
		});
		expect(JSON.stringify(entry?.body)).toMatch(/"idempotency_key":"n8n-[0-9a-f]{48}"/);
	});

	it('reads the revision before a command that needs it', async () => {
		const { id } = await draft();
		harness.requests();
		const named = dialect === 'second' ? { id } : { post_id: id };
		const { items, error } = await callTool('publish_post', named);
		expect(error).toBeUndefined();
		expect(items[0]?.json.id).toBe(id);
		expect(harness.requests()).toEqual(
			dialect === 'second'
				? ['tools/list', 'tools/list', 'tools/list', 'tools/list', 'get_post', 'publish_post']
				: ['tools/list', 'get_post', 'publish_post'],
		);
	});

	it("explains an error of a tool in the service's words", async () => {
		const { error } = await callTool(
			'get_post',
			dialect === 'second' ? { id: 'x' } : { post_id: 'x' },
		);
		expect(error?.message).toBe('Could not call the tool get_post: the tool reports an error');
		expect(error?.description).toContain('The service says: "There is no such post."');
		expect(error?.description).toMatch(/request ID req_/);
	});
});

describe('a tool', () => {
	beforeEach(async () => await harness.open({ dialect: dialects.first }));

	it('returns one item for each record of a list', async () => {
		await draft();
		await draft({ options: { idempotency: 'custom', idempotencyKey: 'another' } });
		const { items } = await callTool('list_posts', {});
		expect(items.map(({ json }) => json.text)).toEqual(['Bread', 'Bread']);
		const raw = await callTool('list_posts', {}, { options: { simplify: false } });
		expect(raw.items[0]?.json).toMatchObject({
			data: { items: [{}, {}], next_cursor: null },
			request_id: expect.any(String),
		});
	});

	it('returns the revision as etag, which a later call can expect', async () => {
		const { id, etag } = await draft();
		const edit = async (text: string) =>
			await callTool('edit_post', { post_id: id, revision: etag, text });
		expect((await edit('Rolls')).error).toBeUndefined();
		const stale = await edit('Cakes');
		expect(stale.error?.message).toBe(
			'Could not call the tool edit_post: the post has been changed since it was read',
		);
		expect(harness.service.state.posts.get(String(id))?.text).toBe('Rolls');
	});

	it('that does not exist is an error that names the existing tools', async () => {
		harness.requests();
		const { error } = await callTool('bake_bread', {});
		expect(error?.message).toBe('The service has no tool "bake_bread"');
		expect(error?.description).toContain('create_post');
	});

	it('runs once although its response was lost', async () => {
		harness.service.faults.add({
			operation: 'create_post',
			action: { kind: 'drop', when: 'after' },
		});
		await draft();
		expect(harness.service.state.posts.size).toBe(1);
		expect(harness.journal('create_post').map(({ replayed }) => replayed)).toEqual([
			undefined,
			true,
		]);
	});

	it('without a key is not retried when its response was lost', async () => {
		const { id, etag } = await draft();
		harness.service.faults.add({ operation: 'edit_post', action: { kind: 'drop', when: 'after' } });
		const { error } = await callTool('edit_post', { post_id: id, revision: etag, text: 'Rolls' });
		expect(error?.description).toContain(
			'The attempt to call the tool edit_post may have succeeded.',
		);
		expect(harness.journal('edit_post')).toHaveLength(1);
	});

	it('waits while the same command is still running', async () => {
		let isRunning = false;
		let isAnswered = false;
		const hold = async () => {
			isRunning = true;
			await until(() => isAnswered);
		};
		const action = { kind: 'hold', when: 'during', until: hold } as const;
		harness.service.faults.add({ operation: 'create_post', action });
		const key = { options: { idempotency: 'custom', idempotencyKey: 'same' } };
		const first = draft(key);
		await until(() => isRunning);
		const destinations = [{ account_id: harness.service.accountId('Bread on Shortpost') }];
		const { error } = await callTool('create_post', { text: 'Bread', destinations }, key);
		isAnswered = true;
		await first;
		expect(harness.pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000]);
		expect(error?.message).toContain('the same command is still running');
	});

	it('reports a missing endpoint as such', async () => {
		harness.service.faults.add({
			operation: 'get_identity',
			action: { kind: 'status', when: 'before', status: 404 },
		});
		const { error } = await callTool('get_identity', {});
		expect(error?.message).toBe(
			'Could not call the tool get_identity: there are no assistant tools at this address',
		);
		expect(error?.description).toContain('MCP URL');
	});

	it('fails with a revoked token', async () => {
		harness.service.revokeToken(harness.service.token);
		const { error } = await callTool('get_identity', {});
		expect(error?.message).toContain('the service does not accept the API token');
	});

	it.each([
		['', "The credential has no 'MCP URL'"],
		['http://service.example.com/mcp', "The 'MCP URL' of the credential must start with https://"],
	])('is not called at the address "%s"', async (mcpUrl, message) => {
		const { error } = await listTools({ mcpUrl });
		expect(error?.message).toBe(message);
		expect(harness.requests()).toEqual([]);
	});

	it('is not called while the assistant tools are turned off, although an address is stored', async () => {
		const { error } = await listTools({ assistantTools: false });
		expect(error?.message).toBe('The assistant tools are turned off in the credential');
		expect(error?.description).toMatch(/turn on 'Assistant Tools'.+a saved 'MCP URL' is ignored/);
		expect(harness.requests()).toEqual([]);
	});
});
