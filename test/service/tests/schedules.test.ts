import { data, etag, refusal, useClient } from './client';

const client = useClient({ limits: { credentialPerMinute: 1000, userPerMinute: 1000 } });

const events = () => client.service.events.map(({ type }) => type);

describe('schedules', () => {
	const inMs = (ms: number) => client.service.clock.iso(client.service.clock.now() + ms);
	const schedule = async (path: string, revision: string, body: object, method = 'POST') =>
		await client.command(method, `${path}/${method === 'POST' ? 'schedule' : 'reschedule'}`, body, {
			'If-Match': revision,
		});

	test('run on time even if access was lost in the meantime', async () => {
		const { path, etag: revision, id } = await client.draft(['Bread on Shortpost']);
		const at = inMs(3_600_000);
		const body = { scheduled_at: at, timezone: 'Europe/Berlin' };
		const scheduled = await schedule(path, revision, body);
		expect(data(scheduled)).toMatchObject({
			status: 'scheduled',
			scheduled_at: at,
			timezone: 'Europe/Berlin',
			destinations: [{ status: 'scheduled' }],
		});
		client.service.setEntitlement({ addOnActive: false });
		client.service.revokeToken(client.service.token);
		await client.service.clock.advance(3_599_000);
		expect(client.service.state.posts.get(id)?.status).toBe('scheduled');
		await client.service.clock.advance(2_000);
		expect(client.service.state.posts.get(id)?.status).toBe('published');
		expect(events().slice(1, 3)).toEqual(['post.scheduled', 'post.publishing']);
	});

	test.each([
		[{ scheduled_at: '2099-01-01T10:00:00' }, 'scheduled_at'],
		[{ scheduled_at: '2099-02-30T10:00:00Z' }, 'scheduled_at'],
		[{ scheduled_at: 'tomorrow' }, 'scheduled_at'],
		[{ scheduled_at: '2020-01-01T10:00:00Z' }, 'scheduled_at'],
		[{ scheduled_at: '2099-01-01T10:00:00Z', timezone: '+02:00' }, 'timezone'],
		[{ scheduled_at: '2099-01-01T10:00:00Z', timezone: 'Mars/Base' }, 'timezone'],
		[{}, 'scheduled_at'],
	])('%j is refused', async (body, field) => {
		const { path, etag: revision } = await client.draft(['Bread on Shortpost']);
		const answer = await schedule(path, revision, body);
		expect(refusal(answer)).toEqual([422, 'validation_failed']);
		expect(answer.body.error?.details).toMatchObject([{ field }]);
	});

	test('must be at least 30 seconds ahead', async () => {
		const { path, etag: revision } = await client.draft(['Bread on Shortpost']);
		expect((await schedule(path, revision, { scheduled_at: inMs(29_000) })).status).toBe(422);
		expect((await schedule(path, revision, { scheduled_at: inMs(31_000) })).status).toBe(200);
	});

	test('can be rescheduled and cancelled', async () => {
		const { path, etag: revision } = await client.draft(['Bread on Shortpost']);
		const early = await schedule(path, revision, { scheduled_at: inMs(60_000) }, 'PATCH');
		expect(refusal(early)).toEqual([409, 'post_not_scheduled']);
		const first = await schedule(path, revision, { scheduled_at: inMs(60_000) });
		const later = { scheduled_at: inMs(600_000) };
		const moved = await schedule(path, etag(first), later, 'PATCH');
		expect(moved.status).toBe(200);
		await client.service.clock.advance(120_000);
		expect(data(await client.get(path))).toMatchObject({ status: 'scheduled', ...later });

		const cancelled = await client.command('POST', `${path}/cancel`);
		expect(data(cancelled)).toMatchObject({ status: 'draft', scheduled_at: null });
		expect(events().at(-1)).toBe('post.draft');
		await client.service.clock.advance(600_000);
		expect(data(await client.get(path))['status']).toBe('draft');
		const again = await client.command('POST', `${path}/cancel`);
		expect(refusal(again)).toEqual([409, 'post_not_scheduled']);
	});
});
