import { data, etag, refusal, useClient } from './client';
import { jpeg } from './mediaFiles';

const client = useClient();

const events = () => client.service.events.map(({ type }) => type);

describe('drafts', () => {
	test('creating saves a draft and publishes nothing', async () => {
		const { answer, path, etag: revision } = await client.draft(['Bread on Shortpost']);
		expect(answer.status).toBe(201);
		expect(data(answer)).toMatchObject({
			status: 'draft',
			text: 'Fresh bread',
			brand_id: client.service.brandId('Bread'),
			destinations: [{ status: 'draft', platform: 'shortpost' }],
		});
		expect(revision).toMatch(/^".+"$/);
		await client.service.clock.advance(60_000);
		expect(data(await client.get(path))['status']).toBe('draft');
		expect(events()).toEqual(['post.created']);
	});

	test('destinations must be accounts of this workspace, each once, with media that are ready', async () => {
		const account_id = client.service.accountId('Bread on Shortpost');
		const open = await client.upload(await jpeg().toBuffer());
		const destinations = [
			{ account_id, media_ids: [open.id, 'none'] },
			{ account_id },
			{ account_id: client.service.accountId('Side on Pagebook') },
		];
		const answer = await client.command('POST', `${client.workspace()}/posts`, { destinations });
		expect(refusal(answer)).toEqual([422, 'validation_failed']);
		expect(answer.body.error?.details).toEqual([
			{ field: 'destinations.0.media_ids.0', message: 'is not ready' },
			{ field: 'destinations.0.media_ids.1', message: 'is not a media item here' },
			{ field: 'destinations.1.account_id', message: 'is given twice' },
			{ field: 'destinations.2.account_id', message: 'is not an account here' },
		]);
		expect(client.service.state.posts.size).toBe(0);
	});

	test('a thread has at most five replies', async () => {
		const thread = ['1', '2', '3', '4', '5', '6'];
		const account_id = client.service.accountId('Bread on Shortpost');
		const body = { text: '0', destinations: [{ account_id, options: { thread } }] };
		const answer = await client.command('POST', `${client.workspace()}/posts`, body);
		expect(answer.status).toBe(422);
		expect(answer.body.error?.details).toMatchObject([{ field: 'destinations.0.options.thread' }]);
	});

	test('lists start with the newest post and can be filtered by brand and platform', async () => {
		await client.draft(['Bread on Shortpost'], { text: 'one brand' });
		await client.draft(['Bread on Shortpost', 'Cakes on Pagebook'], { text: 'two brands' });
		const texts = async (query: string) =>
			data(await client.get(`${client.workspace()}/posts?${query}`)).items.map(
				(post) => post['text'],
			);
		expect(await texts('')).toEqual(['two brands', 'one brand']);
		expect(await texts('brand_id=none')).toEqual(['two brands']);
		expect(await texts(`brand_id=${client.service.brandId('Bread')}&platform=shortpost`)).toEqual([
			'one brand',
		]);
		expect(await texts('platform=pagebook')).toEqual(['two brands']);
	});

	test('validate reports on every destination and saves nothing', async () => {
		const body = {
			text: 'x'.repeat(300),
			destinations: [
				{ account_id: client.service.accountId('Bread on Shortpost') },
				{ account_id: client.service.accountId('Cakes on Shortpost') },
				{ account_id: client.service.accountId('Bread on Photowall') },
				{
					account_id: client.service.accountId('Cakes on Pagebook'),
					options: { thread: ['more'] },
				},
			],
		};
		const path = `${client.workspace()}/posts/validate`;
		const report = data(await client.send('POST', path, { body }));
		expect(report).toMatchObject({
			ready: false,
			destinations: [
				{ ready: false, problems: [{ code: 'text_too_long', field: 'text' }] },
				{ ready: true, problems: [] },
				{ ready: false, problems: [{ code: 'media_required', field: 'media_ids' }] },
				{ ready: false, problems: [{ code: 'thread_not_supported', field: 'options.thread' }] },
			],
		});
		const fine = { text: 'x', destinations: body.destinations.slice(0, 2) };
		expect(data(await client.send('POST', path, { body: fine }))['ready']).toBe(true);
		expect(client.service.state.posts.size).toBe(0);
		expect(events()).toEqual([]);
	});

	test('validate accepts media that are still processing and reports them', async () => {
		const { id } = await client.upload(await jpeg().toBuffer());
		const account_id = client.service.accountId('Bread on Photowall');
		const body = { destinations: [{ account_id, media_ids: [id] }] };
		const path = `${client.workspace()}/posts/validate`;
		expect(data(await client.send('POST', path, { body }))).toMatchObject({
			ready: false,
			destinations: [{ problems: [{ code: 'media_not_ready' }] }],
		});
	});

	test('a duplicate is a draft of its own', async () => {
		const { id, path } = await client.draft(['Bread on Shortpost']);
		const copy = await client.command('POST', `${path}/duplicate`, undefined);
		expect(copy.status).toBe(201);
		expect(data(copy)).toMatchObject({ status: 'draft', text: 'Fresh bread' });
		expect(data(copy).id).not.toBe(id);
	});
});

describe('revisions', () => {
	test('an edit needs the current quoted ETag', async () => {
		const { path, etag: revision } = await client.draft(['Bread on Shortpost']);
		const edit = async (headers: Record<string, string>) =>
			await client.send('PATCH', path, { body: { text: 'Stale bread' }, headers });
		for (const bad of ['', '*', revision.slice(1, -1), `W/${revision}`, `${revision}, "x"`]) {
			const headers: Record<string, string> = bad ? { 'If-Match': bad } : {};
			expect(refusal(await edit(headers))).toEqual([428, 'revision_required']);
		}
		const edited = await edit({ 'If-Match': revision });
		expect(edited.status).toBe(200);
		expect(refusal(await edit({ 'If-Match': revision }))).toEqual([412, 'revision_conflict']);
		const read = await client.get(path);
		expect(etag(read)).toBe(etag(edited));
		expect(data(read)['text']).toBe('Stale bread');
		expect(events()).toEqual(['post.created', 'post.updated']);
	});

	test('omitted fields keep their values; destinations replace the list', async () => {
		const { path, etag: revision } = await client.draft(['Bread on Shortpost', 'Always fails']);
		const destinations = [
			{ account_id: client.service.accountId('Cakes on Pagebook'), text: 'Cake' },
		];
		const headers = { 'If-Match': revision };
		const edited = data(await client.send('PATCH', path, { body: { destinations }, headers }));
		expect(edited).toMatchObject({
			text: 'Fresh bread',
			destinations: [{ text: 'Cake', platform: 'pagebook' }],
		});
		expect(edited['destinations']).toHaveLength(1);
	});
});
