import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { dialects, type Dialect } from '../../service';
import type { LocalServer } from '../localServer';
import { startRelay } from '../relay';
import { runOperation } from '../runOperation';
import { shareTestbed, type Testbed } from '../testbed';
import { CREDENTIAL_TYPE } from '../workflows';

const LINK = 'https://shortpost.example.com/p/first';
const ACCOUNT = 'Bread on Shortpost';

describe.each([2, 1] as const)('services that differ, in n8n %i', (version) => {
	let testbed: Testbed;
	/** What the service shows of a post. */
	let fullPost: Dialect['fullPost'];
	const asItIs: Dialect['fullPost'] = (post) => post;

	beforeAll(async () => {
		testbed = await shareTestbed(version, {
			dialect: {
				...dialects.first,
				// Each response has an ETag of its own.
				commandEtag: 'response',
				fullPost: (post) => fullPost(post),
			},
		});
	});

	beforeEach(() => {
		fullPost = asItIs;
		testbed.service.journal.clear();
	});

	afterAll(async () => await testbed?.close());

	const run = async (operation: string, more: INodeParameters) => {
		const parameters = { workspaceId: testbed.workspaceId, resource: 'post', operation, ...more };
		return await runOperation(testbed.n8n, parameters);
	};
	const byId = (id: unknown) => ({ __rl: true, mode: 'id', value: String(id) }) as const;
	const publish = async (text: string, more: INodeParameters = {}) =>
		await run('create', {
			text,
			accountIds: [testbed.service.accountId(ACCOUNT)],
			afterCreate: 'publish',
			...more,
		});
	const statuses = (operation: string) =>
		testbed.service.journal.find({ operation }).map(({ status }) => status);

	it('a new post is published although each response has an ETag of its own', async () => {
		const { error, records } = await publish('By its revision');
		expect(error).toBeUndefined();
		expect(records).toMatchObject([{ status: 'published' }]);
		expect(statuses('publish_post')).toEqual([412, 202]);
	});

	it('Wait for Outcome waits for a post that the service still shows as a draft', async () => {
		let reads = 0;
		const { records } = await publish('Handed over', { waitForOutcome: false });
		const postId = byId(records[0]?.id);
		fullPost = (post) => (reads++ < 2 ? { ...post, status: 'draft', destinations: [] } : post);
		const waited = await run('waitForOutcome', { postId });
		expect(waited.error).toBeUndefined();
		expect(waited.records).toMatchObject([{ id: postId.value, status: 'published' }]);
		expect(reads).toBeGreaterThan(2);
	});

	it('a thread of which a part is online is not retried', async () => {
		const { service } = testbed;
		service.setOutcome(ACCOUNT, { status: 'failed' });
		fullPost = (post) => ({
			...post,
			thread_publications: [post.destinations]
				.flat()
				.map((each) => ({ id: 'part', destination_id: Object(each).id, url: LINK })),
		});
		const accountId = service.accountId(ACCOUNT);
		const destination = [{ accountId, text: 'First', thread: ['Second'] }];
		const { error } = await publish('', {
			destinationInput: 'perAccount',
			destinations: { destination },
		});
		expect(error?.description).toContain(LINK);
		expect(error?.description).toContain('the service cannot retry a thread as a whole');

		const [post] = [...service.state.posts.values()].slice(-1);
		const destinationId = byId(post?.destinations[0]?.id);
		for (const [operation, record] of [
			['retryFailed', { postId: byId(post?.id) }],
			['retryDelivery', { destinationId }],
		] as const) {
			const retried = await run(operation, { ...record, checkedPlatform: true });
			expect(retried.error?.message).toContain('parts of its thread may be');
		}
		expect(statuses('retry_delivery')).toEqual([]);
		service.setOutcome(ACCOUNT, { status: 'published' });
	});

	it('a Retry of a row whose delivery failed tries the delivery again', async () => {
		const { n8n, service } = testbed;
		service.setOutcome(ACCOUNT, { status: 'failed' }, { status: 'published' });
		const { error, execution } = await run('upsert', {
			itemKey: 'row 1',
			wantedStatus: 'published',
			text: 'By a row',
			accountIds: [service.accountId(ACCOUNT)],
		});
		expect(error?.description).toContain('retry this execution');
		const retried = await n8n.rest.retryExecution(execution.id, false);
		expect(retried.status).toBe('success');
		expect(statuses('retry_delivery')).toHaveLength(1);
		const rows = [...service.state.posts.values()].filter(({ text }) => text === 'By a row');
		expect(rows).toMatchObject([{ destinations: [{ status: 'published' }] }]);
	});

	describe('with faults of the MCP server', () => {
		let relay: LocalServer;
		let faults = 0;

		beforeAll(async () => {
			const { n8n, service } = testbed;
			const asFault = (json: unknown): IDataObject => ({
				jsonrpc: '2.0',
				id: Object(json).id,
				error: { code: -32_603, message: 'Internal error' },
			});
			relay = await startRelay(service.mcpUrl, (json, body) =>
				body.includes('publish_post') && faults-- > 0 ? asFault(json) : json,
			);
			const { baseUrl, token, mcpUrl } = service;
			await n8n.createCredential(CREDENTIAL_TYPE, {
				baseUrl,
				apiToken: token,
				assistantTools: true,
				mcpUrl: mcpUrl.replace(new URL(mcpUrl).origin, relay.url),
			});
		});

		afterAll(() => relay?.close());

		it('a tool is called again after a fault that hides its effect', async () => {
			const { records } = await run('create', {
				text: 'By a tool',
				accountIds: [testbed.service.accountId(ACCOUNT)],
			});
			const postId = String(records[0]?.id);
			faults = 1;
			const { error } = await runOperation(testbed.n8n, {
				resource: 'assistantTool',
				operation: 'call',
				toolName: 'publish_post',
				argumentsInput: 'json',
				toolArgumentsJson: JSON.stringify({
					workspace_id: testbed.workspaceId.value,
					post_id: postId,
				}),
			});
			expect(error).toBeUndefined();
			expect(statuses('publish_post')).toEqual([200, 200]);
			const post = testbed.service.state.posts.get(postId);
			expect(post?.status).toMatch(/^publish/);
		});
	});
});
