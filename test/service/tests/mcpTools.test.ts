import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

import { startService, type RunningService } from '..';

/** Every tool of the service's description. */
const TOOLS = `
	get_identity list_workspaces list_brands list_accounts get_capabilities list_posts get_post create_post edit_post
	delete_post publish_post schedule_post reschedule_post cancel_post duplicate_post retry_delivery validate_post
	list_media get_media download_media begin_media_upload complete_media_upload edit_media delete_media
	get_account_statistics get_post_statistics get_workspace_statistics refresh_account_statistics list_webhooks
	create_webhook edit_webhook delete_webhook list_webhook_deliveries replay_webhook_delivery
`
	.trim()
	.split(/\s+/);

let service: RunningService;

beforeEach(async () => {
	service = await startService();
});

afterEach(async () => {
	await service.close();
});

async function connect(mode: 'auto' | 'legacy', token = service.token): Promise<Client> {
	const client = new Client({ name: 'proof', version: '1' }, { versionNegotiation: { mode } });
	const headers = { Authorization: `Bearer ${token}` };
	const transport = new StreamableHTTPClientTransport(new URL(service.mcpUrl), {
		requestInit: { headers },
	});
	await client.connect(transport);
	return client;
}

/** The result of a tool, which must be the same as structured content and as text. */
async function callTool(client: Client, name: string, args: Record<string, unknown>) {
	const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
	const [block] = content;
	if (block?.type !== 'text') throw new Error('The tool said nothing');
	expect(JSON.parse(block.text)).toEqual(structuredContent);
	return { isError: isError ?? false, said: Object(structuredContent) };
}

describe.each([
	{ client: 'a client of today', mode: 'auto', version: '2026-07-28', opening: 'server/discover' },
	{ client: 'an older client', mode: 'legacy', version: '2025-11-25', opening: 'initialize' },
] as const)('$client', ({ mode, version, opening }) => {
	test('connects and finds every tool of the description', async () => {
		const client = await connect(mode);
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name).sort()).toEqual([...TOOLS].sort());
		expect(client.getNegotiatedProtocolVersion()).toBe(version);
		expect(service.journal.entries[0]?.operation).toBe(opening);
		await client.close();
	});

	test('creates, edits and publishes a post', async () => {
		const client = await connect(mode);
		const workspace_id = service.workspaceId();
		const destinations = [{ account_id: service.accountId('Bread on Shortpost') }];
		const created = await callTool(client, 'create_post', {
			workspace_id,
			idempotency_key: 'one',
			text: 'Fresh bread',
			destinations,
		});
		expect(created.said.data.status).toBe('draft');
		const post_id = created.said.data.id;

		const edited = await callTool(client, 'edit_post', {
			workspace_id,
			post_id,
			revision: created.said.revision,
			text: 'Fresh rolls',
		});
		expect(edited.said.data.text).toBe('Fresh rolls');

		const command = { workspace_id, post_id, idempotency_key: 'two' };
		const stale = await callTool(client, 'publish_post', {
			...command,
			revision: created.said.revision,
		});
		expect(stale.isError).toBe(true);
		expect(stale.said.error.code).toBe('revision_conflict');
		await callTool(client, 'publish_post', { ...command, revision: edited.said.revision });
		await service.clock.advance(1_000);
		const { said } = await callTool(client, 'get_post', { workspace_id, post_id });
		expect(said.data.status).toBe('published');
		await client.close();
	});
});

test('a command with the same key is carried out once', async () => {
	const client = await connect('auto');
	const command = {
		workspace_id: service.workspaceId(),
		idempotency_key: 'same',
		destinations: [{ account_id: service.accountId('Bread on Shortpost') }],
	};
	const first = await callTool(client, 'create_post', command);
	const second = await callTool(client, 'create_post', command);
	expect(second.said.data.id).toBe(first.said.data.id);
	expect(service.state.posts.size).toBe(1);
	await client.close();
});

test('tools and REST routes share one rate limit', async () => {
	const limited = await startService({ limits: { credentialPerMinute: 2 } });
	const headers = { Authorization: `Bearer ${limited.token}` };
	await fetch(`${limited.baseUrl}/me`, { headers });
	const post = async () => await fetch(limited.mcpUrl, { method: 'POST', headers });
	expect((await post()).headers.get('ratelimit-remaining')).toBe('0');
	const refused = await post();
	expect(refused.status).toBe(429);
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
	await limited.close();
});

test('a revoked token is refused with the address of the authorization metadata', async () => {
	const token = service.createToken();
	service.revokeToken(token);
	await expect(connect('auto', token)).rejects.toThrow();
	const [entry] = service.journal.find({ path: '/mcp' });
	expect(entry?.status).toBe(401);
});
