import { data, etag, refusal, useClient } from './client';
import { jpeg } from './mediaFiles';

const client = useClient({ partSizeBytes: 256 });

const complete = async (path: string, parts: unknown) =>
	await client.send('POST', `${path}/complete`, { body: { parts } });

describe('uploads', () => {
	test('arrive in parts, are processed, and download byte for byte', async () => {
		const bytes = await jpeg().toBuffer();
		const { id, path, parts } = await client.upload(bytes);
		expect(parts.length).toBeGreaterThan(1);
		expect(data(await client.get(path))).toMatchObject({ status: 'uploading', part_size: 256 });
		const completed = await complete(path, parts);
		expect(data(completed)).toMatchObject({
			id,
			status: 'processing',
			size: bytes.length,
			width: 40,
			height: 30,
		});
		expect(refusal(await client.get(`${path}/file`))).toEqual([409, 'media_not_ready']);
		await client.service.clock.advance(1_000);
		expect(data(await client.get(path))['status']).toBe('ready');
		expect(client.service.mediaBytes(id)).toEqual(bytes);
		expect(client.service.events.map((event) => [event.type, event.data])).toEqual([
			['media.ready', { media_id: id, status: 'ready' }],
		]);
	});

	test('parts must arrive in order and in full size, and can be repeated', async () => {
		const bytes = await jpeg().toBuffer();
		const media = `${client.workspace()}/media`;
		const body = { name: 'bread.jpg', type: 'image/jpeg', size: bytes.length };
		const begun = await client.send('POST', `${media}/uploads`, { body });
		expect(data(begun)).toEqual({ id: expect.any(String), part_size: 256 });
		const path = `${media}/${data(begun).id}`;
		const put = async (number: number | string, part: Buffer) =>
			await client.send('PUT', `${path}/parts/${number}`, { body: part });

		const second = await put(2, bytes.subarray(256, 512));
		expect(refusal(second)).toEqual([409, 'part_out_of_sequence']);
		expect((await put(1, bytes.subarray(0, 255))).status).toBe(422);
		expect((await put(1, bytes.subarray(0, 257))).status).toBe(413);
		expect((await put(0, bytes.subarray(0, 256))).status).toBe(422);
		expect((await put(99, bytes.subarray(0, 256))).status).toBe(404);
		const wrong = await put(1, Buffer.alloc(256));
		const right = await put(1, bytes.subarray(0, 256));
		expect(right.status).toBe(200);
		expect(data(right)).toEqual({ number: 1, etag: etag(right) });
		expect(etag(right)).not.toBe(etag(wrong));
		const json = await client.send('PUT', `${path}/parts/1`, { body: {} });
		expect(json.status).toBe(415);
	});

	test('completion needs every part in order with its exact ETag; otherwise the upload stays open', async () => {
		const { path, parts } = await client.upload(await jpeg().toBuffer());
		const [first, ...rest] = parts;
		if (!first) throw new Error('There are no parts');
		const unquoted = { number: 1, etag: first.etag.slice(1, -1) };
		for (const wrong of [rest, [...rest, first], [unquoted, ...rest], [...parts, first]]) {
			expect(refusal(await complete(path, wrong))).toEqual([422, 'validation_failed']);
		}
		expect((await complete(path, parts)).status).toBe(200);
		expect(refusal(await complete(path, parts))).toEqual([409, 'upload_completed']);
		const late = await client.send('PUT', `${path}/parts/1`, { body: Buffer.alloc(256) });
		expect(refusal(late)).toEqual([409, 'upload_completed']);
	});

	test.each([
		[{ type: 'image/png' }, 'type'],
		[{ size: 0 }, 'size'],
		[{ size: 1.5 }, 'size'],
		[{ name: '' }, 'name'],
		[{ type: 'video/mp4', size: 10_000_000 }, 'size'],
	])('an upload is refused if it starts with %j', async (change, field) => {
		const body = { name: 'bread.jpg', type: 'image/jpeg', size: 100, ...change };
		const path = `${client.workspace()}/media/uploads`;
		const answer = await client.send('POST', path, { body });
		expect(answer.body.error?.details).toMatchObject([{ field }]);
	});
});

describe('the library', () => {
	test('stores the alt text of a picture', async () => {
		const id = await client.media(await jpeg().toBuffer());
		const path = `${client.workspace()}/media/${id}`;
		const edited = await client.send('PATCH', path, { body: { alt: 'A loaf' } });
		expect(data(edited)['alt']).toBe('A loaf');
		expect((await client.send('PATCH', path, { body: { name: 'x' } })).status).toBe(422);
	});

	test('returns a file with name and type to users who have access', async () => {
		const bytes = await jpeg().toBuffer();
		const id = await client.media(bytes);
		const item = client.service.state.media.get(id);
		if (item) item.name = 'Brötchen "1".jpg';
		const url = `${client.service.baseUrl}${client.workspace()}/media/${id}/file`;
		const headers = { Authorization: `Bearer ${client.service.token}` };
		const response = await fetch(url, { headers });
		expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
		expect(response.headers.get('content-type')).toBe('image/jpeg');
		expect(response.headers.get('content-disposition')).toBe(
			'attachment; filename="Br_tchen _1_.jpg"; filename*=UTF-8\'\'Br%C3%B6tchen%20%221%22.jpg',
		);
		expect((await fetch(url)).status).toBe(401);
	});

	test('refuses to delete a media item that a post uses', async () => {
		const id = await client.media(await jpeg().toBuffer());
		const path = `${client.workspace()}/media/${id}`;
		const destinations = [
			{ account_id: client.service.accountId('Bread on Photowall'), media_ids: [id] },
		];
		const post = await client.command('POST', `${client.workspace()}/posts`, { destinations });
		expect(refusal(await client.send('DELETE', path))).toEqual([409, 'media_in_use']);
		await client.send('DELETE', client.post(data(post).id));
		expect((await client.send('DELETE', path)).status).toBe(204);
		expect((await client.get(path)).status).toBe(404);
	});
});
