import { randomBytes } from 'node:crypto';

import { startService, type RunningService } from '..';
import { jpeg } from './mediaFiles';
import { ToolClient } from './toolClient';

let service: RunningService;
let tools: ToolClient;
let picture: Buffer;

beforeAll(async () => {
	picture = await jpeg(400, 300).toBuffer();
});

beforeEach(async () => {
	service = await startService({ partSizeBytes: 512 });
	tools = new ToolClient(service);
});

afterEach(async () => {
	await service.close();
});

async function begin() {
	const { data } = await tools.call('begin_media_upload', {
		workspace_id: service.workspaceId(),
		name: 'bread.jpg',
		type: 'image/jpeg',
		size: picture.length,
	});
	return data;
}

async function put(
	{ resource_url, required_header, ticket }: Record<string, string>,
	part: number,
	bytes: Buffer,
) {
	return await fetch(String(resource_url).replace('{part}', String(part)), {
		method: 'PUT',
		headers: {
			'content-type': 'application/octet-stream',
			[String(required_header)]: String(ticket),
		},
		body: new Uint8Array(bytes),
	});
}

async function upload() {
	const data = await begin();
	const parts: Array<{ number: number; etag: string | null }> = [];
	for (let start = 0; start < picture.length; start += data.part_size) {
		const number = parts.length + 1;
		const answer = await put(data, number, picture.subarray(start, start + data.part_size));
		expect(answer.status).toBe(200);
		parts.push({ number, etag: answer.headers.get('etag') });
	}
	const completion = { workspace_id: service.workspaceId(), media_id: data.id, parts };
	await tools.call('complete_media_upload', completion);
	await service.clock.advance(1_000);
	return data;
}

test('a file is uploaded and downloaded with tickets instead of the token', async () => {
	const { id } = await upload();
	const { data } = await tools.call('download_media', {
		workspace_id: service.workspaceId(),
		media_id: id,
	});
	const answer = await fetch(data.resource_url, {
		headers: { [data.required_header]: data.ticket },
	});
	expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
});

test('a ticket is valid for 15 minutes', async () => {
	const data = await begin();
	await service.clock.advance(15 * 60_000 - 1_000);
	expect((await put(data, 1, picture.subarray(0, 512))).status).toBe(200);
	await service.clock.advance(1_000);
	expect((await put(data, 1, picture.subarray(0, 512))).status).toBe(401);
});

test('a ticket is valid for its own resource only', async () => {
	const first = await begin();
	const second = await begin();
	const answer = await put({ ...first, ticket: second.ticket }, 1, picture.subarray(0, 512));
	expect(answer.status).toBe(401);
});

test('an upload ticket expires when the upload is complete', async () => {
	const data = await upload();
	expect((await put(data, 1, picture.subarray(0, 512))).status).toBe(401);
});

test.each([
	['the token is revoked', () => service.revokeToken(service.token), 401],
	['the add-on ends', () => service.setEntitlement({ addOnActive: false }), 403],
	['the workspace is out of reach', () => service.setAccess('Bakery', false), 403],
] as const)('a ticket expires when %s', async (_what, change, status) => {
	const data = await begin();
	change();
	expect((await put(data, 1, randomBytes(512))).status).toBe(status);
});

test('the journal contains no ticket', async () => {
	const data = await begin();
	await put(data, 1, picture.subarray(0, 512));
	expect(JSON.stringify(service.journal.entries)).not.toContain(data.ticket);
});
