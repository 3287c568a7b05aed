import type { IDataObject } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { runNode } from '../../engine';
import { jpeg } from '../support/files';
import { itemWithFile } from '../support/nodeHarness';
import type { ReceivedRequest, ScriptedResponse } from '../support/scriptedServer';
import { result, ScriptedTools, structured, type RpcRequest } from './scriptedTools';

let endpoint: ScriptedTools;
let transfers: ReceivedRequest[];
let picture: Buffer;
/** The status of the response to a transfer. */
let status: number;

beforeAll(async () => {
	picture = await jpeg();
});

beforeEach(async () => {
	transfers = [];
	status = 200;
	endpoint = await ScriptedTools.open('/v2/mcp', answer, (transfer): ScriptedResponse => {
		transfers.push(transfer);
		if (status !== 200) return { status, body: {} };
		if (transfer.method === 'GET') {
			return { headers: { 'Content-Type': 'image/jpeg' }, body: picture };
		}
		return { headers: { ETag: '"e1"' }, body: { part_number: 1 } };
	});
});

afterEach(async () => await endpoint.close());

const media = { id: 'm/1', name: 'bread.jpg', type: 'image/jpeg', status: 'ready' };
const tools = {
	get_media: ['workspace_id', 'media_id'],
	get_capabilities: ['workspace_id'],
	begin_media_upload: ['workspace_id', 'name', 'type', 'size'],
	complete_media_upload: ['workspace_id', 'media_id', 'parts'],
	download_media: ['workspace_id', 'media_id'],
};

/** Returns records without an envelope. Each result has the ticket in a different form. */
function answer({ method, params }: RpcRequest) {
	const { origin } = new URL(endpoint.url);
	if (method === 'tools/list') {
		return result({
			tools: Object.entries(tools).map(([name, args]) => ({
				name,
				inputSchema: { properties: Object.fromEntries(args.map((each) => [each, {}])) },
			})),
		});
	}
	switch (params.name) {
		case 'begin_media_upload':
			return structured({
				media_id: media.id,
				part_size: 1_000_000,
				upload: {
					resource_url: `${origin}/up/1?x=y`,
					ticket: 'tkt-up',
					required_header: 'X-Ticket',
				},
				http: { method: 'PUT' },
			});
		case 'download_media':
			return structured({
				url: `${origin}/down/1`,
				ticket: 'tkt-down',
				headers: { Authorization: 'Ticket <ticket>' },
			});
		case 'get_capabilities':
			return structured({});
		default:
			return structured(media);
	}
}

async function run(toolName: string, args: IDataObject, file?: Buffer) {
	const { origin } = new URL(endpoint.url);
	return await runNode({
		nodeType: new SocialPublishing(),
		credentials: {
			socialPublishingApi: {
				baseUrl: origin,
				apiToken: 'secret-token',
				assistantTools: true,
				mcpUrl: endpoint.url,
			},
		},
		parameters: {
			resource: 'assistantTool',
			operation: 'call',
			toolName,
			argumentsInput: 'json',
			toolArgumentsJson: JSON.stringify({ workspace_id: 'w', ...args }),
		},
		...(file && { input: [await itemWithFile(file, 'bread.jpg', 'image/jpeg')] }),
	});
}

it('the node uploads a file with a ticket whose header has a name of its own', async () => {
	const { items, error } = await run('begin_media_upload', {}, picture);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject(media);
	expect(transfers).toEqual([
		expect.objectContaining({ method: 'PUT', url: '/up/1/parts/1?x=y', body: picture }),
	]);
	expect(transfers[0]?.headers).toMatchObject({ 'x-ticket': 'tkt-up' });
	expect(transfers[0]?.headers).not.toHaveProperty('authorization');
	expect(endpoint.callsOf('complete_media_upload')).toEqual([
		{ workspace_id: 'w', media_id: 'm/1', parts: [{ number: 1, etag: '"e1"' }] },
	]);
});

it('the node downloads a file with a ticket in the Authorization header', async () => {
	const down = await run('download_media', { media_id: 'm/1' });
	const [item] = down.items;
	expect(item?.json).toEqual(media);
	expect(item && (await down.binaryBytes(item, 'data'))).toEqual(picture);
	expect(transfers[0]?.headers).toMatchObject({ authorization: 'Ticket tkt-down' });
});

it.each([401, 403, 410])(
	'the error reports that the service does not accept the ticket: status %d',
	async (refusal) => {
		status = refusal;
		const { error } = await run('download_media', { media_id: 'm/1' });
		expect(error?.message).toContain('the service does not accept the ticket for the file');
		expect(JSON.stringify(error)).not.toMatch(/tkt-|secret-token|down\/1/);
	},
);
